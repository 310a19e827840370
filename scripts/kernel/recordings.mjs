/** Runs that are recorded in the virtual machine, and held against the model there (docs/traces.md). */
import { ofEach } from './locks.mjs';

export const TRACE = '/sys/kernel/debug/lockstep/trace';
const FILE = '/run.trace';
const LOG = 40_000; /* accesses of a thread */
export const LOG_OF_FAULTS = 4_000; /* of a trace that goes over the serial line */
const MAY_GIVE_UP = /[IKQT]/; /* roles whose rounds may end without the lock */

/**
 * @typedef {{ variant: string, threads: string, rounds: number, options: string }} Recording
 * @typedef {{ trace: any, result: any }} Judgement the JSON of `lockstep conform`
 */

const read = ([threads, rounds, options], variant) => ({ variant, threads, rounds, options });
const of = (table) =>
	Object.entries(table).flatMap(([variant, rows]) => rows.map((row) => read(row, variant)));

/** @type {Recording[]} */
export const RECORDINGS = ofEach('recorded', 'calls').flatMap(of);
export const VARIANTS = [...new Set(RECORDINGS.map(({ variant }) => variant))];

const ON_CALLS = new Set(ofEach('calls').flatMap((table) => Object.keys(table)));
const usesCalls = (variant) => ON_CALLS.has(variant);

/** @returns {Judgement} */
function readJudgement(lines) {
	const json = lines.find((line) => line.startsWith('{'));
	if (!json) throw new Error(`no judgement: ${lines.slice(-3).join(' / ')}`);
	return JSON.parse(json);
}

/** What a judgement has to complain about. */
export function refusal({ trace, result, notes }) {
	if (!trace) return `it is no trace: ${notes?.join('; ')}`;
	if (trace.notes.length > 0) return `the trace is damaged: ${trace.notes.join('; ')}`;
	if (result.verdict === 'agrees') return undefined;
	const { conforming, events, verdict, differs } = result;
	const of = `${conforming} of ${events} events conform`;
	if (!differs) return `${of}: ${verdict}`;
	const allowed = differs.allowed.slice(0, 3).map((line) => `\n      ${line}`);
	return `${of}; line ${differs.line} of the trace is ${differs.saw}; the model allows:${allowed.join('')}`;
}

/** What a run that nobody left early must have come to. */
function wholeRun({ threads, rounds, options }, acquired) {
	if (MAY_GIVE_UP.test(threads) || /kills/.test(options)) return undefined;
	const wanted = threads.length * rounds;
	return acquired === wanted ? undefined : `${acquired} acquisitions, not ${wanted}`;
}

const FAILS = ofEach('fails').flat();

/** It breaks its promise as published, and its folder says how. */
function failsAsPosted({ variant, threads }, verdict, why) {
	return FAILS.some(
		(known) =>
			verdict === 'fail' &&
			known.variants.includes(variant) &&
			known.meet.every((letters) => [...letters].some((letter) => threads.includes(letter))) &&
			known.why.includes(why),
	);
}

/** The module's own judgement: counter, exclusion, at rest; and that its log was long enough. */
function moduleOutcome(recording) {
	return (lines) => {
		const { verdict, why, counter, expected, acquired, events, perThread } = readJudgement(lines);
		if (failsAsPosted(recording, verdict, why)) return undefined;
		if (verdict !== 'pass') return `${verdict}: ${why}`;
		if (counter !== expected) return `the counter is ${counter}, not ${expected}`;
		const isFull = events >= LOG && perThread.length * LOG > events;
		return isFull ? undefined : wholeRun(recording, acquired);
	};
}

/** Why `lockstep record` failed, and what it says behind that, such as each thread's place; or its last lines. */
function whyItFailed(lines) {
	const at = lines.findIndex((line) => line.includes('the run failed: '));
	return lines.slice(at < 0 ? -3 : at).join(' / ');
}

function recordOutcome(recording) {
	return (lines) => {
		const [, acquired] = /: (\d+) acquisitions, \d+ events/.exec(lines.join('\n')) ?? [];
		if (acquired === undefined || lines.length > 1) return whyItFailed(lines);
		return wholeRun(recording, Number(acquired));
	};
}

/**
 * Of a kernel that does not trace each access of its calls (docs/traces.md, "seen calls" without "steps traced") so many
 * recordings may be left unexplained, for most steps are inferred. They are kept, told, and counted for nothing. Where
 * each access is told, by our texts or by the kernel, there is no such excuse.
 */
const UNEXPLAINED = 0.025;
const tellsAll = ({ trace }) => trace?.seen !== 'calls' || trace.allTraced === true;
const MOST_ENDS = 2; /* of all recordings once, those that end at looksAtAnEnd(): one of about 240 did */

/**
 * Of a recording that differs at a look at another thread: at whom (T1 is 1), what was found (1: on its CPU), what the
 * model has, whether that thread has ended there, and the access that it stands before, if it has one.
 * @returns {{ at: number, found: number, model: number, ended: boolean, before?: string } | undefined}
 */
export const lookOf = ({ result }) => result?.differs?.look;

/**
 * The model takes a thread off its CPU with the last access that it makes, a kernel as it exits, some
 * microseconds later. Who asks in between finds it running, as no schedule of the model has it.
 */
export function looksAtAnEnd(judgement) {
	const look = lookOf(judgement);
	return look?.ended === true && look.found === 1 && look.model === 0;
}

const isUnexplained = ({ judgement }) =>
	refusal(judgement) !== undefined && (!tellsAll(judgement) || looksAtAnEnd(judgement));

