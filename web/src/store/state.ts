/** What the page holds. Everything drawn is a function of this. */
import type {
	Action,
	Config,
	Core,
	ExploreProgress,
	Judgement,
	LevelFacts,
	MachineView,
	Option,
	Schedule,
	Session,
	Starvation,
	StepRecord,
	Trace,
} from '../../../wasm/src';
import type { Branch, GhostOf } from './branches';
import type { OwnSteps } from './own';
import { type Split, UNSPLIT } from './split';

export type Theme = 'auto' | 'light' | 'dark';

export type Route =
	| { kind: 'gallery' }
	/** `repair`: the text of that name is on its way, which opens in the stepper */
	| { kind: 'levels'; repair?: string }
	/** the list of the documents, or one of them at a place in it */
	| { kind: 'docs'; name: string; place: string }
	/** the path of the lessons, or one of them */
	| { kind: 'learn'; lesson: string }
	| { kind: 'stepper'; fragment: string }
	/** the window with a speaker's notes, of the talk of that name */
	| { kind: 'notes'; pair: string }
	| CompareRoute;

export interface CompareRoute {
	kind: 'compare';
	/** a scenario's name; of a side that the reader has changed, all that follows '#/' in its own address */
	left: string;
	right: string;
	at: readonly [left: number, right: number];
	/** each tells its story, then every thread takes steps in turn; or they do from the start */
	by: 'story' | 'turns';
	/** in turn from the start: the work of both; 0 = that of the left one */
	threads: number;
	rounds: number;
	/** a reader's text that runs on the right, as an address has it; '' = there too the published one */
	own: string;
}

export interface View {
	theme: Theme;
	/** 0 is the normal size; each step is 12.5 % */
	textSize: number;
	/** how a lock's text is shown */
	/** null: not chosen, so what suits the document (store/source.ts) */
	source: 'dialect' | 'kernel' | null;
	presenter: boolean;
	/** inside somebody else's page */
	embed: boolean;
	/** what presenter view gives its room to */
	stage: 'picture' | 'code';
	/** what the author says stands under the sentence */
	notes: boolean;
	/** how the stepper's room is shared out */
	split: Split;
	/** a story as it is met first: code, environment and idle words put away, or those but the code */
	plain: 'no' | 'picture' | 'code';
	/** the items of a talk, in its order: names of scenarios, or what plan/items.ts reads */
	list: readonly string[];
	/** which of them the address opens; -1: it does not say, for a list of names need not */
	item: number;
	/** the lesson that a figure was opened from, by its name; '' = none */
	lesson: string;
	/** which CPU has which cache line is shown */
	cache: boolean;
	/** steps a second while playing, as a factor of the normal pace */
	speed: number;
	seed: number;
}

export function clampTextSize(size: number): number {
	return Math.min(8, Math.max(-2, Math.round(size)));
}

/** One moment of the open session, with all that panels ask of it. */
export interface Moment {
	at: number;
	length: number;
	machine: MachineView;
	before: StepRecord | null;
	options: Option[];
	judgement: Judgement;
	/** sentence of the step before this moment; '' at the start */
	sentence: string;
	finished: boolean;
	/** steps of the whole as the reader knows it: of the story while it is being told, else of the schedule */
	total: number;
	/** where the story stands: it has an end, and after it only the reader says what comes */
	story: 'none' | 'telling' | 'ended' | 'left';
	/** acts of the environment that only their budget forbids */
	withheld: Option[];
	/** what Forward would do: replay the kept future, the story's next step, any movable thread */
	next: { action: Action; from: 'future' | 'story' | 'thread' } | null;
}

/** A recorded run, as it is kept while the page is open. */
export interface Recording {
	/** its name in addresses */
	id: string;
	title: string;
	/** what it shows, in a few sentences */
	text: string;
	trace: Trace;
	/** sentences of steps worth a bookmark, in their order */
	look?: readonly RegExp[];
	/** a file of the reader's: its address means nothing elsewhere */
	own: boolean;
	/** what follows '#/' in the address of a moment, without view settings */
	address(doc: Document): string;
}

