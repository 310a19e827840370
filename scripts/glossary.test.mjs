import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { at, filesUnder } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { GLOSSARY, parseGlossary } from './lib/glossary.mjs';
import { readTexts } from './lib/texts.mjs';

const markdown = readFileSync(at(GLOSSARY), 'utf8');
const entries = parseGlossary(markdown);
const read = (path) => readFileSync(at(path), 'utf8');

/** All prose that a reader meets: docs, the texts of the locks and their stories, the page. */
const prose = ['docs', 'core-c/locks', 'core-c/text', 'web/src', 'web/lessons']
	.flatMap((folder) => filesUnder(folder, (path) => /\.(md|c|h|tsx?)$/.test(path)))
	.filter((path) => path !== GLOSSARY && !/(\.test\.|_test\.)|glossary\//.test(path))
	.concat('README.md')
	.map(read)
	.join('\n');

describe('the glossary', () => {
	test('has the words of the field', () => {
		const terms = entries.map(({ term }) => term);
		for (const term of [
			'ABA problem',
			'CAS',
			'convoy',
			'fairness',
			'livelock',
			'priority inversion',
			'contention',
			'deadlock',
			'futex',
			'handoff',
			'last look',
			'top waiter',
		])
			expect(terms).toContain(term);
		expect(terms.length).toBeGreaterThan(50);
	});

	test.each(entries.map((entry) => [entry.term, entry]))(
		'%s is used, and explained',
		(_, entry) => {
			const { term, forms, text } = entry;
			const used = [term, ...forms].some((form) =>
				new RegExp(`(?<!\\w)${form.replace(/\W/g, '\\$&')}(?!\\w)`, 'i').test(prose),
			);
			expect(used).toBe(true);
			expect(text).toMatch(/^[A-Z“].*[.!]$/);
			const sentences = text.match(/[.!?](?=\s|$)/g).length;
			expect(sentences).toBeLessThanOrEqual(3);
			expect(text.length).toBeLessThan(320);
		},
	);

	test('stands in the order of the alphabet', () => {
		const terms = entries.map(({ term }) => term.toLowerCase().replace(/\W/g, ''));
		expect(terms).toEqual([...terms].sort());
	});

	/* that a way to the end is there excludes no schedule that never takes it */
	test('tells a livelock from no progress, and no text says that a search excludes it', () => {
		const of = (name) => entries.find(({ term }) => term === name)?.text ?? '';
		expect(of('livelock')).not.toMatch(/calls it/);
		expect(of('livelock')).toMatch(/does not look for it/);
		expect(of('no progress')).toMatch(/no schedule lets all threads finish/);
		expect(prose.match(/no schedule leads into[^.]*livelock[^.]*/gi)).toBeNull();
	});

	test('is linked from the docs', () => {
		expect(read('docs/README.md')).toContain('(glossary.md)');
		expect(read('README.md')).toContain('(docs/glossary.md)');
	});

	test('refuses what the page could not show', () => {
		expect(() => parseGlossary('## a\n\nOne.\n\n## a\n\nTwo.\n')).toThrow('a stands under a and a');
		expect(() => parseGlossary('## a\nForms: b\n\nOne.\n\n## b\n\nTwo.\n')).toThrow(
			'b stands under a and b',
		);
		expect(() => parseGlossary('## a\n\nForms: b\n')).toThrow('a has no explanation');
	});
});

describe('words', () => {
	const ours = ['docs', 'core-c', 'scripts', 'web/src', 'wasm/src']
		.flatMap((folder) => filesUnder(folder, (path) => /\.(md|c|h|mjs|tsx?)$/.test(path)))
		.filter((path) => !/(\.test\.|_test\.|peers)|glossary|gallery\/terms|trace\/shipped/.test(path))
		.concat('README.md');
	/** Of one thing, one spelling; of a thread, "it". */
	test.each([
		['handoff', /(?<![-\w])(?:hand-offs?|hand-?overs?)(?![-\w])/i],
		['it', /(?<![-\w'])(?:he|she|him|his|himself|herself)(?![-\w'])/i],
	])('%s', (_, wrong) => {
		const found = ours.flatMap((path) =>
			read(path)
				.split('\n')
				.flatMap((line, i) => (wrong.test(line) ? [`${path}:${i + 1}: ${line.trim()}`] : [])),
		);
		expect(found).toEqual([]);
	});

	test('a load reads', async () => {
		const looks = readTexts(await loadFrontEnd()).flatMap(({ name, text }) =>
			text
				.split('\n')
				.filter((line) => /^\t*LOAD\(/.test(line) && /\/\*.*\blooks\b/.test(line))
				.map((line) => `${name}: ${line.trim()}`),
		);
		expect(looks).toEqual([]);
	});
});
