/** For the unit tests of this folder: a schedule made by hand, and an MCS lock in words. */
import {
	FLAGS,
	type LockFacts,
	type MachineView,
	type OpName,
	opNumber,
	type PlaceView,
	RESULTS,
	type StepRecord,
	type ThreadView,
	type WordFacts,
	type WordView,
} from '../../../wasm/src';

const facts = (name: string, offset: number, kind: string, meaning: string) =>
	({ name, offset, kind, fields: [], meaning, line: 0 }) as unknown as WordFacts;
const TAIL_FACTS = facts('tail', 0, 'node', 'last');
const NEXT_FACTS = facts('next', 0, 'node', 'behind');
const LOCKED_FACTS = facts('locked', 1, 'flag', 'turn');

export const MCS = {
	id: 0,
	name: 'mcs',
	memory: [
		{ name: 'lock', base: 0, size: 1, count: 1, words: [TAIL_FACTS] },
		{ name: 'node', base: 1, size: 2, count: 0, words: [NEXT_FACTS, LOCKED_FACTS] },
	],
	procs: [],
	variants: [{ name: 'mcs', title: '', has: 0 }],
	queues: [{ kind: 'mcs', title: 'queue', tail: 'tail', next: 'next', ready: 'locked', with: 0 }],
	roles: [],
} as unknown as LockFacts;

export const TAIL = 0;
const next = (tid: number) => 1 + 2 * tid;
export const locked = (tid: number) => 2 + 2 * tid;

export function step(tid: number, op: OpName, more: Partial<StepRecord> = {}): StepRecord {
	return {
		action: tid - 1,
		tid,
		env: '',
		result: 'moved',
		op,
		order: 'full',
		line: 10,
		proc: 1,
		ok: true,
		word: 0xffff,
		wordName: '',
		target: 0,
		sign: 'none',
		old: 0,
		new: 0,
		arg: 0,
		finished: false,
		acquired: false,
		released: false,
		...more,
	};
}

/** What the drawings read of a session. */
export function history(records: StepRecord[], states: number[] = []) {
	return {
		record: (i: number) => records[i] as StepRecord,
		laneStates: () => Uint8Array.from(states),
		columns: () => ({
			action: Uint8Array.from(records, (r) => r.action),
			op: Uint8Array.from(records, (r) => opNumber(r.op)),
			result: Uint8Array.from(records, (r) => RESULTS.indexOf(r.result)),
			flags: Uint8Array.from(records, (r) => (r.acquired ? FLAGS.acquired : 0)),
			target: Uint8Array.from(records, (r) => r.target),
			word: Uint16Array.from(records, (r) => r.word),
			proc: Uint8Array.from(records, (r) => r.proc),
			line: Uint16Array.from(records, (r) => r.line),
		}),
	};
}

export function thread(tid: number, more: Partial<ThreadView> = {}): ThreadView {
	return {
		tid,
		role: '',
		status: 'ready',
		state: 'RUNNING',
		onCpu: true,
		needResched: false,
		preemptOff: 0,
		inKernel: true,
		threshold: 'off',
		timeout: 'off',
		signal: 'none',
		holds: 'nothing',
		frames: [
			{ proc: 1, line: 1, object: 0, locals: [] },
			{ proc: 2, line: 10, object: 0, locals: [] },
		],
		...more,
	};
}

/** An MCS machine: tail, and [next, locked] of threads 1.. */
export function machine(
	tail: number,
	nodes: [number, number][],
	queued: PlaceView[] = [],
): MachineView {
	const word = (id: number, facts: unknown, value: number) =>
		({ id, name: '', value, facts, list: [] }) as WordView;
	return {
		lock: 0,
		variant: 0,
		switches: 0,
		budget: [],
		words: [word(TAIL, TAIL_FACTS, tail)],
		nodes: nodes.map(([n, l], i) => ({
			tid: i + 1,
			words: [word(next(i + 1), NEXT_FACTS, n), word(locked(i + 1), LOCKED_FACTS, l)],
		})),
		queues: [queued],
		threads: nodes.map((_, i) => thread(i + 1)),
	};
}
