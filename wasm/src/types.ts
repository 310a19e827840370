/**
 * The vocabulary of the package: what C states about itself (Facts) and what one moment of a
 * session looks like. Nothing here knows memory layout; only `memory.ts` does.
 */

import type {
	CLOCKS,
	HOLDS,
	MESI,
	RESULTS,
	SAVED,
	SIGNALS,
	SIGNS,
	STATES,
	STATUSES,
	USES,
} from '../generated/machine';
import { LIMITS } from '../generated/machine';

/** One byte: 0..15 = thread's own step, 16*kind+(tid-1) = environment. See core-c/machine.h. */
export type Action = number;

export type Schedule = readonly Action[] | Uint8Array;

/** As rounds or as a budget of a configuration: never used up. */
export const ENDLESS = LIMITS.endless;

export interface FieldFacts {
	name: string;
	shift: number;
	bits: number;
	/** how to show the value: a thread number, a count, a single flag, or plain */
	kind: 'tid' | 'count' | 'flag' | 'reserved' | 'number';
	/** the word has the field only while this bit is set, or clear */
	with?: number;
	without?: number;
}

export interface WordFacts {
	name: string;
	/** in 32-bit words, from the start of the element that it is a part of */
	offset: number;
	kind: 'bits' | 'signed' | 'tid' | 'node' | 'flag' | 'spinlock' | 'list' | 'count' | 'address';
	fields: FieldFacts[];
	/** one phrase: what the word means */
	meaning: string;
	/** the cache line that it lies on: place in the lock's lines */
	line: number;
	/** the features that a variant must have for it; none when it is left out */
	with?: number;
	/** of an address: names of the words that all threads share, by their numbers */
	names?: string[];
}

/** A cache line of a lock. */
export interface LineFacts {
	name: string;
	/** each thread has one */
	ofThread: boolean;
}

/** A run of words in the memory of a lock, or an array of such runs. */
export interface MemoryFacts {
	name: string;
	/** in words from the start of the lock */
	base: number;
	/** words of one element */
	size: number;
	/** elements; 0 = one for each thread: element T is that of thread T, element 0 nobody's */
	count: number;
	words: WordFacts[];
}

export interface LocalFacts {
	name: string;
	/** in bytes from the first local */
	offset: number;
	size: number;
	signed: boolean;
}

/** What a local is while a thread rests at a line from..to, both counted from the first of the procedure. */
export interface MeaningFacts {
	/** place among the locals */
	local: number;
	/** a value of a word, or of the one whose address another local has; an address; a thread's number */
	as: 'value' | 'at' | 'address' | 'thread';
	from: number;
	to: number;
	/** the word, counted from the object that the procedure works on; of 'at' the place of that other local */
	of: number;
}

/** A procedure that a lock uses; its number is its place in the list. */
export interface ProcFacts {
	name: string;
	/** name of the text that it stands in: the lock's own, or one that the lock uses */
	text: string;
	/** lines of that text, from 1 */
	first: number;
	last: number;
	kernel: boolean;
	locals: LocalFacts[];
	means: MeaningFacts[];
	/** by line from its first: a bit for each word of its locals that nobody reads from there on */
	dead: number[];
}

export interface SwitchFacts {
	name: string;
	/**
	 * what it does to the text: plants a fault in it, mends one that was published, adds an assertion, or tries an order
	 * that the memory model allows
	 */
	kind: 'planted' | 'mended' | 'asserted' | 'reordered';
	title: string;
	/** the verdict the fault must produce, and for VIOLATED the invariant */
	verdict: string;
	what: string;
	/** the check that shows it: a sandbox's name and flags of `lockstep check`; comes with the module */
	shownBy: string;
	/** the same as a configuration, without the switch itself */
	showing: Config;
}

export interface VariantFacts {
	/** the NAME of `lockstep check NAME`, and the sandbox scenario's slug */
	name: string;
	title: string;
	/** its features, a bit each */
	has: number;
}

/** What follows its variants is empty until its module is there. */
export interface LockFacts {
	id: number;
	name: string;
	title: string;
	family: string;
	source: string;
	variants: VariantFacts[];
	/** of the texts that it uses, 6 hex digits: changes with any of them */
	fingerprint: string;
	/** the first word of the first = the lock word, shown as bit-fields */
	memory: MemoryFacts[];
	/** those that all threads share, then those of a thread, of which the first holds the scheduler's words */
	lines: LineFacts[];
	procs: ProcFacts[];
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
		/* numbers of the lock, each a word or a field of one: val.next */
		| { kind: 'ticket'; title: string; next: string; serving: string }
		/* an array of buckets, each with a lock, a list, perhaps a count; key: what a thread waits for */
		| {
				kind: 'buckets';
				title: string;
				array: string;
				lock: string;
				count?: string;
				list: string;
				key: string;
				/** names of further words of a bucket, between commas */
				more: string;
				/** which of the array are drawn; 0 elements: all from the first */
				first: number;
				elements: number;
		  }
	) & {
		/** the features that a variant must have for it and its words */
		with: number;
	})[];
}

/** What the author of a story says of one of its moments. */
export interface Beat {
	/** steps of the story taken before it */
	at: number;
	/** why: the step's own sentence says what */
	note: string;
	/** a question that the note answers */
	ask?: string;
	/** names of words to look at, between commas */
	look?: string;
	/** here it is decided */
	decisive?: boolean;
	/** the decisive step is the one behind this moment, not the one before it */
	ahead?: boolean;
	/** better seen with the cache lines on */
	lines?: boolean;
}

