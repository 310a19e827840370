/** Reader-writer locks of user space in the run of bench-kernel.mjs: plan, figures, tables. */
import { BESIDE, median, readJson, spread, sum } from './bench-kernel-figures.mjs';
import { between, perThousand, ratio, table, UNKNOWN, whole } from './bench-kernel-tables.mjs';

export const RW_LOCKS = ['tp', BESIDE, 'glibc'];
const NAMES = { tp: 'TP futex', 'wait-wake': 'wait-wake', glibc: 'glibc' };

const LOADS = [
	{ title: 'a read for each write', share: 50, how: 'mixed' },
	{ title: '90 % reads', share: 90, how: 'mixed' },
	{ title: 'half of the threads read, half write', share: 50, how: 'apart' },
];
const PREFERRED = ['readers', 'writers'];
const THREADS = 4;

/** One step for each load and preference. */
export const rwSteps = ({ rounds, sliceMs, load, delay }) =>
	PREFERRED.flatMap((preferred) =>
		LOADS.map(({ title, share, how }) => ({
			title: `rwlocks, ${preferred} preferred, ${title}`,
			limit: rounds * RW_LOCKS.length * 4 * (sliceMs / 1000) + 30,
			command: `/bench_rw ${THREADS} ${rounds} ${sliceMs} ${preferred} ${share} ${how} ${load} ${delay}`,
			check: (lines) => checkRwSlices(lines, rounds),
		})),
	);

const column = (perThread, i) => sum(perThread.map((counts) => counts[i]));

/** What is wrong with the lines of one `bench_rw`, if anything: each kind must be in each round, and exact. */
export function checkRwSlices(lines, rounds) {
	const slices = readJson(lines);
	for (const { lock, round, why, reads, writes, counter, perThread } of slices) {
		const where = `${lock} in round ${round}`;
		if (why) return `${where}: ${why}`;
		if (counter !== writes) return `${where}: the counter is ${counter}, not ${writes}`;
		const told = [column(perThread, 0), column(perThread, 1)];
		if (told[0] !== reads || told[1] !== writes)
			return `${where}: its threads made ${told.join(' and ')}, not ${reads} and ${writes}`;
		if (reads + writes === 0) return `${where}: nobody ever got the lock`;
	}
	for (let round = 1; round <= rounds; round++) {
		for (const lock of RW_LOCKS) {
			const found = slices.filter((slice) => slice.lock === lock && slice.round === round);
			if (found.length !== 1) return `${lock} ran ${found.length} times in round ${round}`;
		}
	}
	return undefined;
}

const rate = ({ reads, writes, seconds }) => (reads + writes) / seconds;

/** Of one thread that does such a thing at all, a second. */
const rateOfOne = (slices, i) =>
	median(
		slices.map(({ perThread, seconds }) => {
			const counts = perThread.map((all) => all[i]);
			return sum(counts) / seconds / counts.length;
		}),
	);

const total = (slices, name) =>
	slices[0][name] === undefined ? undefined : sum(slices.map((slice) => slice[name]));

function lockFigures(lock, slices, others, apart) {
	const [reads, writes] = ['reads', 'writes'].map((name) => total(slices, name));
	const part = (name, whole_) => {
		const count = total(slices, name);
		return count === undefined || whole_ === 0 ? undefined : count / whole_;
	};
	const ratios = slices.map(
		(slice) => rate(slice) / rate(others.find(({ round }) => round === slice.round)),
	);
	const scale = apart ? 2 : 1; /* half of the threads do each */
	return {
		lock,
		...{ reads, writes, rate: spread(slices.map(rate)), beside: spread(ratios) },
		reader: rateOfOne(slices, 0) * scale,
		writer: rateOfOne(slices, 1) * scale,
		writeSlow: part('writeSlow', writes),
		writeUnlockSlow: part('writeUnlockSlow', writes),
		readSlow: part('readSlow', reads),
		readUnlockSlow: part('readUnlockSlow', reads),
		slept: total(slices, 'slept') / (reads + writes),
		handoffs: total(slices, 'handoffs'),
	};
}

/** One load and preference; slowpaths are for each lock or unlock of that kind. */
export function rwFigures(lines, { title, command }) {
	const slices = readJson(lines).filter(({ round }) => round > 0); /* 0: to warm up */
	const of = (lock) => slices.filter((slice) => slice.lock === lock);
	const apart = / apart /.test(command);
	const locks = RW_LOCKS.map((lock) => lockFigures(lock, of(lock), of(BESIDE), apart));
	return { title: title.replace(/^rwlocks, /, ''), threads: slices[0].threads, locks };
}

function rowsOf(figures, cells) {
	const widest = Math.max(...figures.map(({ title }) => title.length));
	return figures.flatMap(({ title, locks }) =>
		locks.map((lock, i) => [
			`${(i === 0 ? title : '').padEnd(widest)}  ${NAMES[lock.lock]}`,
			...cells(lock),
		]),
	);
}

export function rwRateTable(figures) {
	const cells = ({ rate: all, beside, reader, writer }) => [
		...[whole(all.median), between(all, whole)],
		...[ratio(beside.median), between(beside, ratio)],
		...[whole(reader), whole(writer)],
	];
	const head = ['preferred, load, lock', 'ops/s', 'lowest to highest', `to ${BESIDE}`];
	return table(
		[...head, 'lowest to highest', 'reads/s of a thread', 'writes/s of a thread'],
		rowsOf(figures, cells),
	);
}

/** Of 1000 each, but for handoffs. */
export function rwWayTable(figures) {
	const cells = (lock) => [
		...[lock.writeSlow, lock.writeUnlockSlow, lock.readSlow, lock.readUnlockSlow, lock.slept].map(
			perThousand,
		),
		lock.handoffs === undefined ? UNKNOWN : whole(lock.handoffs),
	];
	const head = ['preferred, load, lock', 'write lock slowpaths', 'write unlock', 'read lock'];
	return table(
		[...head, 'read unlock', 'switches asleep', 'handoffs in all'],
		rowsOf(figures, cells),
	);
}
