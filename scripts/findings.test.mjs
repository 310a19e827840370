/** docs/findings.md says of each finding how it was found, and of released texts what has become of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './lib/files.mjs';

const text = readFileSync(at('docs/findings.md'), 'utf8');
const sections = text
	.split(/^(?=#{2,3} )/m)
	.flatMap((part) => (/^### [A-Z]\d+\. /.test(part) ? [[/[A-Z]\d+/.exec(part)[0], part]] : []));
const rows = text
	.split('\n')
	.filter((line) => /^\| [A-Z]\d/.test(line))
	.map((line) =>
		line
			.slice(1, -1)
			.split('|')
			.map((cell) => cell.trim()),
	);
const rowOf = (id) => rows.find(([ids]) => ids === id);

const HOW = /^(?:an? )?(search(?:es)?|race search|starvation search|reading|replay)\b/;
const kindOf = (said) => HOW.exec(said)?.[1].replace('searches', 'search');
const saysOf = (part) => [...part.matchAll(/^(?:- )?Found by: (.+)$/gm)].map(([, said]) => said);

describe('how it was found', () => {
	test.each(sections)('%s says it once, and the table says the same', (id, part) => {
		const said = saysOf(part);
		expect(said).toHaveLength(1);
		expect(kindOf(said[0]), said[0]).toBeDefined();
		const row = rowOf(id);
		if (row) expect(kindOf(row[5])).toBe(kindOf(said[0]));
		/* without a word of it, a failure that needs a switch reads as one of the posted text */
		if (row?.[3].includes('switch')) expect(row[5]).toContain('switch');
		const [shown = ''] = part.match(/--switch (?!mend_)\w+/) ?? [];
		if (shown) expect(said[0]).toContain(shown.replace('--switch ', ''));
	});

	test('every row of the table has it', () => {
		expect(rows.length).toBeGreaterThan(25);
		for (const row of rows) expect(row[5], row[0]).not.toBe('');
	});

	test('the introduction claims no more than the list', () => {
		const intro = text.slice(0, text.indexOf('Five to begin with'));
		const kinds = new Set(sections.map(([, part]) => kindOf(saysOf(part)[0])));
		for (const kind of kinds) expect(intro.toLowerCase()).toContain(kind);
		expect(intro).not.toMatch(/search of every schedule found it/);
	});
});

test('of what was released stands what became of it', () => {
	const released = rows.filter((row) => row[6].startsWith('released text'));
	expect(released.length).toBeGreaterThan(4);
	for (const row of released)
		expect(row[6], row[0]).toMatch(/fixed upstream|still so in|the same in|took .* out/);
	for (const id of ['G2', 'P2'])
		expect(sections.find(([name]) => name === id)?.[1]).toMatch(/Checked in (?:glibc|Linux) \d/);
});
