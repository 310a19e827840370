/** Run by scripts/lib/lessons.mjs when the page is built: the lessons as data, every claim in them held against the core. */
import type { Token, Tokens } from 'marked';
import { LEVELS } from '../../../wasm/generated/levels';
import { REPAIRS } from '../../../wasm/generated/repairs';
import { Core } from '../../../wasm/src/core';
import type { LevelFacts, RepairHead } from '../../../wasm/src/facts';
import type { CoreSource } from '../../../wasm/src/loader';
import { plainText } from '../../src/lessons/plain';
import type { Block, Inline, Lesson, LevelCard, RepairCard } from '../../src/lessons/types';
import { readAsk } from './ask';
import { readCode } from './code';
import { readFigure } from './figure';
import { readGrowth } from './growth';
import {
	type Fenced,
	fencedOf,
	inlinesOf,
	inlineText,
	Mistake,
	readMarkdown,
	withoutOf,
} from './markdown';
import { saidOf } from './said';
import { readSetUp, type Teller } from './setup';

interface Tools {
	core: Core;
	teller: Teller;
}

function readSearch({ core, teller }: Tools, { of, lines }: Fenced): Block {
	const { address, config } = readSetUp(core, teller, of);
	const [title = '', ...text] = lines;
	return { kind: 'search', title, address, lock: config.lock, text: inlineText(text.join(' ')) };
}

async function readFenced({ core, teller }: Tools, fenced: Fenced): Promise<Block> {
	switch (fenced.kind) {
		case 'figure':
			return readFigure(core, teller, fenced);
		case 'ask':
			return readAsk(core, teller, fenced);
		case 'search':
			return readSearch({ core, teller }, fenced);
		case 'growth':
			return readGrowth(core, fenced);
		case 'code':
			return readCode(core, teller, fenced);
		default:
			throw new Mistake(
				`a block is a figure, an ask, a search, a growth or a code, not "${fenced.kind}"`,
			);
	}
}

const idOf = (text: string) =>
	text
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '');

/** A quotation is what a sceptic asks, in bold, and the answer. */
async function readBut(tools: Tools, token: Tokens.Blockquote): Promise<Block> {
	const [first, ...rest] = token.tokens.filter(({ type }) => type !== 'space');
	const said = first?.type === 'paragraph' ? ((first as Tokens.Paragraph).tokens ?? []) : [];
	const [claim, ...answer] = said;
	if (claim?.type !== 'strong')
		throw new Mistake('a quotation begins with what a sceptic says, in bold');
	const question = inlinesOf((claim as Tokens.Strong).tokens);
	const text = inlinesOf(answer);
	const blocks = await readBlocks(tools, rest);
	if (text.length === 0 && blocks.length === 0) throw new Mistake('a sceptic is answered');
	return {
		kind: 'but',
		question,
		blocks: text.length > 0 ? [{ kind: 'text', text }, ...blocks] : blocks,
	};
}

function itemsOf(list: Tokens.List): Inline[][] {
	return list.items.map((item) =>
		item.tokens.flatMap((token) => {
			if (token.type !== 'text') throw new Mistake('a list in a lesson has one line an item');
			return inlinesOf((token as Tokens.Text).tokens);
		}),
	);
}

const KEEP = /^Take home: /;

async function readBlock(tools: Tools, token: Token): Promise<Block> {
	switch (token.type) {
		case 'heading': {
			const text = inlinesOf(token.tokens);
			if (token.depth !== 2) throw new Mistake('headings of a lesson have two signs: ##');
			return { kind: 'heading', id: idOf(plainText(text)), text };
		}
		case 'paragraph': {
			const keep = KEEP.test(token.text);
			const text = inlinesOf(token.tokens);
			return { kind: keep ? 'keep' : 'text', text };
		}
		case 'list':
			return { kind: 'list', ordered: token.ordered, items: itemsOf(token as Tokens.List) };
		case 'blockquote':
			return readBut(tools, token as Tokens.Blockquote);
		case 'code':
			return readFenced(tools, fencedOf(token as Tokens.Code));
		default:
			throw new Mistake(`no lesson has ${token.type}: ${token.raw.trim()}`);
	}
}

/** A mistake is told with the text that has it. */
async function readBlocks(tools: Tools, tokens: Token[]): Promise<Block[]> {
	const blocks: Block[] = [];
	for (const token of tokens)
		try {
			blocks.push(await readBlock(tools, token));
		} catch (mistake) {
			if (!(mistake instanceof Mistake) || mistake.message.startsWith('at "')) throw mistake;
			throw new Mistake(`at "${token.raw.slice(0, 40).split('\n')[0]} …": ${mistake.message}`);
		}
	return blocks;
}

const asksIn = (blocks: readonly Block[]): string[] =>
	blocks.flatMap((block) => (block.kind === 'ask' ? [block.id] : []));

