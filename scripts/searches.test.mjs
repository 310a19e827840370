import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { coverageTables, missing } from './lib/mixes.mjs';
import {
	checkRows,
	coverage,
	factsOfCore,
	judged,
	keysOf,
	rowsThere,
	rowsToCheck,
} from './searches.mjs';

const list = readFileSync(at('scripts/searches.txt'), 'utf8');
const docs = readFileSync(at('docs/searches.md'), 'utf8');

const facts = factsOfCore();

describe('what is searched as posted', () => {
	const role = (letter, title) => ({ letter, title });
	const made = {
		locks: [
			{
				variants: [{ name: 'a' }],
				roles: [role('W', 'writer'), role('R', 'reader'), role('T', 'timed writer: gives up')],
				env: ['preempt', 'run', 'timeout'],
			},
			{
				variants: [{ name: 'b' }],
				roles: [role('L', 'locker: no reader')],
				env: ['preempt', 'run'],
			},
		],
	};
	const row = (command, verdict = 'OK') => ({ command, verdict });
	const ofB = [
		'b --threads 2 --rounds 3 --budget p2',
		'b --threads LLL --rounds 1',
		'b --threads LLL --rounds 1 --budget p1',
		'b --threads 4 --budget p1',
	].map((command) => row(command));

	test('a place without a search is named, by threads, mix and act', () => {
		const places = missing(made, ofB);
		expect(places).toHaveLength((3 + 4 + 5) * 4);
		expect(places.filter((place) => !place.startsWith('a '))).toEqual([]);
		expect(places).toContain('a WRR w');
		expect(missing(made, [...ofB, row('a --threads TRR --budget t1,w1')])).toHaveLength(48 - 3);
		expect(missing(made, ofB.slice(1))).toEqual(expect.arrayContaining(['b LL ·', 'b LL p']));
	});

	test('who has a switch set is not as posted', () => {
		const places = missing(made, [...ofB, row('a --threads WRR --switch mend_it')]);
		expect(places).toContain('a WRR ·');
	});

	test('a fault, a bound and a budget without use are told', () => {
		const [plain, shared] = coverageTables(made, [
			...ofB,
			row('a --threads WR --budget p1', 'VIOLATED (owner)'),
			row('a --threads TR --budget t1', 'BOUNDED'),
			row('a --threads RR --budget p1,w1', 'OK (no use for w)'),
		]);
		expect(plain.split('\n')[2]).toBe('| `b` | · p | · p | · p |');
		expect(shared.split('\n')[2]).toMatch(/^\| `a` \| {2}\| p! t… \| · p \| {2}\|/);
	});

	test('every text, with two, three and four threads, in every mix, with all that can happen to it', () => {
		expect(missing(facts, judged(list, docs))).toEqual([]);
	});
});

test('docs/searches.md has a row for each search of the list, in its order, and for no other', () => {
	expect([...rowsThere(docs).keys()]).toEqual(keysOf(list));
});

test('a check with fixes has a row of its own, by its whole command', () => {
	const mends = ' --switch mend_a'.repeat(5);
	const both = `## a\na --threads 2\n## a, mended\na --threads 2${mends}\n`;
	const rows = `## a\n| \`a --threads 2\` | OK |\n## a, mended\n| \`a --threads 2${mends}\` | BOUNDED |\n`;
	expect(judged(both, rows).map(({ verdict }) => verdict)).toEqual(['OK', 'BOUNDED']);
});

test('docs/searches.md says what is searched of the list', () => {
	expect(docs).toContain(coverage(facts, judged(list, docs)));
});

describe('searches made again', () => {
	const there = rowsThere(docs);
	const [first] = there.keys();
	const [title = '', command = ''] = first.split(/: (.*)/s);
	const chosen = [{ title, commands: [command, 'mcs --threads 2 --rounds 77'] }];

	test('are those that have a row, up to a number of states', () => {
		const rows = rowsToCheck(chosen, there, Number.POSITIVE_INFINITY);
		expect(rows).toEqual([{ command, line: there.get(first) }]);
		expect(rowsToCheck(chosen, there, 1)).toEqual([]);
	});

	test('say the same; one that says something else is counted', async () => {
		const rows = rowsToCheck(chosen, there, 100_000);
		expect(rows).toHaveLength(1);
		expect(await checkRows(rows)).toBe(0);
		const [row] = rows;
		expect(await checkRows([{ ...row, line: row.line.replace(/\d+ \|$/, '0 |') }])).toBe(1);
	});

	test('with rounds that never end, where nobody finishes', async () => {
		const rows = [...there]
			.map(([key, line]) => ({ command: key.split(/: (.*)/s)[1], line }))
			.filter(({ command }) => command.includes('--rounds endless'));
		const [small] = rows.filter(({ line }) => /\| 8,052 \|/.test(line));
		expect(small.line).toContain('OK (nobody finishes)');
		expect(await checkRows([small])).toBe(0);
		for (const { line } of rows) expect(line).not.toMatch(/\| OK(?! \(nobody finishes\))/);
	});
});
