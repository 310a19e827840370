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

const texts = readTexts(await loadFrontEnd());
const locks = texts.filter(({ lock }) => lock);
const parts = texts.filter(({ lock }) => !lock);

const FAULTY = ['LS_VIOLATED', 'LS_DEADLOCK', 'LS_LOST_WAKEUP', 'LS_NO_PROGRESS', 'LS_BUGGED'];
/** That a README has, in any order; others may stand between them. */
const OF_ALL = [/^# (\w+): \S/m, /^## The words$/m, /^## Where each step comes from$/m];
const OF_LOCKS = [/^## Invariants$/m, /^## Faults to plant$/m];

const TERMS = new Set(parseGlossary(readFileSync(at(GLOSSARY), 'utf8')).map(({ term }) => term));

const unquoted = (raw) => raw?.replace(/^"|"$/g, '');
const fileOf = (name, file) => `${TEXTS}/${name}/${file}`;
const readme = (name) => readFileSync(at(fileOf(name, 'README.md')), 'utf8');
const call = (...args) =>
	spawnSync(at(NATIVE, 'lockstep'), args, { encoding: 'utf8', maxBuffer: 1 << 26 });

/** The entries of a lock's scenarios.c by name, each as its text. */
function scenariosOf(name) {
	const text = readFileSync(at(fileOf(name, 'scenarios.c')), 'utf8');
	return new Map(
		text
			.split(/^\t\{$/m)
			.map((entry) => [/\.name = "([^"]+)"/.exec(entry)?.[1], entry])
			.filter(([one]) => one),
	);
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
		const scenarios = [...scenariosOf(text.name)];
		const variants = text.of('VARIANT').map(({ fields }) => unquoted(fields.name));
		expect(names(told.variants)).toEqual(variants.toSorted());
		expect(names(told.switches)).toEqual(
			text
				.of('SWITCH')
				.map(({ args }) => args[0])
				.toSorted(),
		);
		expect(names(told.scenarios)).toEqual(
			scenarios
				.filter(([, entry]) => !/\.sandbox = 1/.test(entry))
				.map(([name]) => name)
				.toSorted(),
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
	const scenarios = scenariosOf(name);
	const entries = [...scenarios.values()];
	const sandboxes = [...scenarios].filter(([, entry]) => /\.sandbox = 1/.test(entry));

	test('has a title, a family and a source', () => {
		for (const field of ['title', 'family', 'source'])
			expect(unquoted(text.lock.fields[field])?.length, field).toBeGreaterThan(3);
	});

	test('has a variant, and a sandbox of the same name for each', () => {
		const variants = text.of('VARIANT');
		expect(variants.length).toBeGreaterThan(0);
		for (const { args, fields } of variants) {
			const sandbox = sandboxes.find(([one]) => one === unquoted(fields.name))?.[1];
			expect(sandbox, fields.name).toContain(`${name}_VARIANT_${args[0]},`);
		}
		expect(sandboxes.length).toBe(variants.length);
	});

	test('stands in the list of README.md, each variant by its name', () => {
		const [list] = /^\| lock \|[\s\S]*?\n\n/m.exec(readFileSync(at('README.md'), 'utf8'));
		const variants = text.of('VARIANT').map(({ fields }) => unquoted(fields.name));
		expect(variants.filter((variant) => !list.includes(`\`${variant}\``))).toEqual([]);
	});

	test('has a story in which nothing is wrong, and a lesson for each scenario', () => {
		const stories = entries.filter((entry) => !/\.sandbox = 1/.test(entry));
		const told = stories.filter((entry) => /\.story = LS_TOLD\("[^"]+"\)/.test(entry));
		expect(told.length).toBe(stories.length);
		expect(told.some((entry) => /\.verdict = LS_OK/.test(entry))).toBe(true);
		expect(entries.filter((entry) => !/\.lesson = LS_TOLD\("[^"]{20,}"\)/.test(entry))).toEqual([]);
	});

	test('says only topics that the glossary has', () => {
		const topics = entries.flatMap((entry) => entry.match(/\.topic = LS_TOLD\("[^"]*"\)/) ?? []);
		expect(topics.filter((topic) => !TERMS.has(/"(.*)"/.exec(topic)?.[1]))).toEqual([]);
	});

	test('has a role, and an invariant that the page explains', () => {
		expect(text.of('ROLE').length).toBeGreaterThan(0);
		const invariants = text.of('INVARIANT').map(({ fields }) => unquoted(fields.name));
		expect(invariants.length).toBeGreaterThan(0);
		expect(invariants.filter((invariant) => !page.includes(`| ${invariant} |`))).toEqual([]);
	});

	test('tells every story moment by moment, and holds it step by step', () => {
		const stories = [...scenarios].filter(([, entry]) => !/\.sandbox = 1/.test(entry));
		expect(
			stories.filter(([, entry]) => !/\.beats = /.test(entry)).map(([story]) => story),
		).toEqual([]);
		const golden = ([story]) => existsSync(at(`tests/golden/schedules/${story}.txt`));
		expect(stories.filter((one) => !golden(one)).map(([story]) => story)).toEqual([]);
	});

	test('has a level, and a picture of its queue', () => {
		expect(existsSync(at(fileOf(name, 'levels.c')))).toBe(true);
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
			expect(scenarios.has(sandbox)).toBe(true);
			// one state is not enough for a verdict, but the line must be understood
			const { status, stderr } = call('check', sandbox, ...flags, '--switch', id, '--states', '1');
			expect(stderr).toBe('');
			expect([0, 1, 3]).toContain(status);
			expect(page).toContain(`\`${id}\``);
		});
	});
});
