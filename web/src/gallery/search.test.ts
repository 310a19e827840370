import { expect, it } from 'vitest';
import { testCore } from '../store/testing';
import { families } from './search';

const { facts } = testCore();
const names = (query: string) =>
	families(facts, query).flatMap((f) => [...f.told, ...f.free].map((e) => e.scenario.name));

it('groups by family, told stories apart from free play', () => {
	const [family] = families(facts, '');
	expect(family?.family).toBe('Spin locks');
	expect(family?.told.map((e) => e.scenario.name)).toEqual(['tas-story']);
	expect(family?.free.map((e) => e.scenario.name)).toEqual(['tas']);
});

it('finds what has all the words, in any case and order', () => {
	expect(names('KNOCK two')).toEqual(['tas-story']);
	expect(names('folklore')).toEqual(['tas-story', 'tas']);
	expect(names('knock nothing')).toEqual([]);
});
