/** Asks each lock for each of its parts. What a folder of core-c/locks must have: docs/adding-a-lock.md. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NATIVE } from './build-native.mjs';
import { at } from './lib/files.mjs';
import { loadFrontEnd } from './lib/front-end.mjs';
import { closure } from './lib/generate/texts.mjs';
import { GLOSSARY, parseGlossary } from './lib/glossary.mjs';
import { readTexts, TEXTS } from './lib/texts.mjs';
import { SEARCHES_FILE } from './pins.mjs';
import { factsOfCore } from './searches.mjs';

const texts = readTexts(await loadFrontEnd());
const locks = texts.filter(({ lock }) => lock);
const parts = texts.filter(({ lock }) => !lock);

const FAULTY = ['LS_VIOLATED', 'LS_DEADLOCK', 'LS_LOST_WAKEUP', 'LS_NO_PROGRESS', 'LS_BUGGED'];
/** That a README has, in any order; others may stand between them. */
const OF_ALL = [/^# (\w+): \S/m, /^## The words$/m, /^## Where each step comes from$/m];
const OF_LOCKS = [/^## Invariants$/m, /^## Faults to plant$/m];

const TERMS = new Set(parseGlossary(readFileSync(at(GLOSSARY), 'utf8')).map(({ term }) => term));

/** Searches as posted: no planted fault, no fix. */
const PINNED = readFileSync(at(SEARCHES_FILE), 'utf8')
	.split('\n')
	.filter((line) => line.includes(' = ') && !line.includes('--switch'));

const unquoted = (raw) => raw?.replace(/^"|"$/g, '');
const fileOf = (name, file) => `${TEXTS}/${name}/${file}`;
const readme = (name) => readFileSync(at(fileOf(name, 'README.md')), 'utf8');
const call = (...args) =>
	spawnSync(at(NATIVE, 'lockstep'), args, { encoding: 'utf8', maxBuffer: 1 << 26 });

const facts = factsOfCore();
/** What the core has of a lock, with its scenarios and levels. */
function factsOf(text) {
	const lock = facts.locks.find(({ name }) => name === text);
	const ofIt = (list) => list.filter(({ lock: id }) => id === lock.id);
	return { lock, scenarios: ofIt(facts.scenarios), levels: ofIt(facts.levels) };
}

test('there are locks, and a part that they share', () => {
	expect(locks.length).toBeGreaterThanOrEqual(4);
	expect(parts.length).toBeGreaterThanOrEqual(1);
});

describe.each(texts.map((text) => [text.name, text]))('%s', (name, text) => {
	test('has its files', () => {
		const files = [`${name}.c`, `${name}.h`, 'README.md', ...(text.lock ? ['scenarios.c'] : [])];
		expect(files.filter((file) => !existsSync(at(fileOf(name, file))))).toEqual([]);
	});

	test('says what it is above its first line, and where it comes from', () => {
		const head = /^\/\*\n \* (\w+): .*?\*\//ms.exec(text.text);
		expect(head?.[1]).toBe(name);
		expect(head[0]).toMatch(/\bSource: \S/);
	});

	test('has a page with every section', () => {
		const page = readme(name);
		const wanted = text.lock ? [...OF_ALL, ...OF_LOCKS] : OF_ALL;
		expect(wanted.filter((section) => !section.test(page)).map(String)).toEqual([]);
		expect(OF_ALL[0].exec(page)[1]).toBe(name);
		expect(page).toContain(fileOf(name, `${name}.c`));
		expect(page).toMatch(/\bSource: \S/);
	});

	test('has a WORD line for every word', () => {
		const described = new Set(text.of('WORD').map(({ args }) => `${args[0]}.${args[1]}`));
		const words = Object.entries(text.structs).flatMap(([tag, members]) =>
			members
				.filter(({ type }) => type === 'word' || type === 'list')
				.map((member) => `${tag}.${member.name}`),
		);
		expect(words.length).toBeGreaterThan(0);
		expect(words.filter((word) => !described.has(word))).toEqual([]);
		expect([...described].filter((word) => !words.includes(word))).toEqual([]);
		const page = readme(name);
		const members = words.map((word) => word.split('.')[1]);
		expect(members.filter((member) => !new RegExp(`\\b${member}\\b`).test(page))).toEqual([]);
	});

	test('is used by a lock, or is one', () => {
		expect(locks.some((lock) => closure(lock, texts).includes(text))).toBe(true);
	});
});

test('list --json names every lock, with what its folder holds', () => {
	const listed = JSON.parse(call('list', '--json').stdout);
	const names = (list) => list.map(({ name }) => name).toSorted();
	expect(names(listed)).toEqual(names(locks));
	for (const text of locks) {
		const told = listed.find(({ name }) => name === text.name);
		const variants = text.of('VARIANT').map(({ fields }) => unquoted(fields.name));
		expect(names(told.variants)).toEqual(variants.toSorted());
		expect(names(told.switches)).toEqual(
			text
				.of('SWITCH')
				.map(({ args }) => args[0])
				.toSorted(),
		);
		expect(names(told.scenarios)).toEqual(
			names(factsOf(text.name).scenarios.filter(({ sandbox }) => !sandbox)),
		);
		expect(told.texts.toSorted()).toEqual(names(closure(text, texts)));
	}
});

test('one lock of each family says what the family is for', () => {
	const saying = locks.filter(({ lock }) => lock.fields.purpose);
	const families = locks.map(({ lock }) => lock.fields.family);
	expect(saying.map(({ lock }) => lock.fields.family).toSorted()).toEqual(
		[...new Set(families)].toSorted(),
	);
	for (const { lock } of saying)
		expect(lock.fields.purpose).toMatch(/^LS_TOLD\("[A-Z].{20,}\."\)$/);
});

describe.each(locks.map((text) => [text.name, text]))('the lock %s', (name, text) => {
	const page = readme(name);
	const { lock, scenarios, levels } = factsOf(name);
	const sandboxes = scenarios.filter(({ sandbox }) => sandbox);
	const stories = scenarios.filter(({ sandbox }) => !sandbox);
	const namesOf = (list) => list.map((one) => one.name);

	test('has a title, a family and a source', () => {
		for (const field of ['title', 'family', 'source'])
			expect(unquoted(text.lock.fields[field])?.length, field).toBeGreaterThan(3);
	});

	test('has a variant, and a sandbox of the same name for each', () => {
		expect(lock.variants.length).toBeGreaterThan(0);
		expect(namesOf(sandboxes).toSorted()).toEqual(namesOf(lock.variants).toSorted());
		for (const sandbox of sandboxes) expect(lock.variants[sandbox.variant].name).toBe(sandbox.name);
	});

	test('stands in the list of README.md, each variant by its name', () => {
		const [list] = /^\| lock \|[\s\S]*?\n\n/m.exec(readFileSync(at('README.md'), 'utf8'));
		expect(namesOf(lock.variants).filter((variant) => !list.includes(`\`${variant}\``))).toEqual(
			[],
		);
	});

	test('has a story in which nothing is wrong, and a lesson for each scenario', () => {
		expect(namesOf(stories.filter(({ story }) => story.length === 0))).toEqual([]);
		expect(stories.some(({ verdict }) => verdict === 'OK')).toBe(true);
		expect(namesOf(scenarios.filter(({ lesson }) => lesson.length < 20))).toEqual([]);
	});

	test('tells a story of each variant', () => {
		const told = new Set(stories.map(({ variant }) => lock.variants[variant].name));
		expect(namesOf(lock.variants).filter((variant) => !told.has(variant))).toEqual([]);
	});

	test('has the figures of a search of each variant pinned, besides those of its stories', () => {
		const pinned = new Set(PINNED.map((line) => line.split(' ')[0]));
		expect(namesOf(lock.variants).filter((variant) => !pinned.has(variant))).toEqual([]);
	});

	test('says only topics that the glossary has', () => {
		expect(namesOf(scenarios.filter(({ topic }) => topic && !TERMS.has(topic)))).toEqual([]);
	});

	test('has a role, and an invariant that the page explains', () => {
		expect(text.of('ROLE').length).toBeGreaterThan(0);
		const invariants = text.of('INVARIANT').map(({ fields }) => unquoted(fields.name));
		expect(invariants.length).toBeGreaterThan(0);
		expect(invariants.filter((invariant) => !page.includes(`| ${invariant} |`))).toEqual([]);
	});

	test('tells every story moment by moment, and holds it step by step', () => {
		expect(namesOf(stories.filter(({ beats }) => beats.length === 0))).toEqual([]);
		const golden = (story) => existsSync(at(`tests/golden/schedules/${story}.txt`));
		expect(namesOf(stories).filter((story) => !golden(story))).toEqual([]);
	});

	test('has a level, and a picture of its queue', () => {
		expect(levels.length).toBeGreaterThan(0);
		expect(text.of('QUEUE').length).toBeGreaterThan(0);
	});

	test('runs on real threads: in kernel mode, or with its system calls told to the host', () => {
		const kernel = /\.kernel = true/.test(text.text);
		expect(kernel || existsSync(at(fileOf(name, 'calls_native.c')))).toBe(true);
	});

	describe('has three faults at least, each with its verdict and a check that shows it', () => {
		const switches = text.of('SWITCH');
		const invariants = text.of('INVARIANT').map(({ fields }) => fields.name);

		test('three', () => {
			const faulty = switches.filter(
				({ args, fields }) => FAULTY.includes(fields.verdict) && !args[0].startsWith('mend_'),
			);
			expect(faulty.length).toBeGreaterThanOrEqual(3);
		});

		test.each(switches.map((line) => [line.args[0], line.fields]))('%s', (id, fields) => {
			expect(fields.title).toBeDefined();
			expect(['LS_OK', ...FAULTY]).toContain(fields.verdict);
			if (fields.verdict === 'LS_VIOLATED') expect(invariants).toContain(fields.invariant);
			const [sandbox, ...flags] = unquoted(fields.shown_by).split(' ');
			expect(namesOf(scenarios)).toContain(sandbox);
			// one state is not enough for a verdict, but the line must be understood
			const { status, stderr } = call('check', sandbox, ...flags, '--switch', id, '--states', '1');
			expect(stderr).toBe('');
			expect([0, 1, 3]).toContain(status);
			expect(page).toContain(`\`${id}\``);
		});
	});
});
