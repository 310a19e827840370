/** Before a room a press passes what does not matter at once, shows what does for a moment, and marks what has changed. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { builtCore } from '../../../wasm/src/testing';
import { wasOf } from '../drawings/since';
import { App } from './app';
import { shownOnTheWay } from './stretch';
import { progress } from './testing';

const core = await builtCore();

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function roomAt(name: string, at: number): App {
	const app = new App(async () => progress({}));
	app.store.set({ core });
	app.documents.openScenario(name);
	app.page.setView({ presenter: true });
	app.cursor.seek(at);
	return app;
}

/** The moments that are seen after a press, and for how many milliseconds each before the next came. */
function seenBy(app: App): { at: number; ms: number }[] {
	const seen: { at: number; ms: number }[] = [];
	app.jumps.beat(1);
	for (let ms = 0; ms < 2000; ms += 10) {
		vi.advanceTimersByTime(10);
		const at = app.doc?.moment.at ?? 0;
		if (seen.at(-1)?.at !== at) seen.push({ at, ms: 0 });
		const last = seen.at(-1);
		if (last) last.ms += 10;
		if (app.state.motion === 'still') break;
	}
	return seen;
}

describe('a press before a room', () => {
	it.each([
		['mcs-queue', 17, 25],
		['tp-steal', 0, 10],
		['tp-handoff', 17, 25],
	])(
		'%s from %i to %i: at most three moments are seen, each long enough, in a second',
		(name, from, to) => {
			const app = roomAt(name, from);
			const seen = seenBy(app);
			expect(seen.at(-1)?.at).toBe(to);
			expect(seen.length).toBeLessThanOrEqual(3);
			for (const { ms } of seen.slice(0, -1)) expect(ms).toBeGreaterThanOrEqual(300);
			expect(seen.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(1000);
			expect(app.state.ran?.from).toBe(from);
			expect(app.state.ran?.at).toBe(app.doc?.moment);
		},
	);

	it('where thread after thread looks, each is seen to come', () => {
		const app = roomAt('mutex-stampede', 16);
		const seen = seenBy(app);
		expect(seen.map(({ at }) => at)).toEqual([17, 19, 21, 23]);
		for (const { ms } of seen.slice(0, -1)) expect(ms).toBeGreaterThanOrEqual(220);
		expect(seen.reduce((sum, { ms }) => sum + ms, 0)).toBeLessThanOrEqual(1000);
	});

	it('shows every one of few steps', () => {
		const app = roomAt('mcs-queue', 0);
		expect(seenBy(app).map(({ at }) => at)).toEqual([1, 2, 3]);
	});

	it('a second one ends the run at once, with the same marks', () => {
		const app = roomAt('mcs-queue', 17);
		app.jumps.beat(1);
		vi.advanceTimersByTime(50);
		app.jumps.beat(1);
		expect(app.doc?.moment.at).toBe(25);
		expect(app.state.ran).toMatchObject({ from: 17 });
		vi.advanceTimersByTime(2000);
		expect(app.doc?.moment.at).toBe(25);
	});

	it('back to a note, its own stretch is marked again', () => {
		const app = roomAt('mcs-queue', 25);
		app.jumps.beat(-1);
		expect(app.doc?.moment.at).toBe(17);
		expect(app.state.ran).toMatchObject({ from: 12 });
		/* a step of one’s own is marked by itself */
		app.cursor.seek(16);
		expect(app.state.ran?.at).not.toBe(app.doc?.moment);
	});
});

it('of many steps those are seen that the note and the lock are about', () => {
	const app = roomAt('tp-steal', 0);
	const { doc } = app;
	if (!doc) throw new Error('no story');
	const seen = shownOnTheWay(doc.session, 0, 10, 'mutex_owner, futex');
	/* T1 takes the lock; the last is the write to mutex_owner itself */
	expect(seen).toContain(1);
	expect(seen.at(-1)).toBe(10);
	const words = doc.session.machine(10).words;
	const earlier = doc.session.machine(0);
	const changed = words
		.filter((word) => wasOf(word, { before: null, earlier }))
		.map(({ name }) => name);
	expect(changed).toEqual(expect.arrayContaining(['futex', 'refcount', 'mutex', 'mutex_owner']));
});
