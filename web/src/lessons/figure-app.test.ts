/** A figure that passes over what means nothing in its lesson, on the real core. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from '../store/app';
import type { Document } from '../store/state';
import {
	BEYOND,
	hasMore,
	openFigure,
	playToNote,
	playWhatIf,
	saidAt,
	toldStep,
} from './figure-app';
import type { FigureData } from './types';

let core: Core;

beforeAll(async () => {
	core = await builtCore();
});

/** Two threads at a TP futex: T1 works under the lock, and T2 comes. */
function open(skips: string[]): App {
	const page = new App(async () => ({}) as ExploreProgress);
	page.store.set({ core });
	const story = core.scenario('tp-sleep-wake')?.story ?? [];
	const address = core.formatUrl(core.configOf('tp-sleep-wake'), story, 3);
	return openFigure(page, core, { address, skips, notes: [], ifs: [] } as unknown as FigureData);
}

const at = (app: App) => app.doc?.moment.at;
const sentence = (app: App) => app.doc?.moment.sentence ?? '';

const toldOf = (app: App, skips: string[]) => {
	if (!app.doc) throw new Error('nothing is open');
	return toldStep({ skips } as unknown as FigureData, app.doc);
};

describe('what if', () => {
	it('is played from where it parts, and where nothing may move stands there', () => {
		const app = open([]);
		const { session } = app.doc ?? {};
		const story = session?.actions() ?? [];
		const other = { label: '', notes: [{ at: 5, text: [] }], actions: [...story.slice(0, 4), 0] };
		app.store.set({ reducedMotion: true });
		playWhatIf(app, other);
		expect(at(app)).toBe(4);
		expect(app.doc?.session.actions()).toEqual(other.actions);
		expect(app.state.toast).toContain('another way');
		/* asked for again, it is at its end */
		playWhatIf(app, other);
		expect(at(app)).toBe(5);
		app.store.set({ reducedMotion: false });
		const third = { ...other, actions: [...story.slice(0, 3), 0, 0, 1, 1, 1] };
		playWhatIf(app, third);
		expect(app.state.motion).toBe('passing');
		expect(at(app)).toBeLessThan(third.actions.length);
		/* any key of the reader's own ends it */
		app.cursor.back();
		expect(app.state.motion).not.toBe('passing');
	});
});

describe('the notes of a what-if', () => {
	const page = new App(async () => ({}) as ExploreProgress);
	const made = () => {
		page.store.set({ core });
		const story = (core.scenario('tp-sleep-wake')?.story ?? []).slice(0, 5);
		const free = core.session(core.configOf('tp-sleep-wake'));
		free.load(story.slice(0, 3));
		/* the thread that does not come next there, as long as it can */
		const other = 1 - (story[3] ?? 0);
		const can = () => free.options().find((o) => o.result === 'moved' && o.tid === other + 1);
		for (let i = 0; i < 5; i++) {
			const option = can() ?? free.options().find((o) => o.result === 'moved' && o.env === '');
			free.step(option?.action ?? 0);
		}
		const actions = [...free.actions()];
		const [onTheWay, atEnd] = [
			{ at: 5, text: ['On the way.'] },
			{ at: 8, text: ['The end.'] },
		];
		const notes = [{ at: 3, text: ['Of the figure.'] }];
		const address = core.formatUrl(core.configOf('tp-sleep-wake'), story, 3);
		const what = { label: 'other', actions, notes: [onTheWay, atEnd] };
		const figure = { address, skips: [], notes, ifs: [what] } as unknown as FigureData;
		return { figure, what, app: openFigure(page, core, figure) };
	};
	const saidIn = (app: App, figure: FigureData) => (app.doc ? saidAt(figure, app.doc) : null);

	it('stand where they are said, and behind that as of that step', () => {
		const { figure, what, app } = made();
		app.store.set({ reducedMotion: true });
		playWhatIf(app, what);
		expect([at(app), hasMore(figure, app.doc as Document)]).toEqual([3, true]);
		playToNote(app, figure);
		expect([at(app), saidIn(app, figure)]).toEqual([
			5,
			{ text: ['On the way.'], at: 5, now: true },
		]);
		app.steps.forward();
		expect(saidIn(app, figure)).toEqual({ text: ['On the way.'], at: 5, now: false });
		playToNote(app, figure);
		expect([at(app), saidIn(app, figure)?.text]).toEqual([8, ['The end.']]);
		expect(hasMore(figure, app.doc as Document)).toBe(false);
	});

	it('stop it: it is played to the first, and a press ends that there', () => {
		const { figure, what, app } = made();
		app.store.set({ reducedMotion: false });
		playWhatIf(app, what);
		expect(app.state.motion).toBe('passing');
		playToNote(app, figure);
		expect(at(app)).toBe(5);
	});
});

