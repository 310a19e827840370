/** What an edited text has that the published one has not. */
import type { Wanted } from '../../../core-c/dialect/emit/mark';
import { codeOnly } from '../../../core-c/dialect/lex';
import { piecesOf } from '../../../core-c/dialect/pieces';
import { counted } from '../cache/words';
import { changedLines } from './packed';

/** More than so many pairs of lines are not looked at one by one: then all between the first and the last change counts. */
const MOST_PAIRS = 1_000_000;

interface Differing {
	/** lines of the new text that are not in the old one, from 1 */
	own: ReadonlySet<number>;
	/** by the line of the new text before which they stood: how many went, where nothing stands in their place */
	gone: ReadonlyMap<number, number>;
	/** how many differ: those, or what is missing, whichever is more */
	lines: number;
	/** of the new text: lines that do something else and still have the comment of a line that went */
	stale: readonly number[];
}

/** What a line does, and what is said of it. */
interface Parts {
	code: string;
	comment: string;
}

function partsOf(text: string): Parts[] {
	return piecesOf(text).map((pieces) => {
		const parts: Parts = { code: '', comment: '' };
		for (const { kind, text } of pieces) parts[kind === 'comment' ? 'comment' : 'code'] += text;
		return { code: parts.code.trim(), comment: parts.comment.trim() };
	});
}

/** "1 line differs", "2 lines differ" */
export const differText = (lines: number): string => counted(lines, 'line differs', 'lines differ');

export function differingLines(before: string, after: string): Differing {
	const [old, own] = [before, after].map((text) => text.split('\n')) as [string[], string[]];
	const { first, removed, lines } = changedLines(old, own);
	const gone = old.slice(first, first + removed);
	const isLong = gone.length * lines.length > MOST_PAIRS;
	const { kept, gaps } = isLong ? { kept: new Set<number>(), gaps: [] } : common(gone, lines);
	const changed = lines.flatMap((_, i) => (kept.has(i) ? [] : [first + i + 1]));
	const stale = () => {
		const went = partsOf(before).slice(first, first + removed);
		const parts = partsOf(after);
		return changed.filter((at) => isStale(parts[at - 1], went));
	};
	return {
		own: new Set(changed),
		gone: goneAt(gaps, new Set(changed), first),
		lines: Math.max(changed.length, removed - kept.size),
		stale: changed.length > 0 && removed > 0 ? stale() : [],
	};
}

const codeRows = (text: string) =>
	codeOnly(text)
		.split('\n')
		.map((row, i) => ({ line: i + 1, code: row.replace(/\s+/g, ' ').trim() }))
		.filter(({ code }) => code !== '');

/** The same of code alone: other comments, blanks and indents change nothing that runs. */
export function changedCode(before: string, after: string): Wanted {
	const [old, own] = [codeRows(before), codeRows(after)];
	const joined = (rows: typeof own) => rows.map(({ code }) => code).join('\n');
	const { own: changed, gone } = differingLines(joined(old), joined(own));
	const lineOf = (at: number) => own[at - 1]?.line ?? (own.at(-1)?.line ?? 0) + 1;
	const linesOf = (found: Iterable<number>) => new Set([...found].map(lineOf));
	return { lines: linesOf(changed), taken: linesOf(gone.keys()) };
}

/** Places in the new text at which lines went, each once for a line; beside a line that is new they were replaced. */
function goneAt(
	gaps: readonly number[],
	own: ReadonlySet<number>,
	first: number,
): Map<number, number> {
	const found = new Map<number, number>();
	for (const gap of gaps) {
		const line = first + gap + 1;
		if (!own.has(line) && !own.has(line - 1)) found.set(line, (found.get(line) ?? 0) + 1);
	}
	return found;
}

/** Something else is done than by each of those that went with the same comment. */
function isStale(line: Parts | undefined, went: readonly Parts[]): boolean {
	if (!line || line.code === '' || line.comment === '') return false;
	const told = went.filter(({ comment }) => comment === line.comment);
	return told.length > 0 && told.every(({ code }) => code !== line.code);
}

/** Places in b of the longest row of lines that both have in the same order; and where in b each other line of a would stand. */
function common(a: readonly string[], b: readonly string[]): { kept: Set<number>; gaps: number[] } {
	const width = b.length + 1;
	const longest = new Uint16Array((a.length + 1) * width);
	const at = (i: number, j: number) => longest[i * width + j] ?? 0;
	for (let i = a.length - 1; i >= 0; i--)
		for (let j = b.length - 1; j >= 0; j--)
			longest[i * width + j] =
				a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
	const kept = new Set<number>();
	const gaps: number[] = [];
	for (let i = 0, j = 0; i < a.length; ) {
		if (j < b.length && a[i] === b[j]) {
			kept.add(j);
			i++;
			j++;
		} else if (j === b.length || at(i + 1, j) >= at(i, j + 1)) {
			gaps.push(j);
			i++;
		} else j++;
	}
	return { kept, gaps };
}
