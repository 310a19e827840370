/** Which lines of the lock texts the recorded runs took, and which of the rest have a reason. */
import { ofEach } from './locks.mjs';
import { ATTEMPTS } from './outcome.mjs';
import { VARIANTS } from './recordings.mjs';

const ENOUGH_EVENTS = 1_000_000;
/* Of the lines that can be reached in the model. Where owners die and time is short, which lines come up is chance. */
const ENOUGH_LINES = 0.95; /* of all variants together */
const LEAST_LINES = 0.85; /* of each */

/** Lines that need not come up, by their sentence in the text. */
export const EXCUSED = ofEach('excused').flat();

/** "rwsem17_down_write:590 takes ..." without the number, which an edit of the text moves. */
const nameOf = (missed) => missed.replace(/:\d+ /, ' ');
const excuseFor = (missed) => EXCUSED.find(({ line }) => nameOf(missed).startsWith(line));
const reasonFor = (missed) => excuseFor(missed)?.why;

const lineOf = (sentence) => Number(/:(\d+) /.exec(sentence)?.[1]);

/** Of lists of what was missed and lists of what was taken: what nobody took. */
function missedByAll(missed, took, key = (one) => one) {
	const taken = new Set(took.flat());
	return [...new Set(missed.flat())].filter((one) => !taken.has(key(one)));
}

/**
 * By variant: what all its recordings come to. missed: lines that none of them took; unexcused:
 * those without a reason. What can be reached depends on a recording's switches: in one of them is enough.
 */
export function tally(recordings, variants = VARIANTS) {
	return variants.map((variant) => {
		const judgements = recordings
			.filter(({ recording }) => recording.variant === variant)
			.map(({ judgement }) => judgement);
		const lines = judgements.map(({ result }) => result.lines);
		const sum = (numbers) => numbers.reduce((a, b) => a + b, 0);
		const took = (name) => lines.map((one) => one[name]);
		const missed = missedByAll(took('missed'), took('took'), lineOf);
		const branchesMissed = missedByAll(took('missedBranches'), took('tookBranches'));
		const covered = new Set(took('took').flat()).size;
		const branches = new Set(took('tookBranches').flat()).size;
		return {
			variant,
			recordings: judgements.length,
			events: sum(judgements.map(({ result }) => result.events)),
			conforming: sum(judgements.map(({ result }) => result.conforming)),
			reachable: covered + missed.length,
			covered,
			branches,
			branchesReachable: branches + branchesMissed.length,
			missed,
			unexcused: missed.filter((line) => !reasonFor(line)),
		};
	});
}

const tooFew = (covered, reachable, least) =>
	`took ${covered} of ${reachable} lines, less than ${least * 100} %`;
const sumOf = (rows, name) => rows.reduce((sum, row) => sum + row[name], 0);
const conformingOf = (rows) => sumOf(rows, 'conforming');

/** Variants of which more must be recorded; all of them when the events are too few. */
export function wanting(rows) {
	const few = conformingOf(rows) < ENOUGH_EVENTS;
	return rows.filter((row) => few || shortOf(row).length > 0).map(({ variant }) => variant);
}

/**
 * Of which variants the nth boot makes recordings: of all as often as was asked for, then of those that want more, as often
 * as may be tried at what chance decides.
 */
export function variantsOf(nth, times, left) {
	if (nth <= times) return VARIANTS;
	return nth < times + ATTEMPTS ? left : [];
}

/** What a variant lacks, one sentence each. */
function shortOf({ variant, recordings, covered, reachable, unexcused }) {
	if (recordings === 0) return [`${variant}: nothing was recorded`];
	const said = unexcused.map((line) => `${variant}: never took ${line}`);
	if (covered < LEAST_LINES * reachable)
		said.push(`${variant}: ${tooFew(covered, reachable, LEAST_LINES)}`);
	return said;
}

/** What is lacking in the end, one sentence each; empty when it is enough. */
export function shortfall(rows) {
	const events = conformingOf(rows);
	const few = events < ENOUGH_EVENTS ? [`only ${events} events conform in all`] : [];
	const [covered, reachable] = [sumOf(rows, 'covered'), sumOf(rows, 'reachable')];
	const fewLines =
		covered < ENOUGH_LINES * reachable
			? [`all together ${tooFew(covered, reachable, ENOUGH_LINES)}`]
			: [];
	return [...rows.flatMap(shortOf), ...few, ...fewLines];
}

const COLUMNS = [
	['variant', ({ variant }) => variant],
	['recordings', ({ recordings }) => recordings],
	['events', ({ events }) => events],
	['conforming', ({ conforming }) => conforming],
	['lines', ({ covered, reachable }) => `${covered}/${reachable}`],
	['branches', ({ branches, branchesReachable }) => `${branches}/${branchesReachable}`],
];

/** The figures as a table, with the lines that no run took and why. */
export function table(rows) {
	const total = { variant: 'total' };
	const counts = ['recordings', 'events', 'conforming', 'covered', 'reachable'];
	const adding = [...counts, 'branches', 'branchesReachable'];
	for (const name of adding) total[name] = sumOf(rows, name);
	const body = [...rows, total].map((row) =>
		COLUMNS.map(([, cell]) => cell(row).toLocaleString('en')),
	);
	const cells = [COLUMNS.map(([title]) => title), ...body];
	const widths = COLUMNS.map((_, i) => Math.max(...cells.map((row) => row[i].length)));
	const pad = (text, i) => (i === 0 ? text.padEnd(widths[i]) : text.padStart(widths[i]));
	const notRun = rows.flatMap(({ variant, missed }) =>
		missed.map((line) => `  not taken in ${variant}: ${line} (${reasonFor(line) ?? 'no reason'})`),
	);
	return [...cells.map((row) => row.map(pad).join('  ')), ...notRun];
}
