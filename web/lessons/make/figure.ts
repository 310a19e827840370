/**
 * ```figure SET-UP
 * title: what it is, for those who do not see it
 * panes: actors word queue words copies lanes code
 * words: NAME …    fields: NAME …    marks: NAME …      of the lock and its threads, what is shown beside
 * lines: NAME …    cache lines, for the pane `copies`
 * skips: NAME …    words whose accesses mean nothing here: they are taken together with the step before them
 * STEPS | FACT | note of that moment          rows, one after the other; `>` before the one it opens at
 * if: label | STEPS | FACT | what it shows    from the start; it stops there
 * then: STEPS | FACT | what it shows          goes on with the `if:` above, to its next stop or its end
 * ```
 */

import type { Core, Schedule } from '../../../wasm/src';
import { MARKS } from '../../src/drawings/threads/status';
import { longestTold, restAt } from '../../src/lessons/told';
import type { FigureData, Inline, Note, Pane, WhatIf } from '../../src/lessons/types';
import { brokenText } from '../../src/narration/faults';
import { commonPrefix } from '../../src/store/branches';
import { type Fenced, inlineText, Mistake, partsOf } from './markdown';
import { readSetUp, type SetUp, type Teller, tell } from './setup';

const PANES: readonly Pane[] = ['actors', 'word', 'queue', 'words', 'copies', 'lanes', 'code'];

export function panesOf(text: string): Pane[] {
	return text.split(/\s+/).map((name) => {
		const pane = PANES.find((p) => p === name);
		if (!pane) throw new Mistake(`no pane ${name}`);
		return pane;
	});
}

/** What of a lock a lesson speaks of; the rest is not in its picture. */
const SHOWS = ['words', 'fields', 'marks', 'skips', 'lines'] as const;
type Shows = Partial<Record<(typeof SHOWS)[number], string>>;

const isShows = (key: string | undefined): key is keyof Shows => SHOWS.some((one) => one === key);

function namesIn(text: string, known: readonly string[], what: string): string[] {
	const names = text.split(/\s+/);
	const odd = names.find((name) => !known.includes(name));
	if (odd) throw new Mistake(`no ${what} ${odd}: there are ${known.join(' ')}`);
	return names;
}

function shownOf({ core, config }: SetUp, { words, fields, marks, skips, lines }: Shows) {
	const { memory, lines: known } = core.lock(config.lock);
	const all = memory.flatMap((run) => run.words);
	const parts = all[0]?.fields ?? [];
	const of = (facts: readonly { name: string }[]) => facts.map(({ name }) => name);
	return {
		words: words ? namesIn(words, of(all), 'word') : null,
		fields: fields ? namesIn(fields, of(parts), 'field of the lock word') : null,
		lines: lines ? namesIn(lines, of(known), 'cache line') : [],
		skips: skips ? namesIn(skips, of(all), 'word') : [],
		marks: MARKS.filter((mark) =>
			['holds', ...namesIn(marks || 'holds', MARKS, 'mark')].includes(mark),
		),
	};
}

/** Steps in words, whose fact must be so. */
function toldTruly(setUp: SetUp, steps: string, fact: string): number[] {
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
	hides?: Pane[];
	/** by key, as SHOWS has them */
	shows: Shows;
}

export function figureData(shown: Shown): FigureData {
	const { setUp, title, panes, actions, at, notes = [], ifs = [], hides = [] } = shown;
	const { core, config } = setUp;
	const shows = shownOf(setUp, shown.shows);
	const session = core.session(config);
	session.load(actions);
	if (title === '') throw new Mistake('a figure without a title');
	if (panes.includes('copies') !== Boolean(shown.shows.lines))
		throw new Mistake('the pane `copies` and `lines:` stand together');
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
		hides,
		opens: at,
		...shows,
		longest: longestTold(shows, session, at),
		broken: longestBroken(setUp, [actions, ...ifs.map((what) => what.actions)]),
		notes,
		ifs,
	};
}

/** Of all that these schedules break. */
function longestBroken({ core, config }: SetUp, schedules: readonly Schedule[]): string {
	const lock = core.lock(config.lock);
	let longest = '';
	for (const schedule of schedules) {
		const session = core.session(config);
		session.load(schedule);
		for (let at = 0; at <= session.length; at++) {
			session.seek(at);
			const before = at > 0 ? session.record(at - 1) : null;
			const moment = { machine: session.machine(), options: session.options(), before };
			const text = brokenText(moment, session.judge(), lock);
			if (text.length > longest.length) longest = text;
		}
	}
	return longest;
}

export function readFigure(core: Core, teller: Teller, { of, lines }: Fenced): FigureData {
	const setUp = readSetUp(core, teller, of);
	let [title, panes, steps, open] = ['', 'actors word', '', 0];
	const shows: Shows = {};
	const notes: Note[] = [];
	const others: string[][] = [];
	for (const line of lines) {
		const [, key, value = ''] =
			/^(title|panes|if|then|words|fields|marks|skips|lines):\s*(.*)$/.exec(line) ?? [];
		if (key === 'title') title = value;
		else if (key === 'panes') panes = value;
		else if (isShows(key)) shows[key] = value;
		else if (key === 'if') others.push([value]);
		else if (key === 'then') {
			const whole = others.at(-1);
			if (!whole) throw new Mistake(`it goes on with no if: then: ${value}`);
			whole.push(value);
		} else {
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
	const skips = shownOf(setUp, shows);
	const ifs = others.map((rows) => readWhatIf(setUp, rows, { actions, skips }));
	return figureData({ setUp, title, panes: panesOf(panes), actions, at: open, notes, ifs, shows });
}

/** Steps that a what-if plays between two notes, at most: what is not told is not understood. */
const SILENT = 5;

/** What a what-if parts from, and what its figure takes together. */
interface Beside {
	actions: Schedule;
	skips: Parameters<typeof restAt>[0];
}

function readWhatIf(setUp: SetUp, [first = '', ...more]: readonly string[], of: Beside): WhatIf {
	const [label = '', ...begins] = partsOf(first);
	let [steps, actions] = ['', [] as number[]];
	const notes: Note[] = [];
	for (const row of [begins, ...more.map(partsOf)]) {
		const [goes = '', fact = '', text = '', ...rest] = row;
		if (rest.length > 0 || text === '')
			throw new Mistake(`parts are missing: if: ${label}: ${row}`);
		steps = `${steps} ${goes}`;
		actions = toldTruly(setUp, steps, fact);
		notes.push({ at: actions.length, text: inlineText(text) });
	}
	checkSilence(setUp, { label, actions, notes }, of);
	return { label, actions, notes };
}

function checkSilence(setUp: SetUp, { label, actions, notes }: WhatIf, of: Beside): void {
	const session = setUp.core.session(setUp.config);
	session.load(actions);
	let from = commonPrefix(actions, of.actions);
	for (const { at } of notes) {
		const steps = Array.from({ length: at - from }, (_, i) => from + i);
		const silent = steps.filter((step) => restAt(of.skips, session, step) === step).length;
		if (silent > SILENT)
			throw new Mistake(`"${label}" plays ${silent} steps without a note, behind step ${from}`);
		from = at;
	}
}
