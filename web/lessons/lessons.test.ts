/** What a lesson shows and asks agrees with the core, and what does not is told. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FACTS_MODULE, tellerOf } from '../../scripts/lib/wasm-facts.mjs';
import { LEVELS } from '../../wasm/generated/levels';
import { REPAIRS } from '../../wasm/generated/repairs';
import type { Config, Core, LevelFacts, RepairHead } from '../../wasm/src';
import { cacheOf } from '../../wasm/src/cache';
import { moduleFile } from '../../wasm/src/testing';
import { sharedWords } from '../../wasm/src/words';
import { isLater } from '../src/drawings/queue/order';
import { plainText } from '../src/lessons/plain';
import type { Block, FigureData, Inline, Lesson } from '../src/lessons/types';
import { builtTools, makeLessons, readLesson } from './make/make';
import { readMarkdown, withoutOf } from './make/markdown';
import { readSetUp, tell } from './make/setup';

const FOLDER = 'web/lessons';
const files = readdirSync(FOLDER)
	.filter((name) => name.endsWith('.md'))
	.sort()
	.map((name): [string, string] => [name, readFileSync(join(FOLDER, name), 'utf8')]);
const moduleOf = (lock: string) => new Uint8Array(readFileSync(moduleFile(lock)));
const teller = tellerOf(readFileSync(FACTS_MODULE));

/** What each does without, by its head. */
const heads = new Map(
	files.map(([name, text]) => [name.slice(3, -3), readMarkdown(text).head.get('without')] as const),
);

let tools: Awaited<ReturnType<typeof builtTools>>;
let core: Core;
let lessons: Lesson[];

beforeAll(async () => {
	tools = await builtTools(moduleOf, teller);
	core = tools.core;
	lessons = await makeLessons(moduleOf, teller, files);
}, 120_000);

const inside = (blocks: readonly Block[]): Block[] =>
	blocks.flatMap((b) => (b.kind === 'but' ? [b, ...inside(b.blocks)] : [b]));

const figuresOf = ({ blocks }: Lesson): FigureData[] =>
	inside(blocks).flatMap((b) =>
		b.kind === 'figure' ? [b] : b.kind === 'ask' && b.figure ? [b.figure] : [],
	);

function linksIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(linksIn);
	if (typeof value !== 'object' || value === null) return [];
	const own = 'to' in value ? [(value as Extract<Inline, { kind: 'link' }>).to] : [];
	return [...own, ...Object.values(value).flatMap(linksIn)];
}

/** All that a lesson says to whoever opens its folds, leaves no note out and takes every choice. */
const saidIn = (blocks: readonly Block[]): string[] =>
	inside(blocks).flatMap((block) => {
		if (block.kind === 'but') return [plainText(block.question)];
		if (block.kind === 'list') return block.items.map(plainText);
		if (block.kind === 'code') return block.text.map(plainText);
		if (block.kind === 'figure')
			return [block.notes, ...block.ifs.map(({ notes }) => notes)]
				.flat()
				.map((n) => plainText(n.text));
		if (block.kind !== 'ask') return 'text' in block ? [plainText(block.text)] : [];
		const choices = block.choices.flatMap(({ text, reply }) => [plainText(text), plainText(reply)]);
		return [plainText(block.question), ...choices];
	});

/** Names of the words and fields of a lock, apart from those that another variant of it has. */
const namesIn = (config: Config): string[] => {
	const lock = core.lock(config.lock);
	const all = lock.memory.flatMap(({ words }) => words);
	const own = all.filter((facts) => !isLater(lock, config.variant, facts));
	const fields = sharedWords(lock)[0]?.facts.fields ?? [];
	return [...own, ...fields].map(({ name }) => name);
};

/** What a lesson shows in the stepper and in its own levels, and neither it nor one before it has said or put away. */
function unsaidIn(lesson: Lesson): string[] {
	const said = lessons
		.filter(({ number }) => number <= lesson.number)
		.flatMap((l) => saidIn(l.blocks));
	const tokens = new Set(said.join(' ').match(/\w+/g));
	const own = lesson.levels.filter(({ further }) => further === '').map(({ name }) => name);
	const configs = [
		...figuresOf(lesson).map(({ address }) => core.parseUrl(address).config),
		...own.map((name) => core.configOf(byName.get(name)?.scenario ?? '')),
	];
	const unsaid = configs.flatMap((config) => {
		const { name } = core.lock(config.lock);
		const away = withoutOf(heads.get(lesson.slug)).filter(({ lock }) => lock === name);
		const known = new Set([...tokens, ...away.flatMap(({ names }) => names)]);
		return namesIn(config)
			.filter((word) => word !== '' && !known.has(word))
			.map((word) => `${lesson.slug}: ${name} ${word}`);
	});
	return [...new Set(unsaid)];
}

