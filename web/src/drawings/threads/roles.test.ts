import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../../wasm/src';
import { builtCore } from '../../../../wasm/src/testing';
import { countedRoles, roleMeaning, roleWord } from './roles';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const ROLES = [
	{ letter: 'W', title: 'writer' },
	{ letter: 'D', title: 'downgrader: writes, then reads on' },
];

it('says a role in a word, and what it means', () => {
	expect(roleWord(ROLES, 'D')).toBe('downgrader');
	expect(roleMeaning(ROLES, 'D')).toBe('writes, then reads on');
	expect(roleMeaning(ROLES, 'W')).toBe('writer');
	expect(countedRoles(ROLES, 'WDW')).toBe('2 writers, 1 downgrader');
	expect(countedRoles(ROLES, 'WW')).toBe('');
});

it('has a short word for each role of every lock, no two alike', () => {
	for (const { name, roles } of core.facts.locks) {
		const words = roles.map(({ letter }) => roleWord(roles, letter));
		expect(new Set(words).size, name).toBe(words.length);
		for (const word of words) expect(word, name).toMatch(/^[a-z][a-z ]{3,20}$/);
	}
});
