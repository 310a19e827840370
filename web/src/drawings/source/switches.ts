/** What the switches and variants of a lock do to the lines of its text: what is folded out, and where what is on acts. */

import type { SwitchFacts } from '../../../../wasm/src';
import type { SourceMode } from '../props';
import { inSource } from '../source-names';
import type { Line } from './lines';

/** As core-c/dialect/switch-lines.ts finds them; `code`: lines left of a block in kernel C. */
interface SwitchBlock {
	first: number;
	last: number;
	plain: boolean;
	/** none: only other variants run them */
	switches: readonly string[];
	code: number;
	/** names of those variants */
	of?: readonly string[];
	/** the procedure that they are */
	proc?: string;
}

export interface SwitchLines {
	blocks: readonly SwitchBlock[];
	tests: readonly { line: number; switch: string }[];
}

/** Lines that do not run, as the set-up is. */
export interface Fold {
	first: number;
	last: number;
	/** "3 lines of a fault that is off" */
	words: string;
	/** the switch that decides it, in words; or which variants run them */
	title: string;
	/** a switch that is on leaves them out */
	acts: boolean;
	/** with what they do run: without any switch, with that one, in another variant */
	by: 'plain' | 'variant' | { switch: string };
}

type Switches = readonly Pick<SwitchFacts, 'name' | 'kind' | 'title'>[];
type Kind = SwitchFacts['kind'];

const OFF: Readonly<Record<Kind, string>> = {
	planted: 'of a fault that is off',
	fixed: 'of a fix that is off',
	asserted: 'of an assertion that is off',
	reordered: 'of an order that is not tried',
};

const LEFT_OUT: Readonly<Record<Kind, string>> = {
	planted: 'that the planted fault leaves out',
	fixed: 'that the fix leaves out',
	asserted: 'that the added assertion leaves out',
	reordered: 'that the order tried by hand leaves out',
};

/** Of a line at which a switch that is on acts. */
const ACTS: Readonly<Record<Kind, string>> = {
	planted: 'planted fault',
	fixed: 'fix',
	asserted: 'added assertion',
	reordered: 'order tried by hand',
};

const counted = (lines: number) => (lines === 1 ? '1 line' : `${lines} lines`);
const kindOf = (switches: Switches, name: string): Kind =>
	switches.find((s) => s.name === name)?.kind ?? 'planted';

/** Blocks that do not run; of one inside another only the outer. */
export function foldsOf(
	{ blocks }: SwitchLines,
	switches: Switches,
	on: ReadonlySet<string>,
	mode: SourceMode,
): Fold[] {
	const folds: Fold[] = [];
	for (const { first, last, plain, switches: by, code, of, proc } of blocks) {
		const acting = by.find((name) => on.has(name));
		const runs = plain !== (acting !== undefined);
		if (runs || first <= (folds.at(-1)?.last ?? 0)) continue;
		const lines = mode === 'dialect' ? last - first + 1 : code;
		if (of) {
			const them = of.length === 1 ? of[0] : 'other variants';
			const named = proc && mode === 'kernel' ? inSource(proc) : proc;
			const words = named ? `${named}, in ${them} only` : `${counted(lines)} of ${them}`;
			folds.push({
				first,
				last,
				words,
				title: `Only in ${of.join(', ')}`,
				acts: false,
				by: 'variant',
			});
			continue;
		}
		const name = acting ?? by[0] ?? '';
		const what = (acting ? LEFT_OUT : OFF)[kindOf(switches, name)];
		const title = switches.find((s) => s.name === name)?.title ?? '';
		folds.push({
			...{ first, last, title },
			words: `${counted(lines)} ${what}`,
			acts: acting !== undefined,
			by: plain ? 'plain' : { switch: name },
		});
	}
	return folds;
}

/** Lines at which a switch that is on acts, with what that is; none in a fold. */
export function actingLines(
	{ blocks, tests }: SwitchLines,
	switches: Switches,
	on: ReadonlySet<string>,
	folds: readonly Fold[],
): Map<number, string> {
	const found = new Map<number, string>();
	const put = (line: number, name: string) => {
		if (!folds.some(({ first, last }) => line >= first && line <= last))
			found.set(line, ACTS[kindOf(switches, name)]);
	};
	for (const { line, switch: name } of tests) if (on.has(name)) put(line, name);
	for (const { first, last, plain, switches: by } of blocks) {
		const name = by.find((one) => on.has(one));
		if (name && !plain) for (let line = first; line <= last; line++) put(line, name);
	}
	return found;
}

export interface Folded {
	/** by the line that a fold stands at */
	folds: ReadonlyMap<number, Fold>;
	hidden: ReadonlySet<number>;
}

/** A fold stands at its first line and takes the empty lines around it with it; the others are not drawn. */
export function foldedOut(
	lines: readonly Line[],
	folds: readonly Fold[],
	opened: ReadonlySet<number>,
): Folded {
	const hidden = new Set<number>();
	const isEmpty = (number: number) => lines[number - 1]?.tokens.length === 0;
	for (const { first, last } of folds) {
		if (opened.has(first)) continue;
		for (let line = first; line <= last; line++) hidden.add(line);
		for (let line = first - 1; line > 0 && isEmpty(line); line--) hidden.add(line);
		for (let line = last + 1; line <= lines.length && isEmpty(line); line++) hidden.add(line);
	}
	return { folds: new Map(folds.map((fold) => [fold.first, fold])), hidden };
}

const textOf = (line: Line | undefined) => (line?.tokens ?? []).map(({ text }) => text).join('');
/** Only what closes or opens a block. */
const isBraces = (text: string) => /^[{}\s]*$/.test(text);

/** The same of kernel C, which says `changed` where it differs from the text without switches; what is gone is a fold more. */
export function changedLines(
	lines: readonly Line[],
	plain: readonly Line[],
	switches: Switches,
	folds: readonly Fold[],
): { acting: Map<number, string>; gone: Fold[] } {
	const acting = new Map<number, string>();
	const gone: Fold[] = [];
	const [first] = switches;
	if (!first) return { acting, gone };
	const kind = switches.find((s) => s.kind === 'planted')?.kind ?? first.kind;
	for (const [i, line] of lines.entries()) {
		const number = i + 1;
		const [now, before] = [textOf(line), textOf(plain[i])];
		const isFolded = folds.some((fold) => number >= fold.first && number <= fold.last);
		if (now === before || isFolded) continue;
		if (!isBraces(now)) acting.set(number, ACTS[kind]);
		else if (!isBraces(before)) {
			const words = `${counted(1)} ${LEFT_OUT[kind]}`;
			gone.push({
				first: number,
				last: number,
				words,
				title: first.title,
				acts: true,
				by: 'plain',
			});
		}
	}
	return { acting, gone };
}
