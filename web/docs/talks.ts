/** The plans of docs/teaching that are a talk by one address: what to say at which beat, and when. */

import { plain } from '../src/docs/plain';
import type { Doc, DocBlock, DocInline, Script, ScriptLine } from '../src/docs/types';
import { Mistake } from './markdown';

const HEAD = 'minute, open, what happens, say';

const linksIn = (of: readonly DocInline[]): string[] =>
	of.flatMap((part) => {
		if (typeof part === 'string' || part.kind === 'code') return [];
		return part.kind === 'link' ? [part.to] : linksIn(part.of);
	});

/** The stories of the first address with a list among these. */
function listIn(block: DocBlock): string[] | undefined {
	const texts = block.kind === 'list' ? block.items.flat() : [block];
	const links = texts.flatMap((part) => (part.kind === 'text' ? linksIn(part.text) : []));
	const [, list] = links.map((to) => /[?&]list=([^&]+)/.exec(to) ?? []).find(([all]) => all) ?? [];
	return list?.split(',');
}

/** "4", "3:30" */
function minuteOf(text: string): number {
	const [, minutes, seconds = '0'] = /^(\d+)(?::([0-5]\d))?$/.exec(text) ?? [];
	return minutes === undefined ? Number.NaN : Number(minutes) + Number(seconds) / 60;
}

function lineOf(name: string, row: readonly DocInline[][]): ScriptLine {
	const [minute = [], open = [], what = [], say = []] = row;
	const [to = ''] = linksIn(open);
	const [, story = '', at = '0'] = /^#\/([\w.-]+)(?:\?at=(\d+))?$/.exec(to) ?? [];
	const line = {
		story,
		at: Number(at),
		minute: minuteOf(plain(minute)),
		what: plain(what),
		say: '',
	};
	if (!story || Number.isNaN(line.minute))
		throw new Mistake(`${name}: no line of a talk is “${row.map(plain).join(' | ')}”`);
	const leads = linksIn(say);
	return { ...line, say: plain(say), ...(leads.length > 0 && { leads }) };
}

/** Each line is behind the one before, in the order of the list. */
function checkOrder(name: string, list: readonly string[], lines: readonly ScriptLine[]): void {
	const places = lines.map(({ story, at, minute }) => [list.indexOf(story), at, minute] as const);
	for (const [i, [story, at, minute]] of places.entries()) {
		const [before, atBefore, minuteBefore] = places[i - 1] ?? [0, 0, 0];
		const isBehind = story > before || (story === before && at >= atBefore);
		/* each has a time of its own, or the clock would have two answers */
		if (story < 0 || !isBehind || (i > 0 && minute <= minuteBefore))
			throw new Mistake(`${name}: out of its order: ${lines[i]?.story} ${at}`);
	}
}

/** A table of a talk belongs to the first address with a list that stands above it, and below the table before. */
function scriptsIn({ name, title, blocks }: Doc): Script[] {
	const scripts: Script[] = [];
	let list: string[] | undefined;
	for (const block of blocks) {
		list ??= listIn(block);
		if (block.kind !== 'table' || block.head.map(plain).join(', ') !== HEAD) continue;
		if (!list) throw new Mistake(`${name}: no address with list= stands above a table of a talk`);
		const lines = block.rows.map((row) => lineOf(name, row));
		checkOrder(name, list, lines);
		scripts.push({ title, list, lines });
		list = undefined;
	}
	return scripts;
}

export const scriptsOf = (docs: readonly Doc[]): Script[] => docs.flatMap(scriptsIn);
