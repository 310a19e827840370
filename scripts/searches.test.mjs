import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { coverage, coverageTable, shortened, tables } from './searches.mjs';

const list = readFileSync(at('scripts/searches.txt'), 'utf8');
const docs = readFileSync(at('docs/searches.md'), 'utf8');

test('what is searched as posted is told by threads and budgets', () => {
	const commands = [
		'a --threads 2 --rounds 3 --budget p2',
		'a --threads WWR --rounds 1',
		'a --threads WRR --budget p0,x1,t2',
		'a --threads WWRR --switch mend_it',
		'b --threads 5',
	];
	expect(coverage(commands)).toEqual([
		['a', { 2: 'p', 3: '· x t', 4: '' }],
		['b', { 2: '', 3: '', 4: '' }],
	]);
});

test('docs/searches.md has a row for each search of the list, and for no other', () => {
	const rows = [...docs.matchAll(/^\| `([^`]* --threads [^`]*)` \|/gm)].map(
		([, command]) => command,
	);
	expect(rows.sort()).toEqual(
		tables(list)
			.flatMap(({ commands }) => commands.map(shortened))
			.sort(),
	);
});

test('docs/searches.md says what is searched of the list', () => {
	expect(docs).toContain(coverageTable(list));
});
