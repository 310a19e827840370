/** From what the machine of bench-kernel.mjs printed to its figures. */

/** Everything in a run is held against this one. */
export const BESIDE = 'wait-wake';
export const LOCKS = ['tp', BESIDE, 'pi', 'glibc'];
/** The same loop without a lock: it loses counts, or the counter shows nothing. */
export const NO_LOCK = 'none';
export const VARIANTS = ['rwsem', 'rwsem-handoff'];

/** The rwsem series of 2017 (v6), patch 07/11: two sockets, 80 hardware threads, 60 writers, 5 s, Linux 4.14-rc2. */
const SERIES = {
	rwsem: { kops: 15519, starved: 28, least: 1, most: 646_000 },
	'rwsem-handoff': { kops: 12590, starved: 0, least: 14_450, most: 22_648 },
};

export const sum = (values) => values.reduce((a, b) => a + b, 0);

export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

export const spread = (values) => ({
	median: median(values),
	least: Math.min(...values),
	most: Math.max(...values),
});

export const readJson = (lines) =>
	lines.filter((line) => line.startsWith('{')).map((s) => JSON.parse(s));

/* --- the mutexes: a line for each kind in each round ------------------------------------------ */

/** What is wrong with the lines of one `bench`, if anything: each kind must be in each round, and exact. */
export function checkSlices(lines, rounds) {
	const slices = readJson(lines);
	for (const { lock, round, why, ops, counter, perThread } of slices) {
		const where = `${lock} in round ${round}`;
		if (why) return `${where}: ${why}`;
		if (lock !== NO_LOCK && counter !== ops)
			return `${where}: the counter is ${counter}, not ${ops}`;
		if (sum(perThread) !== ops) return `${where}: its threads made ${sum(perThread)}, not ${ops}`;
		if (ops === 0) return `${where}: nobody ever got the lock`;
	}
	for (let round = 1; round <= rounds; round++) {
		for (const lock of [...LOCKS, NO_LOCK]) {
			const found = slices.filter((slice) => slice.lock === lock && slice.round === round);
			if (found.length !== 1) return `${lock} ran ${found.length} times in round ${round}`;
		}
	}
	return lostCounts(slices) > 0 ? undefined : 'without a lock the counter is right too';
}

const lostCounts = (slices) =>
	sum(slices.filter(({ lock }) => lock === NO_LOCK).map(({ ops, counter }) => ops - counter));

/** Counts that a kind cannot tell stay undefined. */
const total = (slices, name) =>
	slices[0][name] === undefined ? undefined : sum(slices.map((slice) => slice[name]));

const part = (count, whole) => (count === undefined ? undefined : count / whole);
const rate = ({ ops, seconds }) => ops / seconds;

/** One kind at one number of threads. A ratio is taken round by round: neighbours in time. */
function lockFigures(lock, slices, others) {
	const ops = total(slices, 'ops');
	const ratios = slices.map((slice) => {
		const other = others.find(({ round }) => round === slice.round);
		return rate(slice) / rate(other);
	});
	const perThread = (pick) => median(slices.map((slice) => pick(slice.perThread) / slice.seconds));
	const counts = ['lockSlow', 'unlockSlow', 'sleeps', 'steals', 'eagains', 'wakeups'];
	return {
		lock,
		ops,
		rate: spread(slices.map(rate)),
		beside: spread(ratios),
		thread: {
			least: perThread((all) => Math.min(...all)),
			mean: perThread((all) => sum(all) / all.length),
			most: perThread((all) => Math.max(...all)),
		},
		...Object.fromEntries(counts.map((name) => [name, part(total(slices, name), ops)])),
		handoffs: total(slices, 'handoffs') /* rare: in all */,
		slept: total(slices, 'slept') / ops,
		displaced: total(slices, 'displaced') / ops,
	};
}

/** All kinds at one number of threads; counts but for handoffs are for each critical section. */
export function mutexFigures(lines) {
	const slices = readJson(lines).filter(({ round }) => round > 0); /* 0: to warm up */
	const of = (lock) => slices.filter((slice) => slice.lock === lock);
	return {
		threads: slices[0].threads,
		rounds: of(BESIDE).length,
		withoutLock: {
			rate: spread(of(NO_LOCK).map(rate)),
			lost: lostCounts(slices) / total(of(NO_LOCK), 'ops'),
		},
		locks: LOCKS.map((lock) => lockFigures(lock, of(lock), of(BESIDE))),
	};
}

/* --- the rwsem in the module: a line for each run ------------------------------------------------ */

/** What is wrong with the outcome of one run of the module, if anything. */
export function checkRun(lines, name, threads) {
	const [run] = readJson(lines);
	if (!run) return `no result: ${lines.slice(-3).join(' / ')}`;
	if (run.verdict !== 'pass') return `${run.verdict}: ${run.why}`;
	if (run.name !== name) return `it ran ${run.name}`;
	const writes = run.perThread.map((thread) => thread.writes);
	if (writes.length !== threads) return `it tells of ${writes.length} threads, not ${threads}`;
	if (run.counter !== run.expected) return `the counter is ${run.counter}, not ${run.expected}`;
	if (sum(writes) !== run.acquired) return `its threads made ${sum(writes)}, not ${run.acquired}`;
	return undefined;
}

const moduleRate = ({ acquired, ns }) => (acquired * 1e9) / ns;

/** Threads with less than a tenth of what each would have if all had the same. */
const underTenth = (writes) =>
	writes.filter((count) => count * writes.length * 10 < sum(writes)).length;

/** Of one variant. Starved as the series has it: one critical section, and that after the end. */
function variantFigures(runs) {
	const each = (pick) => runs.map(({ perThread }) => pick(perThread.map(({ writes }) => writes)));
	const least = each((writes) => Math.min(...writes));
	const most = each((writes) => Math.max(...writes));
	return {
		runs: runs.length,
		rate: spread(runs.map(moduleRate)),
		starved: spread(each((writes) => writes.filter((count) => count <= 1).length)),
		underTenth: spread(each(underTenth)),
		least: spread(least),
		most: spread(most),
		unevenness: spread(most.map((count, i) => count / Math.max(1, least[i]))),
		sleeps: sum(runs.map((run) => run.sleeps)) / sum(runs.map((run) => run.acquired)),
	};
}

/** Runs of both variants under one load, in the order in which they were made: each pair is neighbours in time. */
export function rwsemFigures(outcomes) {
	const runs = outcomes.flatMap(readJson);
	const [without, handoff] = VARIANTS.map((name) => runs.filter((run) => run.name === name));
	return {
		variants: { rwsem: variantFigures(without), 'rwsem-handoff': variantFigures(handoff) },
		ratio: spread(handoff.map((run, i) => moduleRate(run) / moduleRate(without[i]))),
	};
}

/** The series' own figures in the same form. Its rates do not fit its counts, so only their ratio is taken. */
export const seriesFigures = () => ({
	ratio: SERIES['rwsem-handoff'].kops / SERIES.rwsem.kops,
	variants: Object.fromEntries(
		Object.entries(SERIES).map(([name, { starved, least, most }]) => [
			name,
			{ starved, least, most, unevenness: most / least },
		]),
	),
});