describe('behind the end of what is told', () => {
	it('no note of it stays, and the reader is told so', () => {
		const page = new App(async () => ({}) as ExploreProgress);
		page.store.set({ core });
		const story = (core.scenario('tp-sleep-wake')?.story ?? []).slice(0, 5);
		const last = { at: 5, text: ['The last of it.'] };
		const figure = {
			address: core.formatUrl(core.configOf('tp-sleep-wake'), story, 4),
			skips: [],
			notes: [last],
			ifs: [],
		} as unknown as FigureData;
		const app = openFigure(page, core, figure);
		const said = () => (app.doc ? saidAt(figure, app.doc) : null);
		expect(said()).toBeNull();
		app.cursor.seek(5);
		expect(said()).toEqual({ text: last.text, at: 5, now: true });
		const next = app.doc?.moment.options.find(
			({ result, env }) => env === '' && result === 'moved',
		);
		app.steps.step(next?.action ?? -1);
		expect(at(app)).toBe(6);
		expect(said()).toEqual({ text: BEYOND, at: 6, now: true });
	});
});

describe('a figure that skips', () => {
	const SKIPS = ['fs_lock', 'refcount', 'mutex'];

	it('is as long from its start as at its end, wherever its schedule breaks off', () => {
		const story = core.scenario('tp-sleep-wake')?.story ?? [];
		for (let length = 4; length <= story.length; length++) {
			const page = new App(async () => ({}) as ExploreProgress);
			page.store.set({ core });
			const config = core.configOf('tp-sleep-wake');
			const address = core.formatUrl(config, story.slice(0, length), 0);
			const figure = { address, skips: SKIPS, notes: [], ifs: [] } as unknown as FigureData;
			const app = openFigure(page, core, figure);
			const total = app.doc?.moment.length ?? 0;
			for (let i = 0; i < total && (at(app) ?? 0) < total; i++) app.steps.forward();
			expect(app.doc?.moment.length, `${length} steps`).toBe(total);
		}
	});

	it('takes what is skipped together with the step before it, forward and back', () => {
		const app = open(SKIPS);
		expect(at(app)).toBe(3);
		expect(app.doc?.moment.next?.action).toBe(1);
		app.steps.forward();
		const landed = at(app) ?? 0;
		expect(landed).toBeGreaterThan(7);
		expect(app.doc?.session.record(landed).wordName).toBe('mutex_owner');
		app.cursor.back();
		expect(at(app)).toBe(3);
	});

	it('does so for a thread that the reader names, off the schedule too', () => {
		const app = open(SKIPS);
		app.steps.stepThread(1);
		expect(at(app)).toBe(4);
		app.steps.stepThread(2);
		const { session } = app.doc ?? {};
		const words = Array.from(
			{ length: session?.length ?? 0 },
			(_, i) => session?.record(i).wordName,
		);
		expect(words.slice(5).every((word) => SKIPS.includes(word ?? ''))).toBe(true);
		app.steps.stepThread(2);
		expect(sentence(app)).not.toContain('bucket');
	});

	it('tells of the step that means something, and how many more there were', () => {
		const app = open(SKIPS);
		expect(toldOf(app, SKIPS).more).toBe(0);
		app.steps.forward();
		const { sentence: said, more } = toldOf(app, SKIPS);
		expect(more).toBe((at(app) ?? 0) - 4);
		expect(said).toBe(app.doc?.session.narrate(3));
		expect(said).toContain('futex');
		expect(sentence(app)).not.toBe(said);
	});

	it('without such words, takes one step at a time', () => {
		const app = open([]);
		app.steps.forward();
		expect(at(app)).toBe(4);
		app.cursor.back();
		expect(at(app)).toBe(3);
	});
});