/** A level that is being played, and what the reader was told about it. */
export interface Level {
	facts: LevelFacts;
	/** how many of the two hints in words have been asked for */
	hinted: 0 | 1 | 2;
	/** a search that runs, and what for */
	searching: { for: 'hint' | 'loss' | 'shortest' | 'impossible'; states: number } | null;
	/** the way on from a moment; without one, the step that has lost the goal, 0 if it never could be reached */
	way: {
		at: number;
		length: number;
		to: { steps: readonly Action[] } | { lost: number; left: number };
	} | null;
	/** what the search said when the reader said that there is no solution */
	claim: { found: boolean; states: number; seconds: number } | null;
	/** that was said before the reader had moved anybody */
	untried: boolean;
	/** reasons that the reader has given for it, by their places */
	given: readonly number[];
	/** steps behind which the goal is out of reach, as far as the search has looked */
	gone: Schedule | null;
	/** the shortest way on from behind these steps, for the speaker alone */
	ahead?: { behind: Schedule; steps: Schedule };
	/** the solution has been shown */
	shown: boolean;
	/** what the reader has found: only that wins */
	own: OwnSteps;
	/** a search that could not be finished */
	failure: string;
}

/** What the search has said of steps of the reader's own. */
interface Lost {
	actions: Schedule;
	/** from that moment no schedule ends well; 0: behind all of these steps one still does */
	at: number;
}

export interface Document {
	config: Config;
	session: Session;
	moment: Moment;
	branches: readonly Branch[];
	ghosts: readonly GhostOf[];
	bookmarks: readonly number[];
	/** the thread that keys like "run until it blocks" mean */
	focusTid: number;
	recording: Recording | null;
	/** steps of the present schedule that are those of the recording; the rest is the reader's */
	parted: number;
	level: Level | null;
	/** a counterexample is shown: its end is its own, even where the story begins alike */
	aside: boolean;
	/** the reader has been told that the story ends here, and may go on */
	freely: boolean;
	/** the moment at which it was opened: what is new in it is said there */
	openedAt: number;
	/** the last moment that was shown of these steps */
	seen: number;
	/** the moment at which another step than was taken is asked for */
	whatIfAt: number | null;
	/** where steps of the reader's own lost it, once that was searched */
	lost: Lost | null;
	/** the moment from which the schedule goes round, if the address says so; see circle.ts */
	round: number | null;
	/** moments of the story whose question has been answered */
	revealed: readonly number[];
	/** what the reader has chosen there, by the moment; nothing where the answer was only shown */
	chosen: Readonly<Record<number, number>>;
}

/** A search that was made, and what the environment might do in it. */
export interface Searched {
	progress: ExploreProgress;
	budget: readonly number[];
}

/** Where a search begins that does not begin at the start. */
export interface From {
	/** the steps that lead there */
	behind: Schedule;
	/** how often, by kind, the environment has acted on the way */
	used: readonly number[];
}

/** before: narrower ones, which were complete and found nothing wrong; a budget speaks of the whole way from the start */
export type Check =
	| { kind: 'none' }
	| {
			kind: 'running';
			progress: ExploreProgress | null;
			maxStates: number;
			budget: readonly number[];
			before: readonly Searched[];
			from: From | null;
	  }
	| ({ kind: 'done'; before: readonly Searched[]; from: From | null } & Searched)
	| { kind: 'failed'; message: string };

/** The search for data races, which the check does not see; within what the environment might do. */
export type RaceCheck =
	| { kind: 'none' }
	| { kind: 'running'; progress: ExploreProgress | null; maxStates: number }
	| ({ kind: 'done' } & Searched)
	| { kind: 'failed'; message: string };

/** The search for a thread that may be passed without bound; within what the environment might do. */
export type StarvationCheck =
	| { kind: 'none' }
	| ({ kind: 'running'; progress: Starvation | null } & StarvationAsked)
	| ({ kind: 'done'; found: Starvation } & StarvationAsked)
	| { kind: 'failed'; message: string };

interface StarvationAsked {
	maxStates: number;
	budget: readonly number[];
	/** the first so many of those that are shown: of all, or of fewer, where all were too many to be searched */
	threads: number;
}

/** What can still come of the moment that the reader's own steps have led to. */
export type Outlook =
	| { kind: 'none' }
	| { kind: 'running' }
	| {
			kind: 'done';
			progress: ExploreProgress;
			behind: Schedule;
			/** where no schedule failed, what one act more from outside comes to; null: not known, or not yet */
			wider: OneMore | null;
	  };

/** Each kind of act that the text looks for was allowed once more, one kind at a time. */
export interface OneMore {
	/** the nearest fault of all, with the kind of act that it needs and what is then allowed; null: none does it */
	fault: { kind: number; budget: readonly number[]; progress: ExploreProgress } | null;
}

