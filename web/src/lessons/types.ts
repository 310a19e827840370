/** A lesson as data: what web/lessons/make writes of its Markdown and what the page draws. */

import type { Mark } from '../drawings/threads/status';

export type Inline =
	| string
	| { kind: 'em' | 'strong'; of: Inline[] }
	| { kind: 'code'; text: string }
	| { kind: 'link'; to: string; of: Inline[] };

/** Notes of a schedule: each stands from its moment on, until the next one does. */
export interface Note {
	at: number;
	text: Inline[];
}

/** Another schedule of the same set-up, and what it shows: on the way, and at its end. */
export interface WhatIf {
	label: string;
	actions: number[];
	notes: Note[];
}

export type Pane = 'actors' | 'word' | 'queue' | 'words' | 'copies' | 'lanes' | 'code';

export interface FigureData {
	kind: 'figure';
	title: string;
	/** what follows '#/' in the address of the moment at which it opens, with all of its schedule */
	address: string;
	/** its module comes while the picture is still far away */
	lock: number;
	threads: number;
	/** something from outside can happen in it */
	environment: boolean;
	/** its lock word is drawn bit by bit */
	bits: boolean;
	panes: Pane[];
	/** panes that are empty until the question is answered */
	hides: Pane[];
	/** of the lock, what the lesson speaks of; null: all */
	words: string[] | null;
	fields: string[] | null;
	/** cache lines of which it shows who has a copy */
	lines: string[];
	/** steps taken where it opens: what is counted is counted from there */
	opens: number;
	marks: Mark[];
	/** words whose accesses are taken together with the step before them */
	skips: string[];
	/** the longest sentence of its schedule: its place is as high from the start */
	longest: string;
	/** the longest that is said of a rule that breaks in it; '' where none does */
	broken: string;
	notes: Note[];
	ifs: WhatIf[];
}

export interface Choice {
	text: Inline[];
	/** found by the core when the page was built */
	right: boolean;
	reply: Inline[];
}

export interface AskData {
	kind: 'ask';
	id: string;
	question: Inline[];
	choices: Choice[];
	/** stands at the moment of the question; its schedule goes on to the answer */
	figure: FigureData | null;
}

/** A search of every schedule, to be started by the reader. */
export interface SearchData {
	kind: 'search';
	title: string;
	address: string;
	lock: number;
	text: Inline[];
}

/** One way to wait, and what it costs with so many threads. */
export interface Growing {
	text: Inline[];
	/** cache lines that move for each time the lock is taken, with each of the numbers of threads */
	moves: number[];
}

/** What more and more threads make of two ways to wait: played and counted when the page was built. */
export interface GrowthData {
	kind: 'growth';
	title: string;
	/** numbers of threads, ascending */
	threads: number[];
	sides: [Growing, Growing];
	/** what all of it shows */
	text: Inline[];
}

/** Lines of a text, as the stepper shows them. */
interface ProcLines {
	file: string;
	/** whose features are on; '' of a text that others use */
	variant: string;
	/** numbers of its lines, counted from 1 */
	first: number;
	last: number;
}

/** Procedures in plain C: the lines come when it is opened, from where the stepper has them. */
export interface CodeData {
	kind: 'code';
	title: string;
	text: Inline[][];
	procs: ProcLines[];
}

export type Block =
	| { kind: 'heading'; id: string; text: Inline[] }
	| { kind: 'text'; text: Inline[] }
	| { kind: 'keep'; text: Inline[] }
	| { kind: 'list'; ordered: boolean; items: Inline[][] }
	| { kind: 'but'; question: Inline[]; blocks: Block[] }
	| FigureData
	| AskData
	| SearchData
	| GrowthData
	| CodeData;

/** What a lesson shows of a level. */
export interface LevelCard {
	name: string;
	title: string;
	task: string;
	/** steps of its shortest solution; 0: there is none */
	shortest: number;
	/** of a lock that the lesson does not show: its name, and what it is for; else '' */
	further: string;
}

/** What a lesson shows of a text to repair. */
export interface RepairCard {
	name: string;
	title: string;
	task: string;
}

/** What the path shows of a lesson. */
export interface LessonCard {
	slug: string;
	number: number;
	title: string;
	/** what a reader can do after it */
	goal: string;
	minutes: number;
	/** names of the questions that it asks */
	asks: string[];
	/** that close it */
	levels: LevelCard[];
	/** by which it is found, beside its title and goal; not shown */
	words: string;
	/** the sentences in which these words stand */
	said: string[];
}

export interface Lesson extends LessonCard {
	/** of which Linux its locks are, and what stands there today */
	today: Inline[];
	/** texts to repair, behind the levels */
	repairs: RepairCard[];
	/** the one that its first figure needs, by name */
	lock: string;
	blocks: Block[];
}
