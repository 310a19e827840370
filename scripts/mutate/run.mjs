/** Tries mutants, several at a time, and remembers what was seen of each while nothing that it depends on changes. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { at, filesUnder, hashOf, readIfThere } from '../lib/files.mjs';
import { closure } from '../lib/generate/texts.mjs';
import { SEARCHES_FILE } from '../pins.mjs';
import { changedFiles, compileMutant, refusal } from './build.mjs';
import { OBSERVERS } from './observers.mjs';

const CACHE = 'build/mutants/seen.json';

/** Everything that decides what is seen of a mutant. */
const inputs = () => [
	...filesUnder(
		'core-c',
		(path) => /\.[ch]$/.test(path) && !/\/kernel\/|\/glibc\/|\/golden\//.test(path),
	),
	...filesUnder('core-c/dialect', (path) => path.endsWith('.ts') && !path.endsWith('.test.ts')),
	'tests/pins/orders.txt',
	...filesUnder('tests/golden/schedules'),
	...filesUnder('web/traces'),
	...['limited', 'observers', 'build'].map((name) => `scripts/mutate/${name}.mjs`),
];

const sha = (text) => createHash('sha256').update(text).digest('hex');

const SEARCHES = ['verdicts', 'figures'];

/**
 * A search that has seen a mutant sees it again while its line stands in the file; who was seen by nobody, or by somebody
 * whose turn comes after the searches, must be tried anew when the file changes.
 */
const stillHolds = (result, pins) =>
	result.refused ||
	(SEARCHES.includes(result.seen) ? pins.includes(result.pin) : result.pins === sha(pins));

/** The line of the file that a complaint of `lockstep pins` is about. */
const pinNamed = (what, pins) => {
	const check = /^FAIL (.*?) pinned /.exec(what)?.[1];
	return check && pins.split('\n').find((line) => line.startsWith(`${check} = `));
};

/** { seen: observer, what } or { seen: undefined } or { refused } */
async function observe(mutant, { frontEnd, files, locks, variants, observers = OBSERVERS }) {
	const mine = changedFiles(files, mutant.text, mutant.source);
	const against = refusal(frontEnd, mine);
	if (against) return { refused: `dialect: ${against}` };
	const { refused, link, remove } = await compileMutant(frontEnd, mine, mutant.text);
	const programs = new Map();
	const program = async (target, options) => {
		const key = `${target} ${options?.native ?? false}`;
		if (!programs.has(key)) programs.set(key, await link(target, options));
		return programs.get(key);
	};
	const names = locks(mutant.text);
	try {
		if (refused) return { refused: `compiler: ${refused.split('\n')[0]}` };
		for (const { name, see } of observers) {
			const what = await see({
				frontEnd,
				files: mine,
				program,
				locks: names,
				variants: variants(names),
			});
			if (what !== undefined) return { seen: name, what: what.slice(0, 900) };
		}
		return {};
	} finally {
		remove();
	}
}

/** The locks in which a text runs. */
export const locksWith = (texts) => (name) =>
	texts
		.filter((text) => text.lock && closure(text, texts).some((one) => one.name === name))
		.map((text) => text.name);

/** The variants of these locks by name, each with the mends of its lock: as posted some hang real threads. */
export const variantsOf = (texts) => (locks) =>
	texts
		.filter(({ name }) => locks.includes(name))
		.flatMap((text) => {
			const mends = text
				.of('SWITCH')
				.map(({ args }) => args[0])
				.filter((name) => name.startsWith('mend_'));
			return text
				.of('VARIANT')
				.filter(({ fields }) => !fields.model_only)
				.map(({ fields }) => ({ variant: fields.name.slice(1, -1), mends }));
		});

/** Calls `told` with each mutant and its result, as they come. Behind `until` only those that are remembered; with observers of its own nothing is. */
export async function tryAll(
	mutants,
	context,
	{ jobs = 2, told = () => {}, cached = !context.observers, until = Number.POSITIVE_INFINITY } = {},
) {
	const base = hashOf(inputs());
	const pins = readFileSync(at(SEARCHES_FILE), 'utf8');
	const cache = cached ? JSON.parse(readIfThere(at(CACHE)) ?? '{}') : {};
	const results = new Array(mutants.length);
	let next = 0;
	let fresh = 0;
	async function worker() {
		while (next < mutants.length) {
			const i = next++;
			const key = sha(`${base}\0${mutants[i].text}\0${mutants[i].source}`);
			if (!cache[key] || !stillHolds(cache[key], pins)) {
				if (Date.now() > until) continue;
				const result = await observe(mutants[i], context);
				cache[key] = { ...result, pin: pinNamed(result.what ?? '', pins), pins: sha(pins) };
				if (cached && ++fresh % 4 === 0) writeFileSync(at(CACHE), JSON.stringify(cache));
			}
			results[i] = { ...mutants[i], ...cache[key] };
			told(results[i]);
		}
	}
	await Promise.all(Array.from({ length: jobs }, worker));
	if (cached && fresh) writeFileSync(at(CACHE), JSON.stringify(cache));
	return results.filter(Boolean);
}

/** So many of each text, chosen by a hash of the seed and the mutant's name: an edit elsewhere changes no choice. */
export function sampled(mutants, each, seed) {
	const rank = new Map(mutants.map(({ id }) => [id, sha(`${seed}\0${id}`)]));
	const sorted = [...mutants].sort((a, b) => (rank.get(a.id) < rank.get(b.id) ? -1 : 1));
	const count = new Map();
	return sorted.filter(({ text }) => {
		count.set(text, (count.get(text) ?? 0) + 1);
		return count.get(text) <= each;
	});
}

/** Wrong changes that were found to be seen by nothing once: [{ id, text, source }]. A line "from" must stand in the text. */
export function planted(path, files) {
	return JSON.parse(readFileSync(at(path), 'utf8')).map(({ name, text, from, to }) => {
		const file = files.find((one) => one.path.endsWith(`/${text}.c`));
		if (file.text.split(from).length !== 2)
			throw new Error(`${path}: ${text}.c does not have this once: ${from}`);
		const source = file.text.replace(from, () => to);
		return { id: `planted: ${name}`, text, rule: 'planted', source };
	});
}
