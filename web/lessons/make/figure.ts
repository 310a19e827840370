/**
 * ```figure SET-UP
 * title: what it is, for those who do not see it
 * panes: actors word queue words lanes code
 * STEPS | FACT | note of that moment          rows, one after the other; `>` before the one it opens at
 * if: label | STEPS | FACT | what it shows    from the start
 * ```
 */

import type { Core } from '../../../wasm/src';
import type { FigureData, Inline, Note, Pane, WhatIf } from '../../src/lessons/types';
import { type Fenced, inlineText, Mistake, partsOf } from './markdown';
import { readSetUp, type SetUp, type Teller, tell } from './setup';

const PANES: readonly Pane[] = ['actors', 'word', 'queue', 'words', 'lanes', 'code'];

export function panesOf(text: string): Pane[] {
	return text.split(/\s+/).map((name) => {
		const pane = PANES.find((p) => p === name);
		if (!pane) throw new Mistake(`no pane ${name}`);
		return pane;
	});
}

/** Steps in words, whose fact must be so. */
export function toldTruly(setUp: SetUp, steps: string, fact: string): number[] {
	if (fact === '') throw new Mistake(`"${steps}": no fact by which it could be seen to be wrong`);
	const { actions, holds, why } = tell(setUp, steps, fact);
	if (!holds) throw new Mistake(`behind "${steps}": ${why}`);
	return actions;
}

interface Shown {
	setUp: SetUp;
	title: string;
	panes: Pane[];
	actions: readonly number[];
	/** steps taken where it opens */
	at: number;
	notes?: Note[];
	ifs?: WhatIf[];
}

export function figureData({ setUp, title, panes, actions, at, notes, ifs }: Shown): FigureData {
	const { core, config } = setUp;
	if (title === '') throw new Mistake('a figure without a title');
	return {
		kind: 'figure',
		title,
		/* with the schedule said, even where it is that of the story */
		address: core.formatUrl(config, actions, at),
		lock: config.lock,
		threads: config.threads,
		environment: config.budget.some((b) => b > 0),
		bits: (core.lock(config.lock).memory[0]?.words[0]?.fields.length ?? 0) > 0,
		panes,
		notes: notes ?? [],
		ifs: ifs ?? [],
	};
}

export function readFigure(core: Core, teller: Teller, { of, lines }: Fenced): FigureData {
	const setUp = readSetUp(core, teller, of);
	let [title, panes, steps, open] = ['', 'actors word', '', 0];
	const notes: Note[] = [];
	const ifs: WhatIf[] = [];
	for (const line of lines) {
		const [, key, value = ''] = /^(title|panes|if):\s*(.*)$/.exec(line) ?? [];
		if (key === 'title') title = value;
		else if (key === 'panes') panes = value;
		else if (key === 'if') ifs.push(readWhatIf(setUp, value));
		else {
			const opens = line.startsWith('>');
			const [more = '', fact = '', note = '', ...rest] = partsOf(line.replace(/^>\s*/, ''));
			if (rest.length > 0) throw new Mistake(`too many parts: ${line}`);
			steps = `${steps} ${more === 'start' ? '' : more}`;
			const { length } = toldTruly(setUp, steps, fact);
			const text: Inline[] = inlineText(note);
			if (text.length > 0) notes.push({ at: length, text });
			if (opens) open = length;
		}
	}
	const { actions } = tell(setUp, steps);
	return figureData({ setUp, title, panes: panesOf(panes), actions, at: open, notes, ifs });
}

function readWhatIf(setUp: SetUp, value: string): WhatIf {
	const [label = '', steps = '', fact = '', text = '', ...rest] = partsOf(value);
	if (rest.length > 0 || text === '') throw new Mistake(`not four parts: if: ${value}`);
	return { label, actions: toldTruly(setUp, steps, fact), text: inlineText(text) };
}