/** What moves the cursor by itself, if anything. */
type Motion = 'still' | 'playing' | 'running' | 'passing';

/** Of a part: what finds it in the picture, and what it is called. */
export interface Ring {
	id: string;
	name: string;
}

/** Left, top, width, height, in thousandths of the window's width. */
export type Box = readonly [left: number, top: number, width: number, height: number];

/** Where the ring is in the room's window, for a window that does not draw the picture. */
export interface RingMap {
	/** of the window, in thousandths of its width */
	height: number;
	ring: Box;
	parts: readonly { name: string; box: Box }[];
}

/** An item of a talk. */
export interface Stop {
	kind: 'story' | 'moment' | 'level' | 'pair' | 'lesson' | 'recording';
	/** as the list has it */
	text: string;
	/** what is open where it is shown: 'mcs-gap', 'level/two-heads', 'compare/tas/ticket' */
	of: string;
	/** what the speaker calls it */
	title: string;
	/** a title of the speaker's own, for the slide, too; '' for none */
	typed: string;
	/** what a room reads before it comes */
	named: { name: string; asks: string };
}

type Shown = Pick<State, 'view' | 'doc' | 'route'>;

/** A talk that has more than stories from their start. What reads it comes with its address; see plan/course.ts. */
export interface OwnPlace {
	/** from 1 */
	place: number;
	of: number;
	/** the step to which a press leads; 0: to what comes behind the item */
	to: number;
	/** the room has gone another way, and where a press leads is not known here */
	isLeft: boolean;
}

export interface Course {
	readonly stops: readonly Stop[];
	/** which item is open; -1: none */
	placeIn(shown: Shown): number;
	stopIn(shown: Shown): Stop | undefined;
	stopAfter(shown: Shown): Stop | undefined;
	/** what an address has of it; '' where none of its items is open */
	inAddress(shown: Shown): string;
	/** which of the stops of one's own steps the room sees; null: it sees none */
	ownIn(shown: State): OwnPlace | null;
	/** as its address would */
	open(place: number, atItsEnd?: boolean): void;
	/** Page Down and Page Up, where they mean something of it: from item to item, and along steps of one's own. False: they do not */
	turn(direction: 1 | -1): boolean;
	/** at the end of an item: says what comes, then goes there. False: none is open */
	onward(): boolean;
}

export interface State {
	core: Core | null;
	loadError: string;
	route: Route;
	view: View;
	reducedMotion: boolean;
	systemDark: boolean;
	doc: Document | null;
	motion: Motion;
	check: Check;
	races: RaceCheck;
	starvation: StarvationCheck;
	outlook: Outlook;
	/** plain sentences for the reader that stay until dismissed */
	notices: readonly string[];
	toast: string;
	/** a recorded run that is on its way */
	opening: { title: string; share: number } | null;
	panel:
		| 'none'
		| 'help'
		| 'check'
		| 'setup'
		| 'grown'
		| 'export'
		| 'recording'
		| 'evidence'
		| 'posted'
		| 'edit'
		| 'plan'
		| 'search'
		| 'qr';
	blackout: boolean;
	/** the talk that is open, where it has more than stories from their start */
	course: Course | null;
	/** the talk that the reader puts together: its items as a list has them */
	planned: readonly string[];
	/** name of the text that is edited, while that panel is open */
	editing: string;
	/** the part of the picture that the speaker points at */
	ring: Ring | null;
	/** where it is, once it is at rest */
	ringMap: RingMap | null;
	/** a ring has been asked for by a key, or by a press on its map */
	ringAsked: 'here' | 'next' | 'previous' | { x: number; y: number } | null;
	/** what the author says stands in a window of its own */
	apart: boolean;
	/** and on the slide as well: the speaker has asked for it */
	notesHere: boolean;
	/**
	 * Between two stories before a room, and behind the last of a talk: at which end, and what comes; null: nothing.
	 * `ends`: of a story that is in no talk; what its author would open next is no press away.
	 * `at`: of a lesson that is open its route, for it has no moment.
	 */
	interval: {
		at: Moment | Route;
		next: { name: string; asks: string } | null;
		ends?: boolean;
		/** the story that has been opened from it: until that can be shown, what comes stays there */
		leads?: string;
	} | null;
	/** before a room: the slide of a lesson, for the notes */
	slide: SlideTold | null;
	/** the lesson that is come to from behind it, until it stands at its last stop; '' for none */
	lessonEnd: string;
	/** before a room: the moment that a press of the clicker led to, and from where; what has changed since is marked */
	ran: { at: Moment; from: number } | null;
	/** the last one of a story as it is told: whoever comes back to that moment finds it marked again */
	ranTold: { scenario: string; at: number; from: number } | null;
	/** given to a room from a file, where nothing else is */
	alone: boolean;
	/** before a room: what may come from outside has been asked for */
	outside: boolean;
	/** who else may come is asked for, at that moment */
	comesAt: Moment | null;
	/** before a room: what the signs of the lanes mean has been asked for */
	legend: boolean;
	/** before a room: so have the words that the story never touches */
	allWords: boolean;
	/** the cache lines that a beat brought before the room were put away: they stay away in this story */
	linesAway: boolean;
	/**
	 * A link led from a moment to a schedule of another set-up, or to a story: the address of both, and whether the reader
	 * is there; the story's name, or ''.
	 */
	came: { from: string; to: string; isThere: boolean; story: string } | null;
	/** how the story had them, where a key has changed that in a what-if */
	linesTold: { cache: boolean; away: boolean } | null;
	/** what a key has played that plays more than a step */
	played: Played | null;
}

