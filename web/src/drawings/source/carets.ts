/** Where the threads stand in the text, and which lines each has run in the call it is in. */
import type { MachineView, Option, ProcFacts, Session, ThreadView } from '../../../../wasm/src';

export interface Caret {
	tid: number;
	/** a frame further out: the line of the call that the thread is inside */
	outer: boolean;
}

export function baseName(path: string): string {
	return path.slice(path.lastIndexOf('/') + 1);
}

/** File of the innermost frame of a thread, or '' when it has none. */
export function fileOf(thread: ThreadView | undefined, procs: readonly ProcFacts[]): string {
	const top = thread?.frames.at(-1);
	const proc = procs.find((p) => p.id === top?.proc);
	return proc ? baseName(proc.file) : '';
}

/** The threads that stand on each line of a file; `focus` also on the lines that led there. */
export function caretsOf(
	machine: MachineView,
	procs: readonly ProcFacts[],
	file: string,
	focus: number | null,
): Map<number, Caret[]> {
	const inFile = new Map(procs.map((p) => [p.id, baseName(p.file) === file]));
	const carets = new Map<number, Caret[]>();
	const put = (line: number, caret: Caret) => {
		if (line > 0) carets.set(line, [...(carets.get(line) ?? []), caret]);
	};
	for (const thread of machine.threads) {
		if (thread.status === 'done' || thread.status === 'dead') continue;
		thread.frames.forEach((frame, depth) => {
			const outer = depth < thread.frames.length - 1;
			if (!inFile.get(frame.proc) || (outer && thread.tid !== focus)) return;
			put(frame.line, { tid: thread.tid, outer });
		});
	}
	return carets;
}

const IN_CALL = 32;
const SPUN = 1;
const ACQUIRED_OR_RELEASED = 6;
const LOOK_BACK = 2000;

type Range = Pick<ProcFacts, 'first' | 'last'>;

/**
 * The procedures that the workload calls itself, other than the one that `thread` is in: a step in
 * one of them belongs to an earlier call, also when the thread went from call to call without pause.
 */
export function otherCalls(
	thread: ThreadView,
	procs: readonly ProcFacts[],
	source: readonly string[],
): Range[] {
	const worker = procs.find((p) => p.id === thread.frames[0]?.proc);
	if (!worker) return [];
	const text = source.slice(worker.first - 1, worker.last).join('\n');
	const called = new Set(
		[...text.matchAll(/\b(?:DO\(|(?:CALL|SYSCALL)\([^,]*,\s*)(\w+)/g)].map((m) => m[1]),
	);
	return procs.filter(
		(p) => called.has(p.name) && p.file === worker.file && p.id !== thread.frames[1]?.proc,
	);
}

/** Lines that a thread has run since it entered the call it is in; none when it is in no call. */
export function linesRun(
	session: Pick<Session, 'columns' | 'laneStates'>,
	at: number,
	tid: number,
	threads: number,
	others: readonly Range[] = [],
): Set<number> {
	const { action, line, result, flags } = session.columns();
	const states = session.laneStates();
	const inCall = (moment: number) =>
		((states[moment * threads + tid - 1] as number) & IN_CALL) !== 0;
	const lines = new Set<number>();
	if (!inCall(at)) return lines;
	for (let i = at - 1; i >= 0 && i > at - LOOK_BACK; i--) {
		if (action[i] !== tid - 1) continue;
		const ran = line[i] as number;
		const before = !inCall(i) || ((flags[i] as number) & ACQUIRED_OR_RELEASED) !== 0;
		if (before || others.some((p) => ran >= p.first && ran <= p.last)) break;
		if (result[i] !== SPUN) lines.add(ran);
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
