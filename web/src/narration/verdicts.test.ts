import { expect, it } from 'vitest';
import { progress } from '../store/testing';
import { paceText } from './verdicts';

it('a search says how fast it goes and how much of its bound is done', () => {
	expect(paceText(progress({ states: 900_000, seconds: 3 }), 5_000_000)).toBe(
		'300 k states a second; 18 % of the bound of 5,000,000 states. At this pace it ends within 14 s.',
	);
	/* too early to tell a pace */
	expect(paceText(progress({ states: 2000, seconds: 0.1 }), 5_000_000)).toBe(
		'less than 1 % of the bound of 5,000,000 states.',
	);
});