/** What is told of a figure or a question of a lesson. */
export interface SlideTold {
	/** of the lesson */
	title: string;
	/** which of its figures and questions */
	figure: { place: number; of: number };
	/** which of its stops, from 1 */
	place: number;
	of: number;
	at: number;
	total: number;
	/** of the last step */
	sentence: string;
	said: { ask: string; note: string };
	/** its question has not been answered in the room */
	open: boolean;
	/** what the next press shows; null: nothing of this lesson */
	next: { ask: string; note: string } | null;
}

/** Said as long as the moment is shown that it led to. */
export interface Played {
	/** of that set-up */
	scenario: string;
	threads: number;
	/** all steps up to there, and how many stood when the key was pressed */
	behind: Schedule;
	from: number;
	/** exactly what was played, and what that comes to */
	text: string;
	/** threads that are not the story's have come so: they go with it */
	joins: boolean;
	/** what such a key had played before it, on the way to there */
	before: Played | null;
}

/** Pages that have the panel of the talk that is put together. */
const PLANS: ReadonlySet<Route['kind']> = new Set(['gallery', 'learn', 'stepper', 'compare']);

/** What stays open on the way to another page: a talk is put together of several. Before a room nothing does. */
export const panelAt = ({ panel, view }: State, { kind }: Route): State['panel'] =>
	panel === 'plan' && !view.presenter && PLANS.has(kind) ? panel : 'none';

/** The talk that a story is of, from its start or from a later moment on, in its order; none where it stands alone. */
export const talkOf = (list: readonly string[], story: string): readonly string[] =>
	list.length > 1 && list.some((item) => item.replace(/\?.*/s, '') === story) ? list : [];

/** What the author says is left to the window of the notes. */
export const notesApart = ({ apart, notesHere }: Pick<State, 'apart' | 'notesHere'>): boolean =>
	apart && !notesHere;

/** Where no note of a story stands: what asks nothing waits for no answer. */
export const withoutNotes = (view: View): View => ({ ...view, notes: false });

export const initialView: View = {
	theme: 'auto',
	textSize: 0,
	source: null,
	presenter: false,
	embed: false,
	stage: 'picture',
	notes: true,
	split: UNSPLIT,
	plain: 'no',
	list: [],
	item: -1,
	lesson: '',
	cache: false,
	speed: 1,
	seed: 1,
};

export const initialState: State = {
	core: null,
	loadError: '',
	route: { kind: 'gallery' },
	view: initialView,
	reducedMotion: false,
	systemDark: false,
	doc: null,
	motion: 'still',
	check: { kind: 'none' },
	races: { kind: 'none' },
	starvation: { kind: 'none' },
	outlook: { kind: 'none' },
	notices: [],
	toast: '',
	opening: null,
	panel: 'none',
	blackout: false,
	course: null,
	planned: [],
	editing: '',
	ring: null,
	ringMap: null,
	ringAsked: null,
	apart: false,
	notesHere: false,
	interval: null,
	slide: null,
	lessonEnd: '',
	ran: null,
	ranTold: null,
	alone: false,
	outside: false,
	comesAt: null,
	legend: false,
	allWords: false,
	linesAway: false,
	came: null,
	linesTold: null,
	played: null,
};
