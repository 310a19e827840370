/**
 * The vocabulary of the package: what C states about itself (Facts) and what one moment of a
 * session looks like. Nothing here knows memory layout; only `memory.ts` does.
 */

/** One byte: 0..15 = thread's own step, 16*kind+(tid-1) = environment. See core-c/machine.h. */
export type Action = number;

export type Schedule = readonly Action[] | Uint8Array;

/** As rounds or as a budget of a configuration: never used up. LS_ENDLESS of machine.h. */
export const ENDLESS = 255;

export interface FieldFacts {
	name: string;
	shift: number;
	bits: number;
	/** how to show the value: a thread number, a count, a single flag, or plain */
	kind: 'tid' | 'count' | 'flag' | 'reserved';
}

export interface WordFacts {
	name: string;
	/** index of the 32-bit word in lock memory (for node words: offset inside the node) */
	offset: number;
	kind: 'bits' | 'signed' | 'tid' | 'node' | 'flag' | 'spinlock' | 'list' | 'count';
	fields: FieldFacts[];
	/** one phrase: what the word means */
	meaning: string;
	/** cache line it lives on */
	line: string;
}

export interface ProcFacts {
	id: number;
	name: string;
	file: string;
	first: number;
	last: number;
	kernel: boolean;
}

export interface SwitchFacts {
	name: string;
	/** it mends a fault of the published text instead of planting one */
	mends: boolean;
	title: string;
	/** the verdict the fault must produce, and for VIOLATED the invariant */
	verdict: string;
	what: string;
	/** the check that shows it: a sandbox's name and flags of `lockstep check` */
	shownBy: string;
}

export interface VariantFacts {
	/** the NAME of `lockstep check NAME`, and the sandbox scenario's slug */
	name: string;
	title: string;
}

export interface LockFacts {
	id: number;
	name: string;
	title: string;
	family: string;
	source: string;
	file: string;
	/** first word = the lock word, shown as bit-fields */
	words: WordFacts[];
	/** per-thread node: words at nodeBase + tid*nodeSize + offset */
	nodeBase: number;
	nodeSize: number;
	nodeWords: WordFacts[];
	variants: VariantFacts[];
	switches: SwitchFacts[];
	/** letters of --threads, e.g. "WR" with what each does */
	roles: { letter: string; title: string }[];
	invariants: { name: string; meaning: string }[];
	/** environment actions that matter to the lock */
	env: string[];
	/** how to draw its queues, in order */
	queues: ((
		| { kind: 'mcs'; title: string; tail: string; next: string; ready: string }
		| { kind: 'list'; title: string; list: string }
		| { kind: 'owner'; title: string; word: string }
	) & {
		/** the first variant that has it and its words */
		since: number;
	})[];
}

export interface ScenarioFacts {
	name: string;
	title: string;
	lock: number;
	variant: number;
	threads: number;
	roles: string;
	rounds: number;
	switches: number;
	budget: number[];
	/** verdict that the exhaustive search must give for it, and for VIOLATED the invariant */
	verdict: string;
	what: string;
	lesson: string;
	/** the schedule that tells the story */
	story: Action[];
	/** true for the plain start of a variant, made for free play and for `check NAME` */
	sandbox: boolean;
}

export interface Facts {
	fingerprint: string;
	maxThreads: number;
	locks: LockFacts[];
	procs: ProcFacts[];
	scenarios: ScenarioFacts[];
	ops: string[];
	orders: string[];
	verdicts: string[];
	/** by kind: [0] is a thread's own step, with an empty name */
	envKinds: { name: string; verb: string; budget: boolean }[];
}

export interface Config {
	scenario: string;
	lock: number;
	variant: number;
	threads: number;
	rounds: number;
	switches: number;
	budget: number[];
	/** role index per thread, length = threads */
	roles: number[];
}

export type StepResult = 'moved' | 'spun' | 'blocked' | 'illegal';

export interface StepRecord {
	action: Action;
	/** thread whose text ran or on whom the environment acted, 1..16 */
	tid: number;
	/** '' for a thread's own step, else the environment kind's name */
	env: string;
	result: StepResult;
	op: string;
	order: string;
	line: number;
	proc: number;
	ok: boolean;
	word: number;
	wordName: string;
	target: number;
	old: number;
	new: number;
	arg: number;
	finished: boolean;
	acquired: boolean;
	released: boolean;
}

export interface WordView {
	id: number;
	name: string;
	value: number;
	facts: WordFacts;
	/** threads in order, for kind 'list' */
	list: number[];
}

export interface ThreadView {
	tid: number;
	role: string;
	status: 'ready' | 'asleep' | 'preempted' | 'done' | 'dead';
	state: 'RUNNING' | 'INTERRUPTIBLE' | 'UNINTERRUPTIBLE' | 'KILLABLE';
	onCpu: boolean;
	needResched: boolean;
	preemptOff: number;
	inKernel: boolean;
	threshold: 'off' | 'armed' | 'passed';
	timeout: 'off' | 'armed' | 'passed';
	signal: 'none' | 'signal' | 'fatal';
	holds: 'nothing' | 'read' | 'write';
	/** outermost first; the last one is where it is parked */
	frames: { proc: number; line: number }[];
}

export interface MachineView {
	lock: number;
	variant: number;
	switches: number;
	budget: number[];
	words: WordView[];
	nodes: { tid: number; words: WordView[] }[];
	threads: ThreadView[];
}

/** What one actor could do now. */
export interface Option {
	action: Action;
	tid: number;
	env: string;
	result: StepResult;
	/** "about to ..." when it can move or spins */
	about: string;
	/** why it cannot move, or what it spins for; '' when it moves */
	why: string;
	preview: StepRecord;
}

export interface Judgement {
	verdict: string;
	what: string;
}

export interface ExploreProgress {
	done: boolean;
	states: number;
	transitions: number;
	depth: number;
	seconds: number;
	verdict: string;
	what: string;
	/** shortest schedule to the fault, when there is one */
	path: Action[];
	/** upper bound of the chance that the search mistook two states for one */
	collision: number;
	/** when done: sum of the states' fingerprints, equal in two builds that found the same states */
	sum: string;
}
