/** The plans of docs/teaching that are a talk by one address: what to say at which beat, and when. */
import type { Doc, DocInline, Script, ScriptLine } from '../src/docs/types';
import { Mistake, plain } from './markdown';

const HEAD = 'minute, open, what happens, say';

const linksIn = (of: readonly DocInline[]): string[] =>
	of.flatMap((part) => {
		if (typeof part === 'string' || part.kind === 'code') return [];
		return part.kind === 'link' ? [part.to] : linksIn(part.of);
	});

/** Of all addresses of a document the first that has a list. */
function listOf({ blocks }: Doc): string[] | undefined {
	const texts = blocks.flatMap((block) => (block.kind === 'list' ? block.items.flat() : [block]));
	const links = texts.flatMap((block) => (block.kind === 'text' ? linksIn(block.text) : []));
	const [, list] = links.map((to) => /[?&]list=([^&]+)/.exec(to) ?? []).find(([all]) => all) ?? [];
	return list?.split(',');
}

function lineOf(name: string, row: readonly DocInline[][]): ScriptLine {
	const [minute = [], open = [], what = [], say = []] = row;
	const [to = ''] = linksIn(open);
	const [, story = '', at = '0'] = /^#\/([\w.-]+)(?:\?at=(\d+))?$/.exec(to) ?? [];
	const line = { story, at: Number(at), minute: Number(plain(minute)), what: plain(what), say: '' };
	if (!story || !Number.isInteger(line.minute))
		throw new Mistake(`${name}: no line of a talk is “${row.map(plain).join(' | ')}”`);
	return { ...line, say: plain(say) };
}

export function scriptsOf(docs: readonly Doc[]): Script[] {
	return docs.flatMap((doc) => {
		const list = listOf(doc);
		const table = doc.blocks.find(
			(block) => block.kind === 'table' && block.head.map(plain).join(', ') === HEAD,
		);
		if (!list || table?.kind !== 'table') return [];
		const lines = table.rows.map((row) => lineOf(doc.name, row));
		const places = lines.map(({ story, at, minute }) => [list.indexOf(story), at, minute] as const);
		for (const [i, [story, at, minute]] of places.entries()) {
			const [before, atBefore, minuteBefore] = places[i - 1] ?? [0, 0, 0];
			const isBehind = story > before || (story === before && at >= atBefore);
			if (story < 0 || !isBehind || minute < minuteBefore)
				throw new Mistake(`${doc.name}: out of its order: ${lines[i]?.story} ${at}`);
		}
		return [{ title: doc.title, list, lines }];
	});
}
