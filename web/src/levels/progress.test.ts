import { beforeEach, describe, expect, it, vi } from 'vitest';

/** As a page that has just been opened. */
async function opened() {
	vi.resetModules();
	return import('./progress');
}

beforeEach(() => localStorage.clear());

describe('what the reader has won', () => {
	it('is there when the page is opened again, with the fewest steps', async () => {
		const { keepWin, wins } = await opened();
		expect(wins()).toEqual({});
		keepWin('a', 9);
		keepWin('a', 12);
		keepWin('b', 0);
		expect(wins()).toEqual({ a: 9, b: 0 });
		expect((await opened()).wins()).toEqual({ a: 9, b: 0 });
		const later = await opened();
		later.keepWin('a', 7);
		expect((await opened()).wins()).toEqual({ a: 7, b: 0 });
	});

	it.each([
		['no JSON', '{'],
		['no object', '7'],
		['null', 'null'],
	])('is nothing where what is kept is %s', async (_what, kept) => {
		localStorage.setItem('lockstep.levels', kept);
		expect((await opened()).wins()).toEqual({});
	});

	it('leaves out what is no number of steps', async () => {
		localStorage.setItem('lockstep.levels', '{"a":"many","b":3,"c":1.5}');
		expect((await opened()).wins()).toEqual({ b: 3 });
	});
});