/** Locks of its figures, questions and searches. */
const locksIn = (blocks: readonly Block[]): number[] =>
	blocks.flatMap((block) => {
		if (block.kind === 'but') return locksIn(block.blocks);
		if (block.kind === 'figure' || block.kind === 'search') return [block.lock];
		return block.kind === 'ask' && block.figure ? [block.figure.lock] : [];
	});

function readLevel({ core }: Tools, name: string, shown: ReadonlySet<number>): LevelCard {
	const level = (LEVELS as readonly LevelFacts[]).find((l) => l.name === name);
	if (!level) throw new Mistake(`its head names a level that is not there: ${name}`);
	const { title, task, shortest } = level;
	const { lock: id } = core.configOf(level.scenario);
	const lock = core.lock(id);
	const further = shown.has(id) ? '' : `${lock.title}. ${lock.purpose ?? ''}`.trim();
	return { name, title, task, shortest, further };
}

/** Those of the lesson's own locks first: they need nothing that it has not told. */
function levelsOf(tools: Tools, names: string, blocks: readonly Block[]): LevelCard[] {
	const shown = new Set(locksIn(blocks));
	const levels = names.split(/,\s*/).map((name) => readLevel(tools, name, shown));
	return [...levels.filter((l) => l.further === ''), ...levels.filter((l) => l.further !== '')];
}

/** Between commas. */
const namesIn = (list = ''): string[] => list.split(/,\s*/).filter(Boolean);

/** A lesson need have none. */
function readRepair(name: string): RepairCard {
	const repair = (REPAIRS as readonly RepairHead[]).find((one) => one.name === name);
	if (!repair) throw new Mistake(`its head names a repair that is not there: ${name}`);
	return { name, title: repair.title, task: repair.task };
}

/** Each is a word or a field of a lock that is there. */
function checkWithout({ core }: Tools, line: string | undefined): void {
	for (const { lock: of, names } of withoutOf(line)) {
		const lock = core.facts.locks.find(({ name }) => name === of);
		if (!lock) throw new Mistake(`its head does without words of a lock that is not there: ${of}`);
		const known = lock.memory.flatMap(({ words }) =>
			words.flatMap(({ name, fields }) => [name, ...fields.map((field) => field.name)]),
		);
		const other = names.find((name) => !known.includes(name));
		if (other) throw new Mistake(`its head does without a word that ${of} has not: ${other}`);
	}
}

function firstLock({ core }: Tools, blocks: readonly Block[]): string {
	const first = blocks.find((b) => b.kind === 'figure' || b.kind === 'search');
	if (!first) throw new Mistake('a lesson without a figure');
	return core.lock(first.lock).name;
}

/** `name`: of the file, NN-slug.md. */
export async function readLesson(tools: Tools, name: string, text: string): Promise<Lesson> {
	const [, number, slug] = /^(\d+)-([\w-]+)\.md$/.exec(name) ?? [];
	if (!number || !slug) throw new Mistake(`no name of a lesson: ${name}`);
	const { head, tokens } = readMarkdown(text);
	const field = (key: string) => {
		const value = head.get(key);
		if (!value) throw new Mistake(`its head says no ${key}`);
		return value;
	};
	const blocks = await readBlocks(tools, tokens);
	if (blocks.at(-1)?.kind !== 'keep') throw new Mistake('its last line is no "Take home: …"');
	const words = head.get('words') ?? '';
	checkWithout(tools, head.get('without'));
	const ids = blocks.flatMap((b) => (b.kind === 'ask' || b.kind === 'heading' ? [b.id] : []));
	if (new Set(ids).size < ids.length) throw new Mistake('two parts of it have one name');
	return {
		slug,
		number: Number(number),
		title: field('title'),
		goal: field('goal'),
		today: inlineText(field('today')),
		minutes: Number(field('minutes')),
		levels: levelsOf(tools, field('levels'), blocks),
		repairs: namesIn(head.get('repairs')).map(readRepair),
		words,
		said: saidOf(blocks, words),
		asks: asksIn(blocks),
		lock: firstLock(tools, blocks),
		blocks,
	};
}

export async function builtTools(
	moduleOf: (lock: string) => CoreSource,
	teller: Teller,
): Promise<Tools> {
	const core = new Core(moduleOf);
	await Promise.all(core.facts.locks.map(({ id }) => core.load(id)));
	return { core, teller };
}

/** files: name and text of each. */
export async function makeLessons(
	moduleOf: (lock: string) => CoreSource,
	teller: Teller,
	files: readonly (readonly [string, string])[],
): Promise<Lesson[]> {
	const tools = await builtTools(moduleOf, teller);
	const lessons: Lesson[] = [];
	for (const [name, text] of files)
		try {
			lessons.push(await readLesson(tools, name, text));
		} catch (mistake) {
			throw mistake instanceof Mistake ? new Mistake(`${name}: ${mistake.message}`) : mistake;
		}
	return lessons;
}
export { Mistake } from './markdown';
