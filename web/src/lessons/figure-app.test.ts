/** A figure that passes over what means nothing in its lesson, on the real core. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, ExploreProgress } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { App } from '../store/app';
import { openFigure } from './figure-app';
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

describe('a figure that skips', () => {
	const SKIPS = ['fs_lock', 'refcount', 'mutex'];

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

	it('without such words, takes one step at a time', () => {
		const app = open([]);
		app.steps.forward();
		expect(at(app)).toBe(4);
		app.cursor.back();
		expect(at(app)).toBe(3);
	});
});
