import { expect, it } from 'vitest';
import { loosest } from './Fit';

it('sets the page no tighter than the picture needs', () => {
	const wholeFrom = (least: number) => (tightness: number) => tightness >= least;
	expect([0, 2, 4, 9].map((least) => loosest(wholeFrom(least), 4))).toEqual([0, 2, 4, 4]);
});
