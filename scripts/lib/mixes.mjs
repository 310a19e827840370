/**
 * Which searches there are of each text as posted: by its threads (two, three and four; of a lock for readers and writers, in
 * every mix) and by what its environment may do to them. A place without a search is named, so that none is forgotten.
 */
const ACTS = {
	preempt: 'p',
	threshold: 'x',
	timeout: 't',
	signal: 's',
	kill: 'k',
	wake: 'w',
};
/** In the order in which they are told; NOTHING is a search in which nothing of that happens. */
const LETTERS = Object.values(ACTS);
const NOTHING = '·';
const SIZES = [2, 3, 4];

const isReader = ({ title }) => /\breader\b/.test(title.split(':')[0]);

/** By the letter of a role: R for a reader, W for a writer; where nobody reads, L for everybody. */
function sidesOf({ roles }) {
	const side = roles.some(isReader) ? (role) => (isReader(role) ? 'R' : 'W') : () => 'L';
	return new Map(roles.map((role) => [role.letter, side(role)]));
}

function mixesOf({ roles }, size) {
	if (!roles.some(isReader)) return ['L'.repeat(size)];
	return Array.from({ length: size + 1 }, (_, r) => 'W'.repeat(size - r) + 'R'.repeat(r));
}

/** What may happen to threads of that lock. Whom a timeout, a signal or a death can reach sleeps, and may be woken for nothing. */
function actsOn({ env }) {
	const sleeps = env.some((act) => ['timeout', 'signal', 'kill'].includes(act));
	const given = new Set(env.map((act) => ACTS[act]));
	return LETTERS.filter((letter) => given.has(letter) || (letter === 'w' && sleeps));
}

/** By the names of variants. */
const locksOf = ({ locks }) =>
	new Map(locks.flatMap((lock) => lock.variants.map(({ name }) => [name, lock])));

/** { name, mix, letters } of a search; null when it is not of a text as posted. */
function placeOf(command, locks) {
	const [name] = command.split(' ');
	const lock = locks.get(name);
	if (!lock || command.includes('--switch')) return null;
	const given = /--threads (\S+)/.exec(command)[1];
	const roles = /^\d+$/.test(given) ? lock.roles[0].letter.repeat(Number(given)) : given;
	const sides = sidesOf(lock);
	const budget = /--budget (\S+)/.exec(command)?.[1].split(',') ?? [];
	return {
		name,
		mix: [...roles]
			.map((letter) => sides.get(letter))
			.sort()
			.reverse()
			.join(''),
		letters: budget.filter((one) => /[1-9]/.test(one)).map(([letter]) => letter),
	};
}

/** Every place that a search must be of: [{ name, mix, letter }]. */
function placesOf(facts) {
	return [...locksOf(facts)].flatMap(([name, lock]) =>
		SIZES.flatMap((size) => mixesOf(lock, size)).flatMap((mix) =>
			[NOTHING, ...actsOn(lock)].map((letter) => ({ name, mix, letter })),
		),
	);
}

/* What searches say of a place, the first of these that one says. */
const FAULT = '!';
const COMPLETE = '';
const SHORT = '…';
const UNUSED = null;
const SIGNS = [FAULT, COMPLETE, SHORT, UNUSED];
const signOf = (verdict) =>
	verdict.startsWith('OK') ? COMPLETE : verdict.startsWith('BOUNDED') ? SHORT : FAULT;
/** Row's verdict names the budgets that nobody came to use. */
const unusedIn = (verdict) => /no use for ([a-z, ]+)/.exec(verdict)?.[1].split(', ') ?? [];

/** From rows { command, verdict }: "name mix" to a Map from letter to sign. A complete search with a budget is one without it as well. */
function found(facts, rows) {
	const locks = locksOf(facts);
	const all = new Map();
	for (const { command, verdict } of rows) {
		const place = placeOf(command, locks);
		if (!place) continue;
		const sign = signOf(verdict);
		const key = `${place.name} ${place.mix}`;
		const told = all.get(key) ?? all.set(key, new Map()).get(key);
		const put = (letter, of) => {
			if (!told.has(letter) || SIGNS.indexOf(of) < SIGNS.indexOf(told.get(letter)))
				told.set(letter, of);
		};
		if (place.letters.length === 0 || sign === COMPLETE) put(NOTHING, sign);
		const unused = unusedIn(verdict);
		for (const letter of place.letters) put(letter, unused.includes(letter) ? UNUSED : sign);
	}
	return all;
}

/** Places without a search, as "name mix letter". */
export function missing(facts, rows) {
	const told = found(facts, rows);
	return placesOf(facts)
		.filter(({ name, mix, letter }) => !told.get(`${name} ${mix}`)?.has(letter))
		.map(({ name, mix, letter }) => `${name} ${mix} ${letter}`);
}

function table(facts, told, locks, heads, mixes) {
	const cell = (name, mix) => {
		const of = told.get(`${name} ${mix}`) ?? new Map();
		return [NOTHING, ...LETTERS]
			.filter((letter) => of.has(letter) && of.get(letter) !== UNUSED)
			.map((letter) => `${letter}${of.get(letter)}`)
			.join(' ');
	};
	const names = [...locksOf(facts)].filter(([, lock]) => locks.includes(lock));
	return [
		`| text | ${heads.join(' | ')} |`,
		`|---|${'---|'.repeat(heads.length)}`,
		...names.map(
			([name]) => `| \`${name}\` | ${mixes.map((mix) => cell(name, mix)).join(' | ')} |`,
		),
	].join('\n');
}

/** Two tables: locks of one kind of holder by the number of threads, locks for readers and writers by their mix. */
export function coverageTables(facts, rows) {
	const told = found(facts, rows);
	const shared = facts.locks.filter((lock) => lock.roles.some(isReader));
	const plain = facts.locks.filter((lock) => !shared.includes(lock));
	const mixes = shared.length ? SIZES.flatMap((size) => mixesOf(shared[0], size)) : [];
	return [
		table(
			facts,
			told,
			plain,
			SIZES.map((size) => `${size} threads`),
			SIZES.map((size) => 'L'.repeat(size)),
		),
		table(facts, told, shared, mixes, mixes),
	];
}
