import { expect, it } from 'vitest';
import { apart, nearestName } from './nearest';

it('counts letters to put in, take out, change, or swap with the next', () => {
	expect(apart('queue', 'queue')).toBe(0);
	expect(['queu', 'queuee', 'quexe', 'qeuue'].map((word) => apart(word, 'queue'))).toEqual([
		...[1, 1, 1, 1],
	]);
	expect(apart('gap', 'queue')).toBeGreaterThan(3);
	expect(apart('', 'gap')).toBe(3);
});

it('finds the name that may be meant, and none where none is near', () => {
	const names = ['mcs-queue', 'mcs-gap', 'mutex-stampede', 'mutex-mcs-queue'];
	expect(nearestName('mcs-qeue', names)).toBe('mcs-queue');
	expect(nearestName('MCS_gap', names)).toBe('mcs-gap');
	/* of two that have it as a part the shorter; a short part is a part of too many */
	expect(nearestName('queue', names)).toBe('mcs-queue');
	expect(nearestName('stampede', names)).toBe('mutex-stampede');
	expect(nearestName('que', names)).toBeUndefined();
	expect(nearestName('xylophone', names)).toBeUndefined();
	expect(nearestName('x', [])).toBeUndefined();
});
