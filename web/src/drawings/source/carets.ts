/** Where the threads stand in the text, and which lines each has run in the call it is in. */
import {
	FLAGS,
	LANE,
	type MachineView,
	type Option,
	type ProcFacts,
	RESULTS,
	type Session,
	type ThreadView,
} from '../../../../wasm/src';

export interface Caret {
	tid: number;
	/** a frame further out: the line of the call that the thread is inside */
	outer: boolean;
}

/** Name of the text that a call of a thread is in, the innermost unless said otherwise; '' when it is in none. */
export function textOf(
	thread: ThreadView | undefined,
	procs: readonly ProcFacts[],
	depth = -1,
): string {
	return procs[thread?.frames.at(depth)?.proc ?? -1]?.text ?? '';
}

/** The threads that stand on each line of a text; `focus` also on the lines that led there. */
export function caretsOf(
	machine: MachineView,
	procs: readonly ProcFacts[],
	text: string,
	focus: number | null,
): Map<number, Caret[]> {
	const carets = new Map<number, Caret[]>();
	const put = (line: number, caret: Caret) => {
		if (line > 0) carets.set(line, [...(carets.get(line) ?? []), caret]);
	};
	for (const thread of machine.threads) {
		if (thread.status === 'done' || thread.status === 'dead') continue;
		thread.frames.forEach((frame, depth) => {
			const outer = depth < thread.frames.length - 1;
			if (procs[frame.proc]?.text !== text || (outer && thread.tid !== focus)) return;
			put(frame.line, { tid: thread.tid, outer });
		});
	}
	return carets;
}

const IN_CALL = LANE.inCall;
const SPUN = RESULTS.indexOf('spun');
const ACQUIRED_OR_RELEASED = FLAGS.acquired | FLAGS.released;
const LOOK_BACK = 2000;

/**
 * The procedures that the workload calls itself, other than the one that `thread` is in: a step in
 * one of them belongs to an earlier call, also when the thread went from call to call without pause.
 */
export function otherCalls(thread: ThreadView, procs: readonly ProcFacts[]): ReadonlySet<number> {
	const [worker, call] = thread.frames;
	const called = procs[worker?.proc ?? -1]?.calls ?? [];
	return new Set(called.filter((proc) => proc !== call?.proc));
}

/**
 * Lines of a text that a thread has run since it entered the call it is in; none when it is in no
 * call. A step in one of the procedures `others` ends the look back.
 */
export function linesRun(
	session: Pick<Session, 'columns' | 'laneStates'>,
	at: number,
	tid: number,
	threads: number,
	shown: { procs: readonly ProcFacts[]; text: string; others: ReadonlySet<number> },
): Set<number> {
	const { action, proc, line, result, flags } = session.columns();
	const states = session.laneStates();
	const inCall = (moment: number) =>
		((states[moment * threads + tid - 1] as number) & IN_CALL) !== 0;
	const lines = new Set<number>();
	if (!inCall(at)) return lines;
	for (let i = at - 1; i >= 0 && i > at - LOOK_BACK; i--) {
		if (action[i] !== tid - 1) continue;
		const ran = proc[i] as number;
		const before = !inCall(i) || ((flags[i] as number) & ACQUIRED_OR_RELEASED) !== 0;
		if (before || shown.others.has(ran)) break;
		const of = shown.procs[ran];
		if (result[i] !== SPUN && of?.text === shown.text) lines.add(of.first + (line[i] as number));
	}
	return lines;
}

const known = new WeakMap<MachineView, Option[]>();

/** What each thread would do next; asked once a moment, since several drawings want to know. */
export function optionsOf(session: Session, machine: MachineView, at: number): Option[] {
	if (session.cursor !== at) return [];
	const options = known.get(machine) ?? session.options();
	known.set(machine, options);
	return options;
}
