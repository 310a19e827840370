import { describe, expect, it } from 'vitest';
import {
	codeSize,
	LARGEST,
	LEGIBLE,
	largerBy,
	largestWhole,
	nextSmaller,
	sizesOf,
	wishFor,
} from './fit';

describe('sizes', () => {
	it('begin with the wish, get smaller, and end where text can still be read', () => {
		const sizes = sizesOf('memory', 2);
		expect(sizes[0]).toBeCloseTo(2 * LARGEST.memory);
		expect([...sizes].sort((a, b) => b - a)).toEqual(sizes);
		expect(sizes).toContain(LEGIBLE.memory);
		/* and where that is not whole, what is nearly as large */
		expect(sizes[sizes.indexOf(LEGIBLE.memory) + 1]).toBeGreaterThanOrEqual(
			(LEGIBLE.memory * 18) / 20,
		);
		expect(sizes).toContain((LEGIBLE.memory * 18) / 20);
		expect(sizes.at(-1)).toBeCloseTo((LEGIBLE.memory * 12) / 20);
	});

	it('leave the rows as they can be read, as long as they are whole; a wish for less takes them smaller', () => {
		expect(sizesOf('actors', 1)[0]).toBe(LEGIBLE.actors);
		expect(sizesOf('actors', 0.75)[0]).toBe(LEGIBLE.actors * 0.75);
	});
});

describe('the largest whole', () => {
	it('is found wherever it lies', () => {
		for (let count = 1; count < 9; count++)
			for (let first = 0; first <= count; first++)
				expect(largestWhole(count, (i) => i >= first)).toBe(Math.min(first, count - 1));
	});

	it('is not larger than the one that was found before', () => {
		expect(largestWhole(8, () => true, 5)).toBe(5);
		expect(largestWhole(8, () => true, 20)).toBe(7);
	});
});

it('a picture that lacks much room takes several steps at once, and one that lacks little a single one', () => {
	expect(nextSmaller(3, 100, 102)).toBe(4);
	expect(nextSmaller(3, 100, 200)).toBe(6);
	expect(nextSmaller(3, 0, 1e9)).toBeLessThan(20);
});

it('a room begins with twice the size, as long as it fits; less is wished step by step', () => {
	for (const part of ['memory', 'narration'] as const) {
		expect(wishFor(part, 'picture', 0)).toBe(2);
		expect(wishFor(part, 'picture', -2)).toBe(1);
	}
	expect(wishFor('actors', 'code', 8)).toBe(1);
	expect(wishFor('narration', 'code', 0)).toBe(2);
});

it('who wishes for more has larger sentences, in steps that can be seen, and leaves the picture as it is', () => {
	expect(wishFor('memory', 'picture', 3)).toBe(wishFor('memory', 'picture', 0));
	expect(wishFor('actors', 'picture', 3)).toBe(wishFor('actors', 'picture', 0));
	const sizesAt = (text: number) => sizesOf('narration', wishFor('narration', 'picture', text));
	const [plain, larger] = [sizesAt(0), sizesAt(1)];
	/* the same sizes, and so many more before them */
	expect(larger.slice(largerBy(1)).slice(0, 8)).toEqual(
		plain.slice(0, 8).map((size) => expect.closeTo(size, 9)),
	);
	expect((larger[0] ?? 0) / (larger[largerBy(1)] ?? 1)).toBeGreaterThan(1.1);
	expect(largerBy(-2)).toBe(0);
});

it('code is as large as its place allows, in proportion to the window, and never too small to be read', () => {
	const small = codeSize(690, 430, 0, 16);
	expect(codeSize(1380, 860, 0, 32)).toBeCloseTo(small);
	expect(codeSize(690, 430, 4, 16)).toBeGreaterThan(small);
	expect(codeSize(690, 200, 0, 16)).toBeLessThan(small);
	expect(codeSize(10, 10, 0, 16)).toBeCloseTo((LEGIBLE.source * 12) / 18);
});
