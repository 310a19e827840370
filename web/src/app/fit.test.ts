import { expect, it } from 'vitest';
import { loosest, scrolledTo } from './Fit';

it('sets the page no tighter than the picture needs', () => {
	const wholeFrom = (least: number) => (tightness: number) => tightness >= least;
	for (const from of [0, 1, 3, 4])
		expect(
			[0, 1, 2, 3, 4, 9].map((least) => loosest(wholeFrom(least), from, 4)),
			`from ${from}`,
		).toEqual([0, 1, 2, 3, 4, 4]);
});

it('scrolls the picture no further than what is spoken of, so that the lock word stays', () => {
	const row = (top: number) => ({ top, bottom: top + 40 });
	expect(scrolledTo(372, [row(279)], [])).toBe(0);
	expect(scrolledTo(372, [row(400)], [])).toBe(76);
	expect(scrolledTo(372, [row(400)], [row(0)])).toBe(400 + 40 + 8 - 372);
	expect(scrolledTo(372, [row(400)], [row(100)])).toBe(76);
	expect(scrolledTo(372, [row(100)], [row(100 + 372)])).toBe(0);
	expect(scrolledTo(372, [], [row(0), row(500)])).toBe(0);
	expect(scrolledTo(30, [row(100)], [])).toBe(100);
	expect(scrolledTo(372, [], [])).toBeNull();
});
