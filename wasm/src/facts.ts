/** What C states about itself: its locks, scenarios and levels. Nothing here knows memory layout; only `memory.ts` does. */

import type { FIELD_KINDS, QUEUE_WORDS, SWITCH_KINDS, WORD_KINDS } from '../generated/machine';
import type { Action, Config } from './config';

export interface FieldFacts {
	name: string;
	shift: number;
	bits: number;
	/** how to show the value: a thread number, a count, a single flag, or plain */
	kind: (typeof FIELD_KINDS)[number];
	/** the word has the field only while this bit is set, or clear */
	with?: number;
	without?: number;
}

export interface WordFacts {
	name: string;
	/** in 32-bit words, from the start of the element that it is a part of */
	offset: number;
	kind: (typeof WORD_KINDS)[number];
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
	/**
	 * a value of a word, one that is to be written to it, one of the word whose address another local has, or one that the
	 * caller expects in that; an address; a thread's number; or, where it has this value, a code of the text: an error, an answer
	 */
	as: 'value' | 'new' | 'at' | 'expected' | 'address' | 'thread' | 'code';
	from: number;
	to: number;
	/** the word, counted from the object that the procedure works on; of 'at' and 'expected' the place of that other local */
	of: number;
	/** of a code: the value, and how the text writes it */
	value?: number;
	name?: string;
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
	/** the procedures that it calls, each once */
	calls: number[];
	/** lines of that text with an addition that answers the new value, and with one that answers nothing */
	answersNew?: number[];
	answersNothing?: number[];
}

export interface SwitchFacts {
	name: string;
	/**
	 * what it does to the text: plants a fault in it, fixes one that was published, adds an assertion, or tries an order
	 * that the memory model allows
	 */
	kind: (typeof SWITCH_KINDS)[number];
	/** features that a variant must have: of others it changes nothing; absent: none */
	with?: number;
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

/** What the QUEUE line of each kind names: words of the lock or fields of them (val.next), '' where it has none. */
type QueueWords = typeof QUEUE_WORDS;

/** Beside its words. */
interface QueueMore {
	buckets: {
		/** which of the array are drawn; 0 elements: all from the first */
		first: number;
		elements: number;
	};
}

/** core-c/registry.h says what the words of each kind are. */
export type QueueFacts = {
	[Kind in keyof QueueWords]: {
		kind: Kind;
		title: string;
		/** the features that a variant must have for it and its words */
		with: number;
	} & Record<QueueWords[Kind][number], string> &
		(Kind extends keyof QueueMore ? QueueMore[Kind] : unknown);
}[keyof QueueWords];

/** The INVARIANT line says of whom a sentence speaks where the invariant is broken. */
export interface InvariantFacts {
	name: string;
	meaning: string;
	/** passing: of who has been passed; that it is there bounds how often that may be */
	about?: 'holders' | 'sleepers' | 'passing' | 'flag';
	/** what the field calls it when it is broken, where its name says little */
	called?: string;
	/** about a flag: "count.WAITERS", and the list of those whom it should tell of */
	flag?: string;
	list?: string;
}

/** What follows its variants is empty until its module is there. */
export interface LockFacts {
	id: number;
	name: string;
	title: string;
	family: string;
	source: string;
	/** what the locks of the family are for, in plain words: one lock of each family says it */
	purpose?: string;
	/** said while a thread has no CPU: what the text leaves out that would prevent it */
	preempted?: string;
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
	invariants: InvariantFacts[];
	/** environment actions that matter to the lock */
	env: string[];
	/** how to draw its queues, in order */
	queues: QueueFacts[];
}

/** Of a question that the core can answer: what may be chosen, and what is right. */
export interface Answer {
	options: string[];
	/** its place among them */
	right: number;
	/** the step of the story that shows it */
	shown?: number;
	/** what is asked is the value that this has then */
	word?: string;
	/** instead, what one thread would do from the question on if no other ran, up to the step that shows it */
	alone?: Action[];
}

/** What the author of a story says of one of its moments. */
export interface Beat {
	/** steps of the story taken before it */
	at: number;
	/** why: the step's own sentence says what */
	note: string;
	/** a question that the note answers */
	ask?: string;
	/** what is so where the question is put, as a goal of one fact; absent: its author states nothing */
	fact?: readonly number[];
	/** its answer counts threads, or speaks of every schedule: with other threads it may be another */
	ofAll?: boolean;
	/** absent where no option can be computed: the question is for the reader to think of */
	answer?: Answer;
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
	/** a story that says more beside this one than apart; the work that both are given, a name of the pair */
	beside?: { name: string; work?: string; title?: string };
	/** of its family in the gallery, where this scenario says it */
	turn?: number;
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
	idea: string;
	hint: string;
	/** what it has shown */
	after: string;
	/** steps of the shortest solution; 0 = there is none */
	shortest: number;
	/** of one that cannot be won: why, to choose from; one of them is right */
	reasons: { text: string; reply: string; right: boolean }[];
	/** 1 easy .. 5 */
	grade: number;
}

/** What a list of repairs shows of one. */
export interface RepairHead {
	name: string;
	title: string;
	/** what the lock does wrong, and what is asked for */
	task: string;
	lock: number;
	/** name of the variant */
	scenario: string;
	threads: number;
	/** 1 easy .. 5 */
	grade: number;
}

/** What some schedule must be able to reach. */
export interface Demand {
	/** as LevelFacts.goal */
	goal: readonly number[];
	/** the sentence for who has written a text that does not */
	says: string;
	/** in so many steps; 0 = in any number */
	within: number;
}

/** A text with a fault, to be edited until the search finds nothing: docs/levels.md. */
export interface RepairFacts extends RepairHead, Config {
	/** the two hints */
	idea: string;
	hint: string;
	/** what to take home */
	after: string;
	/** name of the text that is edited */
	text: string;
	/** the procedure at which the editor opens */
	proc: string;
	/** the procedures that may be changed */
	may: readonly string[];
	/** what the search says of the text with the fault, and how long its shortest counterexample is */
	verdict: string;
	shortest: number;
	demands: readonly Demand[];
	/** nobody may be passed without bound */
	fair: boolean;
	/** the declared orders let no work under the lock race */
	ordered: boolean;
	/** the text with the fault */
	start: string;
}

export interface Facts {
	maxThreads: number;
	locks: LockFacts[];
	scenarios: ScenarioFacts[];
	/** by kind: [0] is a thread's own step, with an empty name */
	envKinds: { name: string; verb: string; budget: boolean }[];
}
