import { expect, it } from 'vitest';
import { clamped, linear, roundNumbers } from './scale';

it('a place for each number, and back', () => {
	const x = linear([-0.5, 9.5], [100, 300]);
	expect(x(-0.5)).toBe(100);
	expect(x(4.5)).toBe(200);
	expect(x(14.5)).toBe(400);
	expect(x.invert(200)).toBe(4.5);
	expect(x.invert(80)).toBe(-1.5);
});

it('clamped, nothing stands outside', () => {
	const x = clamped([0, 10], [0, 100]);
	expect([-5, 0, 5, 10, 15].map(x)).toEqual([0, 0, 50, 100, 100]);
	expect([-50, 50, 150].map(x.invert)).toEqual([0, 5, 10]);
});

it('one number has one place', () => {
	expect(linear([3, 3], [0, 10])(3)).toBe(5);
});

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
