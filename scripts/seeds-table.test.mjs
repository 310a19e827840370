/** docs/README.md, "From a posting to what holds it against reality": each cell that names something of the project names what is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at } from './lib/files.mjs';
import { factsOfCore } from './searches.mjs';

const read = (path) => readFileSync(at(path), 'utf8');
const TITLE = '## From a posting to what holds it against reality';
const table = read('docs/README.md').split(TITLE)[1];
const rows = table
	.split('\n')
	.filter((line) => line.startsWith('| '))
	.slice(1)
	.map((line) => line.split('|').slice(1, -1))
	.map(([, , texts, stories, findings, against]) => ({
		texts: [...texts.matchAll(/core-c\/locks\/(\w+)\/README\.md/g)].map(([, lock]) => lock),
		stories: [...stories.matchAll(/`([\w.-]+)`/g)].map(([, story]) => story),
		findings: findings.trim(),
		against,
	}));

const facts = factsOfCore();
const lockOf = (text) => facts.locks.find(({ name }) => name === text);
const scenariosOf = (text) =>
	facts.scenarios.filter(({ lock }) => lock === lockOf(text)?.id).map(({ name }) => name);
/** "G1, G2" and "T1 to T11" as numbers of findings. */
const numbersIn = (cell) =>
	cell
		.replace(/\].*/, '')
		.split(',')
		.flatMap((part) => {
			const [letter, from, to = from] = /([A-Z])(\d+)(?: to [A-Z](\d+))?/.exec(part).slice(1);
			return Array.from({ length: to - from + 1 }, (_, i) => `${letter}${Number(from) + i}`);
		});
const findingsText = read('docs/findings.md');
/** Of the first table in docs/findings.md, where several may share a row: "T7–T11". That of the races has its variants as code. */
const found = new Map(
	[
		...read('docs/findings.md').matchAll(/^\| ([A-Z])(\d+)(?:–[A-Z](\d+))? \| ([^|`]+) \|/gm),
	].flatMap(([, letter, from, to = from, names]) =>
		Array.from({ length: to - from + 1 }, (_, i) => [`${letter}${Number(from) + i}`, names]),
	),
);

test('every lock that can be run stands in the table', () => {
	const named = new Set(rows.flatMap(({ texts }) => texts));
	expect(facts.locks.filter(({ name }) => !named.has(name)).map(({ name }) => name)).toEqual([]);
	expect(rows.length).toBeGreaterThanOrEqual(15);
});

describe.each(rows)('$texts', ({ texts, stories, findings, against }) => {
	test('its texts and stories are there, and the stories are theirs', () => {
		expect(texts.length).toBeGreaterThan(0);
		expect(stories.length).toBeGreaterThan(0);
		for (const lock of texts)
			expect(existsSync(at(`core-c/locks/${lock}/${lock}.c`)), lock).toBe(true);
		const theirs = texts.flatMap(scenariosOf);
		for (const story of stories) expect(theirs).toContain(story);
	});

	test('its findings are of its variants, and none is left out', () => {
		const variants = texts.flatMap((text) => lockOf(text)?.variants.map(({ name }) => name) ?? []);
		const theirs = [...found]
			.filter(([, names]) => names.split(',').some((name) => variants.includes(name.trim())))
			.map(([number]) => number);
		const told = findings === 'none' ? [] : numbersIn(findings);
		for (const number of told) {
			expect(findingsText).toMatch(
				new RegExp(`^### (?:[A-Z]\\d+[,–] ?)*${number}\\b|^\\| ${number} \\|`, 'm'),
			);
			if (found.has(number)) expect(theirs).toContain(number);
		}
		const elsewhere = rows.filter((row) => row.texts.some((lock) => texts.includes(lock)));
		const toldThere = elsewhere.flatMap((row) =>
			row.findings === 'none' ? [] : numbersIn(row.findings),
		);
		expect(toldThere).toEqual(expect.arrayContaining(theirs));
	});

	test('what it is held against is there', () => {
		if (/second model/.test(against))
			expect(texts.some((lock) => existsSync(at(`tests/peers/${lock}.pml`)))).toBe(true);
		for (const [, file] of against.matchAll(/`(\w+\.[ch])`/g)) {
			const own = readdirSync(at('core-c/kernel/own-text')).map((name) =>
				read(`core-c/kernel/own-text/${name}`),
			);
			expect(
				own.some((text) => text.includes(`#include "kernel/locking/${file}"`)),
				file,
			).toBe(true);
		}
		if (/host's own `futex\(2\)`/.test(against))
			expect(texts.some((lock) => existsSync(at(`core-c/locks/${lock}/calls_native.c`)))).toBe(
				true,
			);
		if (/glibc's source of 2\.36|glibc's source, access/.test(against))
			expect(existsSync(at(`core-c/glibc/own-text/${texts[0].replace('glibc_', '')}.c`))).toBe(
				true,
			);
	});
});
