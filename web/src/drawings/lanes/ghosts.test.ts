import { expect, it } from 'vitest';
import { labelPlace } from './GhostRows';

const LABEL = 'the story: 30 steps from step 38';
const lanes = { left: 60, width: 1280 };

it('the label of a ghost covers none of its steps where there is room beside them', () => {
	expect(labelPlace(LABEL, lanes, { begin: 100, end: 500 })).toBe(0);
	/* it begins late and goes on beyond the edge: the label ends before it begins */
	const right = labelPlace(LABEL, lanes, { begin: 900, end: 1276 });
	expect(1280 - right).toBeLessThan(900);
	expect(right).toBeLessThan(1280 - 60);
	/* the whole width: over its last steps */
	expect(labelPlace(LABEL, lanes, { begin: 80, end: 1276 })).toBe(0);
});
