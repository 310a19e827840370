/** The machinery of `npm run mutate` on a few mutants; docs/mutation.md has the whole. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { at } from './lib/files.mjs';
import { OBSERVERS } from './mutate/observers.mjs';
import { judged, readReasons, shares } from './mutate/report.mjs';
import { planted, sampled, tryAll } from './mutate/run.mjs';
import { allMutants, context, soundness } from './mutate.mjs';

const tried = await context();
const all = allMutants(tried);
const texts = [...new Set(all.map(({ text }) => text))];

describe('rules', () => {
	it('find many places in every text, and name each change', () => {
		for (const text of texts)
			expect(all.filter((mutant) => mutant.text === text).length, text).toBeGreaterThan(20);
		expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
		expect(new Set(all.map(({ rule }) => rule)).size).toBeGreaterThan(14);
	});

	it('keep the lines of a text and change something on them', () => {
		const lines = (text) => text.split('\n').length;
		for (const { text, source, id } of all) {
			const { text: shipped } = tried.files.find(({ path }) => path.endsWith(`/${text}.c`));
			expect(lines(source), id).toBe(lines(shipped));
			expect(source, id).not.toBe(shipped);
		}
	});

	it('choose the same when another text or another line changes', () => {
		const of = (mutants) => sampled(mutants, 5, '1').filter(({ text }) => text === texts[0]);
		const others = all.filter(({ text, proc }) => text === texts[0] || proc.length % 2 === 0);
		expect(of(others)).toEqual(of(all));
		expect(sampled(all, 5, '2')).not.toEqual(sampled(all, 5, '1'));
	});
});

describe('what came of them', () => {
	const survivor = { id: 'a', rule: 'b', text: 'c' };
	const many = Array.from({ length: 99 }, (_, i) => ({ ...survivor, id: `${i}`, seen: 'figures' }));

	it('wants a reason for every survivor, and none for what is seen', () => {
		const reasons = readReasons('# a comment\na\n\tequivalent: nobody reads it\n');
		expect(judged([...many, survivor], reasons)).toEqual([]);
		expect(judged([...many, survivor], new Map())).toEqual([
			'Nobody sees it, and nobody says why: a',
		]);
		expect(judged([...many, { ...survivor, seen: 'levels' }], reasons)).toEqual([
			'It is explained as a survivor, and levels sees it: a',
		]);
	});

	it('wants those that were planted to be seen, whatever is said of them', () => {
		const known = { ...survivor, rule: 'planted' };
		expect(judged([...many, known], readReasons('a\n\tmissing: one\n'))).toHaveLength(1);
	});

	it('wants 95 of 100 to be seen, the equivalent ones left out', () => {
		const unseen = ['p', 'q', 'r', 's', 't', 'u'].map((id) => ({ ...survivor, id }));
		const all = (kind) =>
			readReasons(`${unseen.map(({ id }) => id).join('\n')}\n\t${kind}: so it is\n`);
		expect(judged([...many, ...unseen], all('equivalent'))).toEqual([]);
		expect(judged([...many, ...unseen], all('missing'))).toEqual([
			'94.3 % of those that differ are seen, fewer than 95.0 %',
		]);
	});

	it('refuses reasons that say neither equivalent nor missing', () => {
		expect(() => readReasons('a\n\tperhaps: so\n')).toThrow('not understood');
		expect(() => readReasons('\tequivalent: so\n')).toThrow('not understood');
	});
});

describe('observers', () => {
	it('see nothing in the texts as they are, and each mutant of a sample', {
		timeout: 600_000,
	}, async () => {
		await soundness(tried, { cached: false });
		const reasons = readReasons(readFileSync(at('tests/mutation/survivors.txt'), 'utf8'));
		const [wakeUp, , sleeper] = planted('tests/mutation/planted.json', tried.files);
		const results = await tryAll([wakeUp, sleeper, ...sampled(all, 2, '1')], tried, {
			cached: false,
		});
		expect(
			results.filter(({ seen, refused, id }) => !seen && !refused && !reasons.has(id)),
		).toEqual([]);
		expect(results.slice(0, 2).map(({ seen }) => seen)).toEqual(['figures', 'figures']);
	});
});

describe('docs/mutation.md', () => {
	const lines = readFileSync(at('docs/mutation.md'), 'utf8').split('\n');
	const cells = (line) =>
		line
			.slice(1, -1)
			.split('|')
			.map((cell) => cell.trim());
	const rows = lines.map(cells).filter((row) => row.length === 16 && /^\d+$/.test(row[1]));

	it('keeps what is judged wrong apart from what is only noticed as changed', () => {
		expect(rows.length).toBeGreaterThan(30);
		for (const [name, ...row] of rows) {
			const by = row.slice(3, 3 + OBSERVERS.length).map(Number);
			expect(row.slice(-2), name).toEqual(shares(by, Number(row.at(-3))));
		}
		const orders = rows.find(([name]) => name === 'change a memory order');
		expect(orders?.slice(-2)).toEqual(['0.0 %', '100.0 %']);
		expect(shares([1, 2, 0, 0, 0, 1, 0, 0], 0)).toEqual(['25.0 %', '75.0 %']);
	});

	it('says of each observer which of the two it is', () => {
		for (const { name, judges } of OBSERVERS) {
			const row = lines.map(cells).find(([first, , says]) => first === name && says);
			expect(row?.[2], name).toBe(judges ? 'wrong' : 'changed');
		}
	});
});
