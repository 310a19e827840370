/** Which of the lines that a reader has changed a search has run: what it has found says nothing of the others. */
import type { Edited, ExploreProgress } from '../../../wasm/src';
import { capitalized, listed } from '../narration/phrases';

/** By line; of places at which code was taken out, by the line that follows. */
interface Places {
	run: number[];
	/** some of the condition in it was never worked out */
	part: number[];
	never: number[];
}

export interface Ran {
	lines: Places;
	taken: Places;
	/** how many lines and places there are, and how many of them no schedule has come to */
	all: number;
	never: number;
}

type Edit = Edited['edit'];

function placesIn({ marks }: Edit, ran: readonly boolean[], taken: boolean): Places {
	const of = new Map<number, boolean[]>();
	for (const [i, mark] of marks.entries())
		if (mark.taken === taken) of.set(mark.line, [...(of.get(mark.line) ?? []), ran[i] === true]);
	const where = (is: (all: boolean[]) => boolean) =>
		[...of].flatMap(([line, all]) => (is(all) ? [line] : [])).sort((a, b) => a - b);
	return {
		run: where((all) => all.every(Boolean)),
		part: where((all) => all.some(Boolean) && !all.every(Boolean)),
		never: where((all) => !all.some(Boolean)),
	};
}

/** What these searches together have run of an edited text. */
export function ranBy(edit: Edit, searches: readonly Pick<ExploreProgress, 'ran'>[]): Ran {
	const ran = edit.marks.map((_, i) => searches.some((search) => search.ran[i] === true));
	const [lines, taken] = [placesIn(edit, ran, false), placesIn(edit, ran, true)];
	const count = ({ run, part, never }: Places) => run.length + part.length + never.length;
	return {
		...{ lines, taken },
		all: count(lines) + count(taken),
		never: lines.never.length + taken.never.length,
	};
}

/** Code was changed, and no schedule has come to any of it. */
export const ranNone = (ran: Ran | null): boolean =>
	ran !== null && ran.all > 0 && ran.never === ran.all;

/** "34, 36 to 39 and 52" */
function numbersText(lines: readonly number[]): string {
	const rows: [number, number][] = [];
	for (const line of lines) {
		const last = rows.at(-1);
		if (last && last[1] === line - 1) last[1] = line;
		else rows.push([line, line]);
	}
	const said = rows.flatMap(([from, to]) =>
		to - from > 1 ? [`${from} to ${to}`] : from === to ? [`${from}`] : [`${from}`, `${to}`],
	);
	return listed(said);
}

const linesText = (lines: readonly number[]): string =>
	`${lines.length === 1 ? 'line' : 'lines'} ${numbersText(lines)}`;

const was = ({ length }: readonly number[]): string => (length === 1 ? 'was' : 'were');

/** Beside a verdict: "no changed line was run", "1 of 3 changed lines never run"; '' where all were. */
export function ranShort(ran: Ran | null): string {
	if (!ran || ran.never === 0) return '';
	return ranNone(ran)
		? 'no changed line was run'
		: `${ran.never} of ${ran.all} changed lines never run`;
}

/** How far the search went. */
export interface Reach {
	/** it took every schedule there is */
	whole: boolean;
	/** from a moment on, and not from the start */
	behind: boolean;
}

function nobodyText({ whole, behind }: Reach): string {
	if (!whole) return 'the search has not come there so far';
	return behind
		? 'neither the steps taken nor a schedule that follows comes there'
		: 'no schedule of this set-up comes there';
}

function ranText({ lines, taken, never }: Ran): string {
	const places = taken.run.map((line) => `before line ${line}`);
	const items = [
		...(lines.run.length > 0 ? [linesText(lines.run)] : []),
		...(places.length > 0 ? [`what stands where code was taken out (${listed(places)})`] : []),
	];
	if (items.length === 0) return '';
	const isAll = never === 0 && lines.part.length === 0;
	if (isAll) return `All that you changed was run: ${listed(items)}.`;
	const isOne = lines.run.length + taken.run.length === 1;
	return `${capitalized(listed(items))} ${isOne ? 'was' : 'were'} run.`;
}

/** What of the change was run and what was not, in sentences. */
export function ranTexts(ran: Ran, reach: Reach): string[] {
	const { lines, taken } = ran;
	if (ran.all === 0) return ['No line that you changed has code that runs.'];
	const nobody = nobodyText(reach);
	const never = reach.whole ? 'never run' : 'not run';
	const texts = [
		lines.never.length > 0
			? `${capitalized(linesText(lines.never))} ${was(lines.never)} ${never}: ${nobody}.`
			: '',
		...taken.never.map((line) => `Code was taken out before line ${line}, and ${nobody}.`),
		ranNone(ran)
			? 'So this says nothing of your change.'
			: ran.never > 0
				? 'Of that this says nothing.'
				: '',
		lines.part.length > 0
			? `${capitalized(linesText(lines.part))} ${was(lines.part)} run only in part: some of the condition was never worked out.`
			: '',
		ranText(ran),
	];
	return texts.filter(Boolean);
}
