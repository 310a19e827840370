/** A stepper of its own for each figure: the page's look, and a state that nothing else moves. */
import type { Action, Config, Core, Schedule, StepRecord } from '../../../wasm/src';
import type { Binding } from '../controls/binding';
import { App } from '../store/app';
import { commonPrefix } from '../store/branches';
import { createTold, leftStory } from '../store/document';
import { READ } from '../store/runs';
import { type Document, withoutNotes } from '../store/state';
import { isSkippedIn, restAt } from './told';
import type { FigureData, Inline, Note, WhatIf } from './types';

export function openFigure(page: App, core: Core, figure: FigureData): App {
	const app = new App(page.explore);
	const { view, reducedMotion, systemDark } = page.state;
	app.store.set({ core, view: withoutNotes(view), reducedMotion, systemDark });
	skipsIn(app, figure);
	startOver(app, core, figure);
	return app;
}

/** of one thread, taken together at most: a text that goes round must end, too */
const MOST = 60;

/** What the last step did that means something here, and how many more were taken together with it. */
export function toldStep(
	figure: FigureData,
	{ session, moment }: Pick<Document, 'session' | 'moment'>,
): { sentence: string; more: number; record: StepRecord | null } {
	const last = moment.at - 1;
	const told = last < 0 ? last : restAt(figure, session, last);
	return {
		sentence: told === last ? moment.sentence : session.narrate(told),
		more: last - told,
		record: last < 0 ? null : session.record(told),
	};
}

function skipsIn(app: App, figure: FigureData): void {
	if (figure.skips.length === 0) return;
	const goesOn = (action: Action) => {
		const { session, moment } = app.doc ?? {};
		if (!session || !moment) return false;
		const { at, length, options } = moment;
		const option = options.find((o) => o.action === action);
		const isNext = at === length || session.action(at) === action;
		return isNext && option?.result === 'moved' && isSkippedIn(figure, option.preview.wordName);
	};
	app.steps.taken = (action) => {
		for (let i = 0; i < MOST && goesOn(action); i++) app.steps.take(action);
	};
	app.cursor.rest = (at) => (app.doc ? restAt(figure, app.doc.session, at) : at);
}

/** With what is taken together with its last step, too, so that its length stays what it was. */
function wholeOf(core: Core, figure: FigureData, config: Config, schedule: Schedule): Schedule {
	const last = schedule.at(-1);
	if (figure.skips.length === 0 || last === undefined) return schedule;
	const session = core.session(config);
	session.load(schedule);
	for (let i = 0; i < MOST; i++) {
		const option = session.options().find(({ action }) => action === last);
		if (option?.result !== 'moved' || !isSkippedIn(figure, option.preview.wordName)) break;
		session.step(last);
	}
	return session.actions();
}

export function startOver(app: App, core: Core, figure: FigureData): void {
	const { config, schedule, at } = core.parseUrl(figure.address);
	const doc = createTold(core, config, wholeOf(core, figure, config, schedule), at);
	app.documents.show(doc, { kind: 'stepper', fragment: figure.address }, []);
}

/**
 * Plays another schedule from where it parts from the present one, slowly enough to be read, and stops at each of its
 * notes. Asked for once more, it is at its end at once. Who wants nothing to move stands where it parts, and takes the steps.
 */
export function playWhatIf(app: App, { actions, notes }: WhatIf): void {
	const { doc } = app;
	if (!doc) return;
	const from = commonPrefix(actions, doc.session.actions());
	if (from === actions.length) {
		app.cursor.seek(from);
		return;
	}
	app.documents.replaceSchedule(actions, from);
	if (app.state.reducedMotion)
		app.page.say('It goes another way from here. Forward (→) takes each step.');
	else app.runs.through(notes.find((note) => note.at > from)?.at ?? actions.length, READ);
}

/** Slowly enough to be read: what happens is the answer. */
export function playToEnd(app: App): void {
	app.runs.through(app.doc?.session.length ?? 0, READ);
}

/** The schedule before the reader is that of a what-if, or goes on behind it. */
const whatIfIn = ({ ifs }: FigureData, { session }: Document): WhatIf | undefined =>
	ifs.find(({ actions }) => commonPrefix(actions, session.actions()) === actions.length);

/** The next moment that the author speaks of, of the schedule that is told or of the what-if that is shown. */
export function nextNote(figure: FigureData, doc: Document): Note | undefined {
	const notes = leftStory(doc) ? whatIfIn(figure, doc)?.notes : figure.notes;
	return notes?.find((note) => note.at > doc.moment.at);
}

export const hasMore = (figure: FigureData, doc: Document): boolean =>
	nextNote(figure, doc) !== undefined;

/** A run that is under way ends at once where it leads. */
export function playToNote(app: App, figure: FigureData): void {
	const next = app.doc && nextNote(figure, app.doc);
	if (!app.doc || !next || app.runs.landed()) return;
	/* what happens in a what-if is what was asked for */
	app.runs.through(next.at, leftStory(app.doc) ? READ : undefined);
}

export interface Said {
	text: Inline[];
	/** it is of this very moment, and not of one before */
	now: boolean;
	/** steps behind which it is said */
	at: number;
}

/** What is taken together with a step that is spoken of leaves that moment as it was. */
function asOf({ at, text }: Note, figure: FigureData, doc: Document): Said {
	return { text, at, now: at >= doc.moment.at - toldStep(figure, doc).more };
}

/** The last note of a what-if along which the steps taken have led, however they were taken. */
function saidOnTheWay(
	{ ifs }: FigureData,
	{ session, moment: { at } }: Document,
): Note | undefined {
	const taken = session.actions().slice(0, at);
	const notes = ifs.flatMap(({ actions, notes: own }) => {
		const along = commonPrefix(actions, taken);
		return own.filter((note) => note.at <= along);
	});
	return notes.sort((a, b) => a.at - b.at).at(-1);
}

/** What stands there when the reader has gone on behind the end of what is told. */
export const BEYOND: Inline[] = [
	'This is beyond what the figure tells. It is as true: what follows, or a later lesson, explains it.',
];

/** Steps of the schedule that is told. */
const toldLength = ({ branches, session }: Document): number =>
	branches.find(({ stays }) => stays)?.schedule.length ?? session.length;

/** What the author says of the moment: of the schedule that is told, or of another that was asked for. */
export function saidAt(figure: FigureData, doc: Document): Said | null {
	const { at } = doc.moment;
	const left = leftStory(doc);
	const told = toldLength(doc);
	if (!left && at > told) return { text: BEYOND, at: told + 1, now: at === told + 1 };
	const onStory = !left || at <= left.at;
	const note = onStory ? figure.notes.findLast((n) => n.at <= at) : saidOnTheWay(figure, doc);
	return note ? asOf(note, figure, doc) : null;
}

export const isDigit = ({ keys }: Pick<Binding, 'keys'>): boolean => keys.includes('1');

/** Steps, and nothing by which the page itself is scrolled. */
export function isStepKey({ keys }: Binding): boolean {
	return isDigit({ keys }) || keys.some((key) => key === 'ArrowRight' || key === 'ArrowLeft');
}

const KEYS = ['ArrowRight', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'Home', 'End'];

/** Of the page's keys, those that a figure takes: steps, and the way back. */
export function isFigureKey({ keys }: Binding): boolean {
	return keys.some((key) => KEYS.includes(key) || /^[1-9.o]$/.test(key));
}
