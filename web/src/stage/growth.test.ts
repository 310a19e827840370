import { describe, expect, it } from 'vitest';
import { type Grown, growthAt, growthForAll } from './growth';

const stop = (at: number, by: number): Grown => ({ at, by, stop: true });
const grown = [
	stop(0, 1.7),
	stop(3, 1.6),
	{ at: 5, by: 1.1, stop: false },
	stop(8, 1.4),
	stop(12, 1.5),
];

describe('how much the drawings of the queues grow', () => {
	it('is all that there is room for where the clicker stops', () => {
		expect(growthAt(grown, 3)).toBe(1.6);
		expect(growthAt(grown, 8)).toBe(1.4);
		/* a question, and its answer, which may take more */
		expect(growthAt([stop(3, 1.5), stop(3, 1.2)], 3)).toBe(1.2);
	});

	it('is one on the way from stop to stop: that of the fullest moment there', () => {
		expect([4, 5, 6, 7].map((at) => growthAt(grown, at))).toEqual([1.1, 1.1, 1.1, 1.1]);
		expect([9, 10, 11].map((at) => growthAt(grown, at))).toEqual([1.4, 1.4, 1.4]);
		expect(growthAt(grown, 1)).toBe(1.6);
	});

	it('is that of the fullest moment of all off the story, and none is unbounded', () => {
		expect(growthForAll(grown)).toBe(1.1);
		expect(growthForAll([])).toBeLessThan(2);
		expect(growthAt([stop(0, 9)], 0)).toBeLessThan(2);
	});
});
