/** What can wait is done in its order, one piece at a time, and behind what the reader waits for. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';

beforeEach(() => {
	vi.resetModules();
	vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

it('does one piece at a time, and nothing that was taken back', async () => {
	const { whenIdle } = await import('./idle');
	const done: string[] = [];
	for (const name of ['a', 'b', 'c']) {
		const back = whenIdle(() => done.push(name));
		if (name === 'b') back();
	}
	vi.advanceTimersByTime(250);
	expect(done).toEqual(['a']);
	vi.advanceTimersByTime(250);
	expect(done).toEqual(['a', 'c']);
});

it.each(['comes', 'fails'])('begins when what is wanted first %s', async (how) => {
	const { first, whenIdle } = await import('./idle');
	const done: string[] = [];
	let end = () => {};
	const wanted = first(
		new Promise<void>((resolve, reject) => {
			end = how === 'comes' ? resolve : () => reject(new Error('gone'));
		}),
	).catch(() => {});
	whenIdle(() => done.push('a'));
	vi.advanceTimersByTime(1000);
	expect(done).toEqual([]);
	end();
	await wanted;
	vi.advanceTimersByTime(1000);
	expect(done).toEqual(['a']);
});
