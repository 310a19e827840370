import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { App } from '../store/app';
import { testCore } from '../store/testing';
import { bindAddress } from './address';

const never = async () => {
	throw new Error('not asked for');
};
let unbind = () => {};

function bound(hash: string): App {
	window.location.hash = hash;
	const app = new App(never);
	app.store.set({ core: testCore() });
	unbind = bindAddress(app);
	return app;
}

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
	unbind();
	vi.useRealTimers();
});

it('opens what the address says and follows the steps', () => {
	const app = bound('#/tas?s=01&at=1');
	expect(app.doc?.moment).toMatchObject({ at: 1, length: 2 });
	app.steps.forward();
	vi.advanceTimersByTime(300);
	expect(window.location.hash).toContain('at=2');
});

it('writes at most once in a while, and the last moment in the end', () => {
	const app = bound('#/tas-story');
	const replace = vi.spyOn(window.history, 'replaceState');
	for (let i = 0; i < 5; i++) app.steps.forward();
	vi.advanceTimersByTime(300);
	expect(replace).toHaveBeenCalledTimes(1);
	expect(window.location.hash).toContain('at=5');
	replace.mockRestore();
});

it('pushes an entry for another scenario', () => {
	const app = bound('#/tas');
	const push = vi.spyOn(window.history, 'pushState');
	app.documents.openScenario('tas-story');
	expect(push).toHaveBeenCalledTimes(1);
	push.mockRestore();
});

it('in a frame, adds nothing to the history of the page around it', () => {
	const app = bound('#/tas?embed=1');
	app.store.set({ view: { ...app.state.view, embed: true } });
	const push = vi.spyOn(window.history, 'pushState');
	app.documents.openScenario('tas-story');
	expect(push).not.toHaveBeenCalled();
	expect(window.location.hash).toMatch(/^#\/tas-story\?.*embed=1$/);
	push.mockRestore();
});

it('leaves the moment before a branch in the history', () => {
	const app = bound('#/tas?s=0011');
	app.cursor.seek(2);
	app.steps.forward();
	app.cursor.back();
	app.cursor.back();
	const push = vi.spyOn(window.history, 'pushState');
	const replace = vi.spyOn(window.history, 'replaceState');
	app.steps.stepThread(2);
	expect(replace.mock.calls.map(([, , url]) => url)).toEqual([
		expect.stringContaining('s=0011&at=1'),
	]);
	expect(push.mock.calls.map(([, , url]) => url)).toEqual([expect.stringContaining('s=01&at=2')]);
	push.mockRestore();
	replace.mockRestore();
});

it('goes on where history cannot be written', () => {
	const app = bound('#/tas');
	const refuse = vi.spyOn(window.history, 'replaceState').mockImplementation(() => {
		throw new Error('SecurityError');
	});
	app.steps.forward();
	vi.advanceTimersByTime(300);
	expect(app.doc?.moment.at).toBe(1);
	refuse.mockRestore();
});

it('gives a link to the very moment', () => {
	const app = bound('#/tas');
	app.steps.forward();
	expect(app.address.link()).toContain('#/tas?');
	expect(app.address.link()).toContain('at=1');
});

it('cache lines are asked for in one story, and not in the next; an address asks for them again', () => {
	const app = bound('#/tas-story?cache=1');
	expect(app.state.view.cache).toBe(true);
	app.steps.forward();
	app.documents.restart({});
	expect(app.state.view.cache).toBe(true);
	app.documents.openScenario('tas');
	expect(app.state.view.cache).toBe(false);
	app.page.setView({ cache: true });
	window.location.hash = '#/tas-story';
	window.dispatchEvent(new Event('hashchange'));
	expect(app.state.view.cache).toBe(false);
});
