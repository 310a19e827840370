/** Run by scripts/lib/docs.mjs when the page is built: docs/ and the page of each lock as data, and what of them is evidence. */
import { posix } from 'node:path';
import { LESSONS } from '../../wasm/generated/lessons';
import { plain } from '../src/docs/plain';
import type {
	Doc,
	DocBlock,
	DocCard,
	DocInline,
	DocText,
	Evidence,
	FindingCard,
	RaceRow,
	Script,
	SearchRow,
	StarvationRow,
} from '../src/docs/types';
import { type Leads, Mistake, readDocument, slugOf } from './markdown';
import { scriptsOf } from './talks';

export { Mistake };

export interface Made {
	docs: Doc[];
	cards: DocCard[];
	texts: DocText[];
	evidence: Evidence;
	/** number of a finding to the story that its title names */
	found: Record<string, string>;
	talks: Script[];
}

/** [path in the repository, text] */
export type Files = readonly (readonly [string, string])[];

/** What docs/embedding calls the site. */
const SITE = 'https://lockstep.example/';

const LOCK = /^core-c\/locks\/(\w+)\/README\.md$/;

/** What a file is called in addresses. */
export function nameOf(path: string): string {
	const [, lock] = LOCK.exec(path) ?? [];
	if (lock) return `locks/${lock}`;
	if (path === 'docs/README.md') return 'reading';
	return path
		.replace(/^docs\//, '')
		.replace(/(?:\/README)?\.md$/, '')
		.replace('/', '-');
}

function leadsFrom(path: string, all: ReadonlySet<string>): Leads {
	return (href) => {
		/* in the site, what the examples call the site is here */
		if (href.startsWith(SITE)) return href.slice(SITE.length);
		if (/^https:\/\//.test(href)) return href;
		if (href.startsWith('#/')) return href;
		const [file = '', anchor = ''] = href.split('#');
		const there = file ? posix.normalize(posix.join(posix.dirname(path), file)) : path;
		if (there === 'core-c/locks/') return '#/docs';
		/* a page of its own, in the site: scripts/lib/examples.mjs */
		if (/^docs\/(?:embedding|teaching)\/(?:[\w-]+\.html|exported\/[\w.-]+)$/.test(there))
			return there.replace(/^docs\/\w+/, 'examples');
		if (!all.has(there)) {
			if (/^docs\/[\w-]+\.md$/.test(there))
				throw new Mistake(`${path} leads to ${there}, which is not there`);
			return null;
		}
		return `#/docs/${nameOf(there)}${anchor && `/${anchor}`}`;
	};
}

/** What was linked by the name that other sites would give a heading, by the name that it has here. */
function knownAnchors(docs: readonly Doc[]): void {
	const known = new Map<string, Map<string, string>>();
	for (const { name, blocks } of docs) {
		const ids = new Map<string, string>();
		for (const block of blocks)
			if (block.kind === 'heading') {
				ids.set(slugOf(plain(block.text)), block.id);
				ids.set(block.id, block.id);
			}
		known.set(name, ids);
	}
	const mend = (of: DocInline[], from: string): void => {
		for (const part of of) {
			if (typeof part === 'string' || part.kind === 'code') continue;
			mend(part.of, from);
			const [, name = '', anchor] =
				(part.kind === 'link' &&
					/^#\/docs\/(locks\/[\w-]+|(?!locks\/)[\w-]+)\/(.+)$/.exec(part.to)) ||
				[];
			if (part.kind !== 'link' || !anchor) continue;
			const id = known.get(name)?.get(anchor);
			if (!id) throw new Mistake(`${from} leads to ${name}#${anchor}, which is not there`);
			part.to = `#/docs/${name}/${id}`;
		}
	};
	const mendAll = (blocks: readonly DocBlock[], from: string): void => {
		for (const block of blocks) {
			if (block.kind === 'list') for (const item of block.items) mendAll(item, from);
			else if (block.kind === 'table')
				for (const cell of [block.head, ...block.rows].flat()) mend(cell, from);
			else if (block.kind !== 'code') mend(block.text, from);
		}
	};
	for (const { name, blocks } of docs) mendAll(blocks, name);
}

/** A row that begins with the number of a finding, or with several of them, leads to where the first is told. */
function leadRows({ name, blocks }: Doc): void {
	const ids = new Set(blocks.flatMap((block) => (block.kind === 'heading' ? [block.id] : [])));
	for (const block of blocks) {
		if (block.kind !== 'table') continue;
		for (const row of block.rows) {
			const [, id = ''] = /^([A-Z]\d+)(?:–[A-Z]\d+)?$/.exec(plain(row[0] ?? [])) ?? [];
			if (ids.has(id)) row[0] = [{ kind: 'link', to: `#/docs/${name}/${id}`, of: row[0] ?? [] }];
		}
	}
}

function docOf([path, text]: readonly [string, string], all: ReadonlySet<string>): Doc {
	const [first, ...blocks] = readDocument(text, leadsFrom(path, all));
	if (first?.kind !== 'heading' || first.level !== 1)
		throw new Mistake(`${path} begins with its title`);
	return { name: nameOf(path), title: plain(first.text), blocks };
}

function cardOf({ name, title, blocks }: Doc): DocCard {
	const first = blocks.find((block) => block.kind === 'text');
	/* the page of a lock begins with the path of its text */
	const said = (first?.kind === 'text' ? plain(first.text) : '').replace(
		/^Texts?: \S+\.c\S*,? ?/,
		'',
	);
	const about = /^.{20,}?[.:](?=\s|$)/s.exec(said)?.[0] ?? said;
	const places = blocks.flatMap((block) =>
		block.kind === 'heading' ? [{ id: block.id, title: plain(block.text) }] : [],
	);
	return { name, title, about: about.replace(/:$/, '.'), places };
}

/** From one heading to the next of its rank or above. */
export function sectionsOf(blocks: readonly DocBlock[], level: number): DocBlock[][] {
	const found: DocBlock[][] = [];
	let open = false;
	for (const block of blocks) {
		if (block.kind === 'heading' && block.level <= level) {
			open = block.level === level;
			if (open) found.push([block]);
		} else if (open) found.at(-1)?.push(block);
	}
	return found;
}

function textsOf(block: DocBlock): string {
	switch (block.kind) {
		case 'code':
			return block.text;
		case 'list':
			return block.items.flat().map(textsOf).join('\n');
		case 'table':
			return [block.head, ...block.rows].map((row) => row.map(plain).join(' ')).join('\n');
		default:
			return plain(block.text);
	}
}

/** A row of figures is looked up by its set-up and not by a word, and there are a thousand of them. */
const isFigures = (block: DocBlock) =>
	block.kind === 'table' && plain(block.head[0] ?? []) === 'check';

function textOf({ name, blocks }: Doc): DocText {
	const parts: DocText['parts'] = [{ id: '', text: '' }];
	for (const block of blocks) {
		if (block.kind === 'heading') parts.push({ id: block.id, text: plain(block.text) });
		else if (!isFigures(block)) {
			const part = parts.at(-1);
			if (part) part.text += ` ${textsOf(block).replaceAll('\n', ' ')}`;
		}
	}
	return { name, parts: parts.filter(({ text }) => text !== '') };
}

const FINDING = /^([A-Z]\d+)\. /;

const storyIn = (title: string): string => title.split(':')[0] ?? '';

/** The story that a finding names in its title shows it, and so do those that the text calls its scenario. */
function findingOf(section: readonly DocBlock[]): FindingCard[] {
	const [head, ...blocks] = section;
	if (head?.kind !== 'heading') return [];
	const title = plain(head.text);
	const [, id] = FINDING.exec(title) ?? [];
	if (!id) return [];
	const names = Object.keys(LESSONS);
	const words = blocks.map(textsOf).join('\n');
	const all = JSON.stringify(blocks);
	const addresses = [...all.matchAll(/"to":"#\/([\w.-]+)/g)].map(([, name]) => name);
	const told = [...words.matchAll(/scenarios? ([\w.-]+)/g)].map(([, name]) => name);
	const first = storyIn(title.slice(id.length + 2));
	const scenarios = names.filter(
		(name) => name === first || addresses.includes(name) || told.includes(name),
	);
	const links = all.matchAll(/"to":"(#\/[^"]+&round=\d+)"/g);
	const rounds = [...links].map(([, to = '']) => to);
	return [{ id, title: title.slice(id.length + 2), scenarios, rounds, blocks }];
}

const SEARCH = /^[\w.-]+ --threads \w+( --[\w-]+( [^\s-]\S*)?)*$/;

/** A row of the tables of checks alone: the document has others. */
function searchesOf(doc: Doc): Record<string, SearchRow[]> {
	const found: Record<string, SearchRow[]> = {};
	for (const block of doc.blocks) {
		if (block.kind !== 'table' || plain(block.head[0] ?? []) !== 'check') continue;
		for (const row of block.rows) {
			const [check = '', verdict = '', steps = '', states = ''] = row.map(plain);
			if (!SEARCH.test(check)) throw new Mistake(`docs/searches.md has no search in "${check}"`);
			const [variant = ''] = check.split(' ');
			found[variant] = [...(found[variant] ?? []), { check, verdict, steps, states }];
		}
	}
	return found;
}

const WAY = /^(T\d+: \d+ \+ \d+, passed \d+)?$/;

/** Who may be passed without bound: the one table that says it. */
function starvationOf(doc: Doc | undefined): Record<string, StarvationRow[]> {
	const found: Record<string, StarvationRow[]> = {};
	for (const block of doc?.blocks ?? []) {
		if (block.kind !== 'table' || plain(block.head[1] ?? []) !== 'passed without bound') continue;
		for (const row of block.rows) {
			const [check = '', who = '', asleep = '', way = '', , states = ''] = row.map(plain);
			const opens = row[4]?.[0];
			const address = typeof opens === 'object' && opens.kind === 'link' ? opens.to : '';
			if (
				!SEARCH.test(check) ||
				!WAY.test(way) ||
				(who !== 'nobody') !== (way !== '' && address !== '')
			)
				throw new Mistake(`docs/checking.md: "${check}" is no search for starvation`);
			const [variant = ''] = check.split(' ');
			found[variant] = [...(found[variant] ?? []), { check, who, asleep, way, address, states }];
		}
	}
	return found;
}

/** What races as posted, and which finding says what that means. */
function racesOf(doc: Doc): Record<string, RaceRow> {
	const found: Record<string, RaceRow> = {};
	for (const block of doc.blocks) {
		if (block.kind !== 'table' || plain(block.head[1] ?? []) !== 'races as posted') continue;
		for (const [finding = [], variants = [], judgement = []] of block.rows) {
			if (judgement.length === 0)
				throw new Mistake(`docs/findings.md: "${plain(finding)}" is no finding about a race`);
			for (const variant of plain(variants).split(', ')) found[variant] = { finding, judgement };
		}
	}
	return found;
}

/** The last column of the table that leads from a posting to what holds its text against reality. */
function againstOf(doc: Doc): Record<string, DocInline[][]> {
	const found: Record<string, DocInline[][]> = {};
	for (const block of doc.blocks) {
		if (block.kind !== 'table' || plain(block.head.at(-1) ?? []) !== 'held against') continue;
		for (const row of block.rows)
			for (const part of row[2] ?? []) {
				const [, lock] =
					(typeof part !== 'string' &&
						part.kind === 'link' &&
						/^#\/docs\/locks\/(\w+)$/.exec(part.to)) ||
					[];
				if (!lock) continue;
				found[lock] = [...(found[lock] ?? []), row.at(-1) ?? []];
			}
	}
	if (Object.keys(found).length === 0)
		throw new Mistake('docs/README.md has no column "held against"');
	return found;
}

function only(docs: readonly Doc[], name: string): Doc {
	const doc = docs.find((d) => d.name === name);
	if (!doc) throw new Mistake(`there is no document "${name}"`);
	return doc;
}

export function makeDocs(files: Files): Made {
	const all = new Set(files.map(([path]) => path));
	const docs = files.map((file) => docOf(file, all));
	knownAnchors(docs);
	for (const doc of docs) leadRows(doc);
	const findings = sectionsOf(only(docs, 'findings').blocks, 3).flatMap(findingOf);
	const shown = findings.filter(({ title, scenarios }) => scenarios.includes(storyIn(title)));
	return {
		docs,
		cards: docs.map(cardOf),
		texts: docs.map(textOf),
		talks: scriptsOf(docs),
		found: Object.fromEntries(shown.map(({ id, title }) => [id, storyIn(title)])),
		evidence: {
			findings,
			searches: searchesOf(only(docs, 'searches')),
			starvation: starvationOf(docs.find(({ name }) => name === 'checking')),
			races: racesOf(only(docs, 'findings')),
			against: againstOf(only(docs, 'reading')),
		},
	};
}
