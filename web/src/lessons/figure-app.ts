/** A stepper of its own for each figure: the page's look, and a state that nothing else moves. */
import type { Core } from '../../../wasm/src';
import type { Binding } from '../controls/keys';
import { App } from '../store/app';
import { commonPrefix } from '../store/branches';
import { createTold, leftStory } from '../store/document';
import type { Document } from '../store/state';
import type { FigureData, Inline, WhatIf } from './types';

export function openFigure(page: App, core: Core, figure: FigureData): App {
	const app = new App(page.explore);
	const { view, reducedMotion, systemDark } = page.state;
	app.store.set({ core, view, reducedMotion, systemDark });
	startOver(app, core, figure);
	return app;
}

export function startOver(app: App, core: Core, figure: FigureData): void {
	const { config, schedule, at } = core.parseUrl(figure.address);
	const doc = createTold(core, config, schedule, at);
	app.documents.show(doc, { kind: 'stepper', fragment: figure.address }, []);
}

/** Plays another schedule from where it parts from the present one. */
export function playWhatIf(app: App, { actions }: WhatIf): void {
	const { doc } = app;
	if (!doc) return;
	const from = commonPrefix(actions, doc.session.actions());
	app.documents.replaceSchedule(actions, Math.min(from, actions.length));
	app.runs.through(actions.length);
}

export function playToEnd(app: App): void {
	app.runs.through(app.doc?.session.length ?? 0);
}

/** The next moment of its schedule that the author speaks of. */
function nextNote({ notes }: FigureData, doc: Document): number | undefined {
	return leftStory(doc) ? undefined : notes.find((note) => note.at > doc.moment.at)?.at;
}

export const hasMore = (figure: FigureData, doc: Document): boolean =>
	nextNote(figure, doc) !== undefined;

/** A run that is under way ends at once where it leads. */
export function playToNote(app: App, figure: FigureData): void {
	const at = app.doc && nextNote(figure, app.doc);
	if (at !== undefined && at !== null && !app.runs.landed()) app.runs.through(at);
}

export interface Said {
	text: Inline[];
	/** it is of this very moment, and not of one before */
	now: boolean;
}

function isAt({ actions }: WhatIf, { session, moment }: Document): boolean {
	return moment.at >= actions.length && commonPrefix(actions, session.actions()) === actions.length;
}

/** What the author says of the moment: of the schedule that is told, or of another that was asked for. */
export function saidAt(figure: FigureData, doc: Document): Said | null {
	const { at } = doc.moment;
	const left = leftStory(doc);
	if (!left || at <= left.at) {
		const note = figure.notes.findLast((n) => n.at <= at);
		return note ? { text: note.text, now: note.at === at } : null;
	}
	const found = figure.ifs.find((what) => isAt(what, doc));
	return found ? { text: found.text, now: at === found.actions.length } : null;
}

const KEYS = ['ArrowRight', 'ArrowLeft', 'Shift+ArrowRight', 'Shift+ArrowLeft', 'Home', 'End'];

/** Of the page's keys, those that a figure takes: steps, and the way back. */
export function isFigureKey({ keys }: Binding): boolean {
	return keys.some((key) => KEYS.includes(key) || /^[1-9.o]$/.test(key));
}
