/** What one moment of a session looks like, and what a search says. Nothing here knows memory layout; only `memory.ts` does. */

import type {
	CLOCKS,
	HOLDS,
	MESI,
	ORDERS,
	RESULTS,
	SAVED,
	SIGNALS,
	SIGNS,
	STATES,
	STATUSES,
	USES,
} from '../generated/machine';
import type { Action } from './config';
import type { WordFacts } from './facts';
import type { OpName } from './ops';

export type StepResult = (typeof RESULTS)[number];

export interface StepRecord {
	action: Action;
	/** thread whose text ran or on whom the environment acted, 1..16 */
	tid: number;
	/** '' for a thread's own step, else the environment kind's name */
	env: string;
	result: StepResult;
	op: OpName;
	order: (typeof ORDERS)[number];
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
	/** nobody read it there: the caller expects that word to have it */
	expected?: true | undefined;
	/** it is an error or another code of the text, written so */
	code?: string | undefined;
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

/** A later moment at which the machine is in the state of an earlier one, and what lies between. */
export interface Return {
	/** steps taken then */
	end: number;
	/** threads that wait all the way and are not let in */
	waits: number[];
	/** of them, those whom a fair scheduler starves that takes this way for ever */
	starved: number[];
	/** of those, who is asleep on the way */
	asleep: number[];
	/** how often each thread was let in, at [tid - 1] */
	got: number[];
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
	/** when done, of an edited text: by its marks (Edit), which of the code that was asked about some schedule ran */
	ran: boolean[];
}
