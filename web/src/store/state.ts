/** What the page holds. Everything drawn is a function of this. */
import type {
	Action,
	Config,
	Core,
	ExploreProgress,
	Judgement,
	MachineView,
	Option,
	Session,
	StepRecord,
	Trace,
} from '../../../wasm/src';
import type { Branch, GhostOf } from './branches';

export type Theme = 'auto' | 'light' | 'dark';

export type Route =
	| { kind: 'gallery' }
	/** the path of the lessons, or one of them */
	| { kind: 'learn'; lesson: string }
	| { kind: 'stepper'; fragment: string }
	| { kind: 'compare'; left: string; right: string; at: number };

export interface View {
	theme: Theme;
	/** 0 is the normal size; each step is 12.5 % */
	textSize: number;
	/** how a lock's text is shown */
	source: 'dialect' | 'kernel';
	presenter: boolean;
	/** what the author says stands under the sentence */
	notes: boolean;
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
	/** a counterexample is shown: its end is its own, even where the story begins alike */
	aside: boolean;
	/** the reader has been told that the story ends here, and may go on */
	freely: boolean;
	/** moments of the story whose question has been answered */
	revealed: readonly number[];
}

export type Check =
	| { kind: 'none' }
	| { kind: 'running'; progress: ExploreProgress | null; maxStates: number; budget: number[] }
	| { kind: 'done'; progress: ExploreProgress; budget: number[] }
	| { kind: 'failed'; message: string };

/** What moves the cursor by itself, if anything. */
export type Motion = 'still' | 'playing' | 'running' | 'passing';

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
	/** plain sentences for the reader that stay until dismissed */
	notices: readonly string[];
	toast: string;
	/** a recorded run that is on its way */
	opening: { title: string; share: number } | null;
	panel: 'none' | 'help' | 'check' | 'setup' | 'export' | 'recording';
	blackout: boolean;
}

export const initialView: View = {
	theme: 'auto',
	textSize: 0,
	source: 'dialect',
	presenter: false,
	notes: true,
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
	notices: [],
	toast: '',
	opening: null,
	panel: 'none',
	blackout: false,
};
