import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { testCore } from '../store/testing';
import { FINDINGS, families, firstMatch } from './search';

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

it('takes hyphens, underscores and case for nothing', () => {
	expect(names('TAS-Story')).toEqual(['tas-story']);
	expect(names('tasstory')).toEqual(['tas-story']);
	expect(names('test_and set')).toEqual([]);
});

it('finds by file, lock, variant and words of the lock', () => {
	for (const query of ['tas.c', 'owner', 'plain'])
		expect(names(query), query).toEqual(['tas-story', 'tas']);
});

it('opens what speaks of the query itself before what only shares its lock', () => {
	expect(firstMatch(families(facts, 'owner'), 'owner')?.name).toBe('tas-story');
	expect(firstMatch(families(facts, 'plain'), 'plain')?.name).toBe('tas');
	expect(firstMatch(families(facts, 'nothing'), 'nothing')).toBeUndefined();
});

it('numbers the findings as their document does', () => {
	const text = readFileSync('docs/findings.md', 'utf8');
	const headings = [...text.matchAll(/^### ([MTR]\d+)\. ((?:tp|rwsem|mutex|mcs)-[a-z-]+)/gm)];
	expect(headings.length).toBeGreaterThan(5);
	expect(Object.fromEntries(headings.map(([, id, name]) => [id, name]))).toEqual(FINDINGS);
});