export const explained = (recordings) => recordings.filter((one) => !isUnexplained(one));

/** What is wrong with how many were left unexplained, if anything. */
export function tooManyUnexplained(recordings) {
	const inferred = recordings.filter(({ judgement }) => !tellsAll(judgement));
	const left = inferred.filter(isUnexplained);
	const ends = recordings.filter(({ judgement }) => looksAtAnEnd(judgement)).length;
	const most = MOST_ENDS * Math.max(1, Math.ceil(recordings.length / RECORDINGS.length));
	if (ends > most) return `${ends} recordings look at a thread that has ended, more than ${most}`;
	return left.length > UNEXPLAINED * inferred.length
		? `${left.length} of ${inferred.length} recordings of system calls are not explained, more than ${UNEXPLAINED * 100} %`
		: undefined;
}

/** It came to a verdict, and that is a difference. */
function differs({ code, lines }) {
	return code === '1' && readJudgement(lines).result?.verdict === 'differs';
}

/** Of a run of `lockstep conform`: it is refused, and for this reason. */
export const refusedFor = (isReason) => (run) => differs(run) && isReason(readJudgement(run.lines));

/** judged: the file. Kept when it is refused, so that the host can look at it. */
export function judging(recording, title, file) {
	return [
		{
			title: `${title}: held against the model`,
			limit: 240,
			command: `/lockstep conform --json --transitions ${file}`,
			check: (lines) => refusal(readJudgement(lines)),
			mayRefuse: refusedFor((judgement) => !tellsAll(judgement) || looksAtAnEnd(judgement)),
			recording,
		},
		{
			...{ title: `${title}: the trace`, limit: 240, command: `show ${file}` },
			...{ afterFailure: true, quiet: true },
		},
	];
}

/** What can hang as published. Then its threads stay, and the module with them: nothing else of it runs in that boot. */
const HANGING = new Set(ofEach('hangs').flat());
const hangs = (run) => run?.lines.some((line) => line.includes('"verdict":"hang"')) ?? false;

/** The first recording of a boot that hung, as an index into its plan, or -1. */
export const firstHang = (plan, runs) => plan.findIndex(({ mayHang }, i) => mayHang?.(runs[i]));

function inKernel(recording) {
	return moduleSteps(recording).map((step) =>
		HANGING.has(recording.variant) ? { ...step, untilHung: true } : step,
	);
}

function moduleSteps(recording) {
	const { variant, threads, rounds, options } = recording;
	const title = `${variant} ${threads} ${options}`;
	const values = `lock=${variant} threads=${threads} rounds=${rounds} log=${LOG} ms=60000 hang_ms=5000 ${options}`;
	return [
		{ title, limit: 120, command: `insmod /lockstep.ko ${values}` },
		{
			title: `${title}: its outcome`,
			limit: 20,
			command: 'show /sys/module/lockstep/parameters/result',
			check: moduleOutcome(recording),
			mayHang: HANGING.has(variant) ? hangs : undefined,
		},
		...judging(recording, title, TRACE),
		{ title: `${title}: unloading`, limit: 30, command: 'rmmod lockstep' },
	];
}

const DELAYS = / ?\bdelays=(\d+)/;

/** Commands with which the kernel waits between its accesses meanwhile. */
function delayed(title, spell, steps) {
	const load = `insmod /tp_delays.ko spell=${spell}`;
	return [
		{ title: `${title}: waits in the kernel`, limit: 20, command: load },
		...steps,
		{ title: `${title}: no more waits`, limit: 20, command: 'rmmod tp_delays' },
	];
}

function onCalls(recording) {
	const { variant, threads, rounds, options } = recording;
	const title = `${variant} ${threads} ${options}`.trim();
	const own = options.replace(DELAYS, '');
	const how = `--threads ${threads} --rounds ${rounds} --trace-events --out ${FILE} ${own}`;
	const record = {
		...{ title, limit: 120, command: `/lockstep record ${variant} ${how}` },
		check: recordOutcome(recording),
	};
	const [, spell] = DELAYS.exec(options) ?? [];
	const steps = spell ? delayed(title, spell, [record]) : [record];
	return [...steps, ...judging(recording, title, FILE)];
}

/** Steps of a plan, each with the recording that it judges, if it judges one. */
export const recordingPlan = (recordings) =>
	recordings
		.toSorted((a, b) => rank(a) - rank(b))
		.flatMap((one) => (usesCalls(one.variant) ? onCalls(one) : inKernel(one)));

/** Steps of a plan with each trace shown instead of judged; `recording` stands at the step that shows it. */
export function shownInstead(plan) {
	let shown;
	return plan.flatMap((step) => {
		if (step.recording) {
			shown = step.recording;
			return [];
		}
		return step.afterFailure ? [{ ...step, afterFailure: false, recording: shown }] : [step];
	});
}

export const tracesPlan = (recordings) => shownInstead(recordingPlan(recordings));

/** What may hang comes last. */
const rank = ({ variant }) => (HANGING.has(variant) ? 1 : 0);

/** What a boot with that plan gave: each recording with its judgement, and the trace if it was refused. */
export function judged(plan, runs) {
	const hung = firstHang(plan, runs);
	return plan.flatMap(({ recording, untilHung }, i) => {
		if (hung >= 0 && untilHung && i > hung + 1)
			return []; /* the trace of the one that hung, again */
		if (!recording || !runs[i]?.lines.some((line) => line.startsWith('{'))) return [];
		const kept = runs[i + 1]?.code === '0' ? runs[i + 1].lines : undefined;
		return [{ recording, judgement: readJudgement(runs[i].lines), kept }];
	});
}
