/** Recordings of locks that the kernel itself uses: its own mutex.c and rwsem.c, driven by work (core-c/kernel/harness/stock.c). */
import { tally } from './coverage.mjs';
import { ofEach } from './locks.mjs';
import { tooLittle } from './outcome.mjs';
import { judging, lookOf, refusedFor } from './recordings.mjs';

/** What the folders of our texts say of them: locks.mjs. */
export const STOCKS = ofEach('stock');
const FILE = '/stock.trace';

/** Of a row of work; of so many events of each task. */
export const stockCommand = ([, what, events, options], { file = FILE, log = events } = {}) =>
	`/stock --out ${file} ${what} --log ${log} --seconds 30 ${options}`;

/** It ends with 0, having said how many events there are, and nothing else. */
function outcome(lines) {
	const [, events] = /^\d+ tasks, (\d+) events$/.exec(lines.at(-1) ?? '') ?? [];
	if (lines.length !== 1 || events === undefined)
		return lines.slice(-3).join(' / ') || 'it says nothing';
	return Number(events) > 0 ? undefined : 'it has no events';
}

/**
 * The model switches preemption off with the access before it, a kernel some instructions later, and may lose its CPU in
 * between. Who asks for it then finds it off its CPU, as no schedule of the model has it.
 */
const looksIntoTheGapOf =
	({ preemptionIsOff: gap }) =>
	(judgement) => {
		const look = lookOf(judgement);
		return gap !== undefined && look?.before === gap.before && look.found === 0 && look.model === 1;
	};
export const looksIntoTheGap = (judgement) =>
	STOCKS.some((stock) => looksIntoTheGapOf(stock)(judgement));

/** One recording, and its judgement in the machine. */
export function stockSteps(stock, row) {
	const [threads, what, rounds, options] = row;
	const { name, variant } = stock;
	const recording = { variant, threads, rounds, options };
	const title = `the kernel's own ${name}, ${what}, ${options}`;
	return [
		{ title, limit: 90, command: stockCommand(row), check: outcome },
		...judging(recording, title, FILE).map((step) =>
			stock.preemptionIsOff ? { ...step, mayRefuse: refusedFor(looksIntoTheGapOf(stock)) } : step,
		),
	];
}

export const STOCK = STOCKS.flatMap((stock) => stock.work.flatMap((row) => stockSteps(stock, row)));

/** The same work of these variants, with so many events of each task. */
export const shortStock = (variants, log) =>
	STOCKS.filter(({ variant }) => variants.includes(variant)).flatMap((stock) =>
		stock.work.flatMap((row) => stockSteps(stock, row.with(2, log))),
	);

const figuresOf = (row) =>
	[
		`${row.recordings} recordings, ${row.conforming.toLocaleString('en')} of ${row.events.toLocaleString('en')} events conform`,
		`${row.covered} of ${row.reachable} lines, ${row.branches} of ${row.branchesReachable} branches`,
	].join('; ');

/** What a person may want to know of all recordings of one; and what they lack, one sentence each. */
export function stockFigures(stock, recordings) {
	const { name, variant, enough, allLines, preemptionIsOff } = stock;
	const [row] = tally(recordings, [variant]);
	const said = allLines ? row.missed.map((line) => tooLittle(`never took ${line}`)) : [];
	if (row.conforming < enough)
		said.push(tooLittle(`only ${row.conforming} events of the ${name} conform`));
	const gaps = recordings.filter(({ judgement }) => looksIntoTheGapOf(stock)(judgement)).length;
	if (gaps > (preemptionIsOff?.most ?? 0))
		said.push(
			`${gaps} recordings look at a task before its preemption is off, more than ${preemptionIsOff.most}`,
		);
	return { text: `${name}: ${figuresOf(row)}`, said };
}
