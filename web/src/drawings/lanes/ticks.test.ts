import { expect, it } from 'vitest';
import { roundNumbers } from './ticks';

it.each([
	[0, 100, 10, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]],
	[0, 26, 6, [0, 5, 10, 15, 20, 25]],
	[3, 7, 4, [3, 4, 5, 6, 7]],
	[3, 7, 20, [3, 4, 5, 6, 7]],
	[117, 431, 4, [200, 300, 400]],
	[0, 1398, 8, [0, 200, 400, 600, 800, 1000, 1200]],
	[11, 18, 1, [15]],
	[5, 5, 3, [5]],
])('round numbers from %d to %d, about %d of them', (from, to, count, numbers) => {
	expect(roundNumbers(from, to, count)).toEqual(numbers);
});
