/** docs/findings.md says of each finding how it was found, and of released texts what has become of them. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { readTexts } from './lib/texts.mjs';

const text = readFileSync(at('docs/findings.md'), 'utf8');
const sections = text
	.split(/^(?=#{2,3} )/m)
	.flatMap((part) => (/^### [A-Z]\d+\. /.test(part) ? [[/[A-Z]\d+/.exec(part)[0], part]] : []));
const rows = text
	.split('\n')
	/* the table of all of them; another says which of them are races */
	.filter((line) => /^\| [A-Z]\d/.test(line) && line.split('|').length > 5)
	.map((line) =>
		line
			.slice(1, -1)
			.split('|')
			.map((cell) => cell.trim()),
	);
const texts = readTexts(await loadFrontEnd());
const switches = new Set(texts.flatMap((one) => one.of('SWITCH').map(({ args }) => args[0])));
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

describe('what it rests on, and what mends it', () => {
	/* M is older, and tells of the mutex of 2013 in a form of its own */
	const judged = sections.filter(([id]) => id[0] !== 'M');
	test.each(judged)('%s names its lines', (_, part) => {
		expect(part.match(/^Lines\b.*: \S/gm) ?? []).toHaveLength(1);
	});

	test.each(judged)('%s names a switch that mends it, or says why there is none', (_, part) => {
		const named = [...part.matchAll(/`(mend_\w+)`/g)].map(([, name]) => name);
		expect(named.filter((name) => !switches.has(name))).toEqual([]);
		const without = part.match(/^No mend: \S.{20,}/gm) ?? [];
		const own = part.match(/(?:Judgement|Fix): [\s\S]*`mend_\w+`/) ?? [];
		expect(own.length > 0 || without.length === 1).toBe(true);
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