/** Of the longest; one with more is to be cut. */
const MOST_WORDS = 2_050;

/** How often a line goes to another CPU, from a moment on. */
function movesOf(config: Config, schedule: readonly number[], since: number) {
	const session = core.session(config);
	session.load([...schedule]);
	const track = cacheOf(session);
	const moves: Record<string, number> = { T1: 0, T2: 0, T3: 0, T4: 0, all: 0, ofNodes: 0 };
	const add = (key: string) => {
		moves[key] = (moves[key] ?? 0) + 1;
	};
	for (let at = since; at < schedule.length; at++) {
		const { line, tid, transfer } = track.touch(at);
		if (line === null || !transfer) continue;
		add('all');
		add(`T${tid}`);
		if (line > 0) add('ofNodes');
	}
	return moves;
}

const levels = LEVELS as readonly LevelFacts[];
const repairs = REPAIRS as readonly RepairHead[];
const byName = new Map(levels.map((level) => [level.name, level]));

const growth = (...of: string[]) =>
	`\`\`\`growth\ntitle: t\n${of.map((name) => `of: ${name} | ${name}\n`).join('')}Words.\n\`\`\`\n\n`;

describe('the lessons', () => {
	it('lead to every level, each once', () => {
		const closing = lessons.flatMap(({ levels }) => levels.map(({ name }) => name));
		expect([...closing].sort()).toEqual([...byName.keys()].sort());
	});

	it('lead to every text to repair, each once', () => {
		const closing = lessons.flatMap((lesson) => lesson.repairs.map(({ name }) => name));
		expect([...closing].sort()).toEqual(repairs.map(({ name }) => name).sort());
	});

	it('are numbered in one row, each with a first figure, questions and levels', () => {
		expect(lessons.map(({ number }) => number)).toEqual(lessons.map((_, i) => i + 1));
		for (const { slug, blocks, asks, levels, minutes } of lessons) {
			const first = blocks.findIndex(({ kind }) => kind !== 'text');
			expect(blocks[first]?.kind, slug).toBe('figure');
			expect(first, `${slug}: the figure comes after a line`).toBeLessThan(2);
			expect(asks.length, slug).toBeGreaterThanOrEqual(2);
			expect(levels.length, slug).toBeGreaterThan(0);
			for (const { name, title } of levels) expect(byName.get(name)?.title, slug).toBe(title);
			expect(minutes, slug).toBeGreaterThanOrEqual(8);
			expect(minutes, slug).toBeLessThanOrEqual(15);
		}
	});

	it('end in one sentence to take home', () => {
		for (const { slug, blocks } of lessons) {
			const keep = blocks.at(-1);
			const told = keep?.kind === 'keep' ? plainText(keep.text) : '';
			expect(told, slug).toMatch(/^Take home: [^.?!]+\.$/);
		}
	});

	it('say every name of their locks, or put it away', () => {
		expect(lessons.flatMap(unsaidIn)).toEqual([]);
	});

	it('are read in their minutes: none has many more words than another', () => {
		for (const lesson of lessons) {
			const words = saidIn(lesson.blocks).join(' ').split(/\s+/).length;
			expect(words, lesson.slug).toBeLessThanOrEqual(MOST_WORDS);
		}
	});

	it('open each figure at the moment that it says, with all of its schedule', () => {
		let seen = 0;
		for (const lesson of lessons)
			for (const figure of figuresOf(lesson)) {
				const { config, schedule, at, notes } = core.parseUrl(figure.address);
				expect(notes, figure.title).toEqual([]);
				const session = core.session(config);
				expect(session.load(schedule)).toBe(schedule.length);
				expect(at).toBeLessThanOrEqual(schedule.length);
				for (const note of figure.notes) expect(note.at).toBeLessThanOrEqual(schedule.length);
				for (const { actions } of figure.ifs) expect(session.load(actions)).toBe(actions.length);
				seen++;
			}
		expect(seen).toBeGreaterThanOrEqual(3 * lessons.length);
	});

	it('count what a way to wait costs, and say no more of it than was counted', () => {
		const found = lessons.flatMap(({ blocks }) => blocks.filter((b) => b.kind === 'growth'));
		expect(found).toHaveLength(1);
		const [{ threads, sides, text }] = found as [(typeof found)[number]];
		const [stampede, queue] = sides.map(({ moves }) => moves) as [number[], number[]];
		expect(threads).toEqual([2, 3, 4, 5, 6, 7, 8]);
		expect(plainText(text)).toContain('From four threads on');
		const more = (moves: number[]) => moves.slice(3).map((n, i) => n - (moves[i + 2] ?? 0));
		expect(Math.min(...more(stampede))).toBeGreaterThanOrEqual(2);
		expect(Math.max(...more(queue))).toBeLessThan(1);
	});

	it('count the moves of a release as the text has them', () => {
		const blocks = lessons.find(({ slug }) => slug === 'stampede-and-queue')?.blocks ?? [];
		const ofAsk = (id: string) => {
			const ask = blocks.find((b) => b.kind === 'ask' && b.id === id);
			const figure = ask?.kind === 'ask' ? ask.figure : null;
			if (!figure) throw new Error(`no figure at ${id}`);
			const { config, schedule } = core.parseUrl(figure.address);
			return movesOf(config, schedule, figure.opens);
		};
		expect(ofAsk('how-many-run')).toEqual({ T1: 1, T2: 2, T3: 2, T4: 2, all: 7, ofNodes: 0 });
		expect(ofAsk('how-many-now')).toMatchObject({ T1: 1, T4: 0, all: 6, ofNodes: 3 });
		/* one spinner more */
		const withFive = (name: string, before: string, after: string) => {
			const setUp = readSetUp(core, tools.teller, `${name} threads=LLLLL`);
			const { actions } = tell(setUp, `${before} ${after}`);
			return movesOf(setUp.config, actions, tell(setUp, before).actions.length).all;
		};
		const watching = '1+ 2>mutex_owner_running 3>mutex_owner_running 4>mutex_owner_running';
		const stampede = withFive(
			'mutex-stampede',
			`${watching} 5>mutex_owner_running 1`,
			'1@mutex_unlock_slowpath 2>mutex_spin_on_owner 3>mutex_spin_on_owner 4>mutex_spin_on_owner 5>mutex_spin_on_owner 1@list_first:wait_list 2 3 4 5',
		);
		const queue = withFive(
			'mutex-mcs-queue',
			'1+ 2>mutex_owner_running 3! 4! 5! 3 4 5 1',
			'1@mutex_unlock_slowpath 2>mutex_spin_on_owner 1@list_first:wait_list 2+ 3',
		);
		expect({ stampede, queue }).toEqual({ stampede: 9, queue: 6 });
	});

	it('close with levels of their own locks, and name the locks of the others', () => {
		for (const { slug, levels } of lessons) {
			const own = levels.filter(({ further }) => further === '').length;
			expect(own, slug).toBeGreaterThan(0);
			expect(
				levels.slice(own).every(({ further }) => further !== ''),
				slug,
			).toBe(true);
		}
		const level = lessons.flatMap((l) => l.levels).find(({ name }) => name === 'the-other-order');
		expect(level?.further).toMatch(/^Ticket spinlock\. A fair spinlock/);
	});

	it('skip nothing that a note stands at', () => {
		const skipping = lessons.flatMap(figuresOf).filter(({ skips }) => skips.length > 0);
		expect(skipping.length).toBeGreaterThan(0);
		for (const { address, skips, notes, title } of skipping) {
			const { config, schedule } = core.parseUrl(address);
			const session = core.session(config);
			session.load(schedule);
			const isSkipped = (i: number) =>
				skips.includes(session.record(i).wordName.replace(/^.*\./, '')) &&
				session.action(i) === session.action(i - 1);
			for (const { at } of notes)
				expect(at < schedule.length && at > 0 && isSkipped(at), `${title}, ${at}`).toBe(false);
		}
	});

	it('show whole procedures in C, of the variant that they speak of', () => {
		const shown = lessons.flatMap(({ slug, blocks }) =>
			blocks.flatMap((b) => (b.kind === 'code' ? b.procs.map((proc) => ({ slug, ...proc })) : [])),
		);
		expect([...new Set(shown.map(({ slug }) => slug))]).toEqual([
			'what-a-lock-is',
			'compare-and-swap',
			'futexes',
		]);
		for (const { file, variant, first, last } of shown) {
			const folder = 'build/generated/kernel-c';
			const own = `${folder}/${file.replace('.c', `~${variant}.c`)}`;
			const path = existsSync(own) ? own : `${folder}/${file.replace('.c', '~.c')}`;
			const lines = readFileSync(path, 'utf8').split('\n');
			expect(lines[first - 1], path).toMatch(/^\w.*\)\s*\{/);
			expect(lines[last - 1], path).toBe('}');
			expect(lines.slice(first, last - 1).join('\n'), path).not.toMatch(/^\S/m);
		}
	});

	it('call what comes from outside as the picture does', () => {
		const said = lessons.flatMap(({ blocks }) => saidIn(blocks)).join(' ');
		expect(said).not.toMatch(/\benv\b/);
		expect(said).toContain('The row outside');
	});

	it('say of which Linux their locks are, and lead to a story of what stands there today', () => {
		for (const { slug, today } of lessons) {
			expect(plainText(today), slug).toMatch(/Linux/);
			const stories = linksIn(today).map((to) => core.scenario(to.replace('#/', '')));
			expect(stories.length, slug).toBeGreaterThan(0);
			for (const story of stories) expect(story?.sandbox, slug).toBe(false);
		}
	});

	it('link to what is there', () => {
		const traces = readdirSync('web/traces').map((name) => `#/trace/${name.replace('.trace', '')}`);
		const links = lessons.flatMap(linksIn).filter((to) => to.startsWith('#/'));
		const slugs = lessons.map(({ slug }) => `#/learn/${slug}`);
		const here = (to: string) =>
			slugs.includes(to) ||
			traces.includes(to) ||
			core.scenario(/^#\/([^?]*)/.exec(to)?.[1] ?? '') !== undefined;
		expect(links.filter((to) => !here(to))).toEqual([]);
	});
});

/** Memory and threads, by which a picture is known again. */
function seenIn({ address }: FigureData, actions: readonly number[]): string[] {
	const { config } = core.parseUrl(address);
	const session = core.session(config);
	session.load([...actions]);
	return Array.from({ length: actions.length + 1 }, (_, at) => {
		const { lock, switches, words, nodes, threads } = session.machine(at);
		return JSON.stringify([lock, switches, words, nodes, threads]);
	});
}

/** Questions whose answer the reader has been shown before they are asked: by a figure, or by an earlier answer. */
function shownTooEarly({ slug, blocks }: Pick<Lesson, 'slug' | 'blocks'>): string[] {
	const seen = new Set<string>();
	const early: string[] = [];
	for (const block of inside(blocks)) {
		const figure = block.kind === 'ask' ? block.figure : block.kind === 'figure' ? block : null;
		if (!figure) continue;
		const told = seenIn(figure, core.parseUrl(figure.address).schedule);
		if (block.kind === 'ask' && seen.has(told.at(-1) ?? '')) early.push(`${slug}/${block.id}`);
		for (const state of told) seen.add(state);
		for (const { actions } of figure.ifs)
			for (const state of seenIn(figure, actions)) seen.add(state);
	}
	return early;
}

describe('a question', () => {
	it('is asked before any picture of its lesson has shown the answer', () => {
		expect(lessons.flatMap(shownTooEarly)).toEqual([]);
	});

	it('is found where a figure or a "What if" above it has shown the answer', async () => {
		const [name = '', good = ''] = files[0] ?? [];
		const told = good.replace('\nif: T2 moves first', '\n2 | inside T1 |\nif: T2 moves first');
		expect(shownTooEarly(await readLesson(tools, name, told))).toEqual([
			'what-a-lock-is/nobody-stopped',
		]);
		const asked = good.replace(
			'if: T2 moves first | 2 1 | count -1, inside T2',
			'if: x | 1*5 2 | inside T2',
		);
		expect(shownTooEarly(await readLesson(tools, name, asked))).toEqual([
			'what-a-lock-is/after-the-end',
		]);
	});
});

describe('what is not so is told', () => {
	const [name = '', good = ''] = files[0] ?? [];
	const withChange = (from: string, to: string) => {
		expect(good).toContain(from);
		return readLesson(tools, name, good.replace(from, to));
	};

	it.each([
		[
			'a wrong answer marked as right',
			'- It names T2, and only T2 believes it',
			'+ It names T2, and only T2 believes it',
			'marked as right',
		],
		[
			'a right answer marked as wrong',
			'+ It names T2, and both believe it |',
			'- It names T2, and both believe it |',
			'marked as wrong',
		],
		[
			'a right answer whose claim is false',
			'+ It names T2, and both believe it | T1.locked 1',
			'+ It names T2, and both believe it | T1.locked 0',
			'is not so',
		],
		[
			'a wrong answer whose claim is true',
			'- Sleep: it sleeps until T1 wakes it | T2 asleep',
			'- Sleep: it sleeps until T1 wakes it | T2 ready',
			'is so',
		],
		[
			'a claim about nothing',
			'+ It names T2, and both believe it | T1.locked 1',
			'+ It names T2, and both believe it | T1.lokced 1',
			'not understood',
		],
		[
			'a fact of a figure',
			'1 | count 0, inside T1 | T1 changed',
			'1 | count 0, inside T2 | T1 changed',
			'inside is T1, not T2',
		],
		[
			'what a button shows',
			'| 2 1 | count -1, inside T2 |',
			'| 2 1 | count -1, inside T1 |',
			'inside is T2, not T1',
		],
		[
			'steps that are not possible',
			'| 2 1 | count -1, inside T2 |',
			'| 2 9 | count -1, inside T2 |',
			'9',
		],
		[
			'a what-if that plays long without a word',
			'if: T2 moves first | 2 1 | count -1, inside T2 |',
			'if: T2 moves first | 2 1*5 | count -1, inside T2 |',
			'plays 6 steps without a note',
		],
		[
			'what goes on with no what-if',
			'if: T2 moves first | 2 1 |',
			'then: 2 1 |',
			'goes on with no if:',
		],
		['a row without a fact', '1 | count 0, inside T1 |', '1 | |', 'no fact'],
		[
			'a set-up that is not there',
			'ask torn-swap\nset-up: mcs-torn-swap',
			'ask torn-swap\nset-up: mcs-torn-swop',
			'no scenario',
		],
		[
			'a word that the lock does not have',
			'title: two threads at',
			'words: cuont\ntitle: two threads at',
			'no word cuont',
		],
		[
			'a field where the lock word has none',
			'title: two threads at',
			'fields: WAITERS\ntitle: two threads at',
			'no field of the lock word WAITERS',
		],
		[
			'a mark that no thread has',
			'title: two threads at',
			'marks: asleep\ntitle: two threads at',
			'no mark asleep',
		],
		[
			'a pane that cannot hide',
			'at: 1*3 2*3',
			'hides: code words wrod\nat: 1*3 2*3',
			'no pane wrod',
		],
		[
			'a word to skip that the lock does not have',
			'title: two threads at',
			'skips: cuont\ntitle: two threads at',
			'no word cuont',
		],
		[
			'a cache line that the lock does not have',
			'title: two threads at',
			'panes: actors copies\nlines: lokc\ntitle: two threads at',
			'no cache line lokc',
		],
		[
			'copies of no line',
			'title: two threads at',
			'panes: actors copies\ntitle: two threads at',
			'stand together',
		],
		['a growth of one', 'Take home: a lock', `${growth('mcs')}Take home: a lock`, 'of two ways'],
		[
			'a growth of no scenario',
			'Take home: a lock',
			`${growth('mcs', 'msc')}Take home: a lock`,
			'no scenario msc',
		],
		[
			'a growth that says nothing',
			'Take home: a lock',
			`${growth('mcs', 'ticket').replace('Words.\n', '')}Take home: a lock`,
			'says what it shows',
		],
		['HTML', 'A lock lets one', '<b>A lock</b> lets one', 'no lesson has html'],
		[
			'another site by http',
			'A lock lets one',
			'[A lock](http://example.org) lets one',
			'a link to',
		],
		[
			'words of a lock that is not there to do without',
			'without: mutex ',
			'without: mutx ',
			'a lock that is not there: mutx',
		],
		[
			'a word to do without that the lock does not have',
			'without: mutex owner',
			'without: mutex ownr',
			'a word that mutex has not: ownr',
		],
		['a level that is not there', 'levels: both-find', 'levels: btoh-find', 'btoh-find'],
		[
			'a repair that is not there',
			'levels: ',
			'repairs: no-such\nlevels: ',
			'repair that is not there',
		],
		[
			'a procedure that no text of the lock has',
			'procs: mutex13_lock',
			'procs: mutex13_lokc',
			'no procedure mutex13_lokc',
		],
		['a code without a title', 'title: The same in C', 'The same in C', 'title and procs'],
		['no last line', 'Take home: a lock', 'So: a lock', 'Take home'],
		['a lesson of no Linux', 'today: The', 'toady: The', 'says no today'],
	])('%s', async (_what, from, to, told) => {
		await expect(withChange(from, to)).rejects.toThrow(told);
	});
});