/** What follows `planted` is empty until the lock's module is there. */
export interface ScenarioFacts {
	name: string;
	title: string;
	lock: number;
	variant: number;
	threads: number;
	roles: string;
	/** verdict that the exhaustive search must give for it */
	verdict: string;
	/** true for the plain start of a variant, made for free play and for `check NAME` */
	sandbox: boolean;
	/** it runs with a fault planted in the text */
	planted: boolean;
	rounds: number;
	switches: number;
	budget: number[];
	/** for the verdict VIOLATED: the invariant */
	what: string;
	/** what it teaches, in a sentence or two */
	lesson: string;
	/** the schedule that tells the story */
	story: Action[];
	/** in the order of the story */
	beats: Beat[];
	/** the story that its last note leads to, by name; absent: the next of the family */
	next?: string;
	/** the first step of the story that goes another way without the faults planted in it; the length of it: none */
	partsAt: number;
	/** steps of the story behind which no schedule saves what goes wrong in it; 0: there is always one */
	lateAt: number;
}

/** A set-up and a goal to be reached in it; all of them are in `generated/levels.ts`, the page's list needs no module. */
export interface LevelFacts extends Config {
	name: string;
	title: string;
	/** what is to be done, in one sentence */
	task: string;
	/** the same as facts, which the core takes and judges; the build has read them */
	goal: readonly number[];
	/** what each of those facts says, in words */
	says: string[];
	/** the shipped recording whose first events the goal is; '' = it is of facts */
	recording: string;
	hint: string;
	/** what it has shown */
	after: string;
	/** steps of the shortest solution; 0 = there is none */
	shortest: number;
	/** 1 easy .. 5 */
	grade: number;
}

export interface Facts {
	maxThreads: number;
	locks: LockFacts[];
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

export type StepResult = (typeof RESULTS)[number];

export interface StepRecord {
	action: Action;
	/** thread whose text ran or on whom the environment acted, 1..16 */
	tid: number;
	/** '' for a thread's own step, else the environment kind's name */
	env: string;
	result: StepResult;
	op: string;
	order: string;
	/** of the text that the procedure stands in; 0 for the environment */
	line: number;
	/** place in the lock's procs */
	proc: number;
	ok: boolean;
	word: number;
	wordName: string;
	/** the thread that it acts on, or sends its sign to; 0 = none */
	target: number;
	/** what it sends to another thread */
	sign: (typeof SIGNS)[number];
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

export interface LocalView {
	name: string;
	value: number | null;
	/** as what it is to be read; absent: as a number */
	facts?: WordFacts | undefined;
	/** the word that it is a value of: "readers", "node.next" */
	of?: string | undefined;
}

/** A call that a thread is in. */
export interface FrameView {
	/** place in the lock's procs */
	proc: number;
	/** of the text that the procedure stands in; 0 = not started */
	line: number;
	/** the word at which the object begins that it works on */
	object: number;
	/** its locals in their order; null for one that nobody reads any more */
	locals: LocalView[];
}

export interface ThreadView {
	tid: number;
	role: string;
	status: (typeof STATUSES)[number];
	state: (typeof STATES)[number];
	onCpu: boolean;
	needResched: boolean;
	preemptOff: number;
	inKernel: boolean;
	threshold: (typeof CLOCKS)[number];
	timeout: (typeof CLOCKS)[number];
	signal: (typeof SIGNALS)[number];
	holds: (typeof HOLDS)[number];
	/** outermost first; the last one is where it is parked */
	frames: FrameView[];
}

/** A thread in a queue. */
export interface PlaceView {
	tid: number;
	/** it is this thread's turn */
	ready: boolean;
	/** the one before it names it as its successor; true for the first */
	linked: boolean;
	/** the thread that its own link names, 0 = NULL */
	next: number;
	/** where numbers are dealt: the one that it holds, or has drawn and waits for */
	number: number;
}

export interface MachineView {
	lock: number;
	variant: number;
	switches: number;
	budget: number[];
	words: WordView[];
	nodes: { tid: number; words: WordView[] }[];
	/** who stands where, first to last, in the order of the lock's queues; none in those that are no line */
	queues: PlaceView[][];
	threads: ThreadView[];
}

/** What a CPU has of a cache line: Modified, Exclusive, Shared or Invalid. */
export type Mesi = (typeof MESI)[number];

/** What one step did to a cache line. */
export interface Touch {
	/** number of the line; null for a step that uses none */
	line: number | null;
	tid: number;
	use: (typeof USES)[number];
	/** what the CPU of tid had of the line, and has */
	before: Mesi;
	after: Mesi;
	/** the line came to that CPU */
	transfer: boolean;
	/** the thread whose CPU alone had the line, and gave it; 0 = memory, or a cache that all share */
	from: number;
	/** threads whose copies are invalid now */
	lost: number[];
	/** of them those that were watching the line */
	disturbed: number[];
}

/** A cache line at one moment. */
export interface LineView {
	id: number;
	/** by thread: [tid - 1] */
	states: Mesi[];
	/** threads that read it while they wait */
	watchers: number[];
	/** so far: times that it came to a CPU, and copies that became invalid */
	transfers: number;
	lost: number;
}

/** All lines at one moment, with what all steps so far have cost. */
export interface CacheView {
	lines: LineView[];
	transfers: number;
	lost: number;
	disturbed: number;
	/** reads-modify-writes among the accesses */
	rmws: number;
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
	/** shortest schedule to the fault or goal, when there is one */
	path: Action[];
	/** of a search for a goal: there is a way, and the path is the shortest */
	found: boolean;
	/** upper bound of the chance that the search mistook two states for one */
	collision: number;
	/** when done: sum of the states' fingerprints, equal in two builds that found the same states */
	sum: string;
	/** of a search behind some steps: the first of them that broke something, or 0 */
	brokenAt: number;
	/** of the same: some schedule lets all threads finish with all well */
	saved: (typeof SAVED)[number];
}
