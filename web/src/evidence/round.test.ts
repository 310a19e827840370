import { readFileSync } from 'node:fs';
import { beforeAll, expect, it } from 'vitest';
import type { Core } from '../../../wasm/src';
import { builtCore } from '../../../wasm/src/testing';
import { circleOf } from '../store/circle';
import { createDocument } from '../store/document';
import { findingOfRound } from './round';

/** The schedule of finding R7, as its text has it. */
const [, r7 = ''] =
	/`#\/(rwsem-handoff\?[^`]+&round=\d+)`/.exec(readFileSync('docs/findings.md', 'utf8')) ?? [];
const card = (id: string, rounds: string[]) => ({
	id,
	title: '',
	scenarios: [],
	blocks: [],
	rounds,
});
const findings = [card('R1', []), card('R7', [`#/${r7}`])];

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** What is found for an address, with so many rounds more. */
function found(fragment: string, more = 0): string | undefined {
	const { config, schedule, extra } = core.parseUrl(fragment);
	const first = Number(extra.round);
	const acts = [...schedule];
	for (let i = 0; i < more; i++) acts.push(...schedule.slice(first));
	const doc = { ...createDocument(core, config, acts, acts.length), round: first };
	const circle = circleOf(doc);
	return circle ? findingOfRound(core, findings, doc, circle)?.id : 'no round';
}

it('knows the schedule of a finding, however often its round is taken', () => {
	expect(found(r7)).toBe('R7');
	expect(found(r7.replace(/&fp=\w+/, ''))).toBe('R7');
	expect(found(r7, 2)).toBe('R7');
});

it('knows no other: not one of another set-up, nor another round', () => {
	expect(found(r7.replace('b=1.255', 'b=2.255'))).toBeUndefined();
	expect(found(r7.replace('#/', '').replace(/^rwsem-handoff\?/, 'rwsem?'))).toBe('no round');
	const table = readFileSync('docs/checking.md', 'utf8');
	const others = [...table.matchAll(/`#\/([^`]+&round=\d+)`/g)].map(([, address = '']) => address);
	const same = others.filter((address) => found(address) === 'R7');
	expect(others.length).toBeGreaterThan(15);
	expect(same).toEqual([r7.replace(/&fp=\w+/, '')]);
});
