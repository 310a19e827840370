/** The text with what its set-up leaves out folded away, and unfolded again where the reader asks for it. */
import { useMemo, useRef, useState } from 'react';
import type { SwitchFacts } from '../../../../wasm/src';
import { folded, type Line } from './lines';
import { actingLines, changedLines, type Folded, foldedOut, foldsOf } from './switches';
import { type LockText, unfolded, type Wanted } from './texts';

interface Shown extends Wanted {
	switches: readonly SwitchFacts[];
}

export interface FoldedText extends Folded {
	lines: Line[];
	opened: ReadonlySet<number>;
	/** lines at which a switch that is on acts, and what that is */
	acting: ReadonlyMap<number, string>;
	/** by the first line */
	toggle(fold: number): void;
}

/** By the first line of a fold, its lines in kernel C. */
type Opened = ReadonlyMap<number, readonly Line[]>;
const NONE: Opened = new Map();

export function useFolds(text: LockText, { file, variant, mode, switches, on }: Shown): FoldedText {
	const [state, setOpened] = useState({ of: '', lines: NONE });
	const opened = state.of === text.of ? state.lines : NONE;
	const all = useMemo(() => {
		const names = new Set(on.split(' ').filter(Boolean));
		const folds = foldsOf(text.switches, switches, names, mode);
		if (mode === 'dialect')
			return { folds, acting: actingLines(text.switches, switches, names, folds) };
		const acting = switches.filter(({ name }) => names.has(name));
		const changed = changedLines(text.lines, text.plain, acting, folds);
		return { folds: [...folds, ...changed.gone], acting: changed.acting };
	}, [text, switches, on, mode]);
	const lines = useMemo(() => {
		if (mode === 'dialect' || opened.size === 0) return text.lines;
		const shown = text.lines.map(({ folded: _, ...line }) => line);
		for (const [first, own] of opened) shown.splice(first - 1, own.length, ...own);
		return folded(shown);
	}, [text, opened, mode]);
	const out = useMemo(
		() => foldedOut(lines, all.folds, new Set(opened.keys())),
		[lines, all, opened],
	);
	const toggle = (first: number) => {
		const fold = out.folds.get(first);
		if (!fold) return;
		const without = new Map(opened);
		if (without.delete(first)) return setOpened({ of: text.of, lines: without });
		const show = (own: readonly Line[]) =>
			setOpened(({ of, lines }) => ({
				of: text.of,
				lines: new Map(of === text.of ? lines : NONE).set(first, own),
			}));
		if (mode === 'dialect') return show([]);
		void unfolded({ file, variant }, fold).then(show);
	};
	/* the same function in every moment, so that what is drawn stays */
	const now = useRef(toggle);
	now.current = toggle;
	const stable = useMemo(() => (first: number) => now.current(first), []);
	return {
		...out,
		lines,
		opened: useMemo(() => new Set(opened.keys()), [opened]),
		acting: all.acting,
		toggle: stable,
	};
}
