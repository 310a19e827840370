/** Where a talk stands in its script: what is said now, what then, and how the time goes. */
import type { Script, ScriptLine } from '../docs/types';
import { clockText } from './clock';

const MINUTE_MS = 60_000;
/** 2:20 is no number of minutes that a computer has. */
export const msOf = (minute: number) => Math.round(minute * MINUTE_MS);

interface Place {
	/** said from here on; undefined: the script has nothing yet */
	now: ScriptLine | undefined;
	next: ScriptLine | undefined;
}

/** `item`: which of the list the room sees, from 1, where that is known; 0: the one that the story is. */
export function placeIn(
	{ list, lines, untimed }: Script,
	story: string,
	at: number,
	item = 0,
): Place {
	const here = item > 0 ? item - 1 : list.indexOf(story);
	const index = lines.findLastIndex((line) => {
		const of = list.indexOf(line.story);
		return of < here || (of === here && line.at <= at);
	});
	const now = lines[index];
	/* of a story between two others nobody may have written anything */
	const isOfAnother = untimed === true && now?.story !== list[here];
	return { now: isOfAnother ? undefined : now, next: lines[index + 1] };
}

/** What a plan says of itself, of its next part or of its other stories, stands at the end of a line behind this. */
const OF_PLAN = /\s*In this (?:talk|lecture): .*$/s;

/** What a line says wherever its story stands; '' where it speaks of its plan alone. */
const sayAlone = (say: string): string => say.replace(OF_PLAN, '');

/** Of stories in an order of the speaker's own: what the plans have to say of each. null: none speaks of any. */
export function assembled(scripts: readonly Script[], list: readonly string[]): Script | null {
	const lines = list.flatMap((story) => {
		const of = scripts.find((script) => script.lines.some((line) => line.story === story));
		const own = of?.lines.filter((line) => line.story === story) ?? [];
		return own.map(({ leads: _, ...line }) => ({ ...line, say: sayAlone(line.say) }));
	});
	return lines.length > 0 ? { title: '', list: [...list], lines, untimed: true } : null;
}

/** "4", "3:30" */
export const minuteText = (minute: number): string =>
	Number.isInteger(minute) ? String(minute) : clockText(msOf(minute));

/** Minutes of the talk. */
export interface Target {
	from: number;
	until: number;
}

/** The time of a line: until one begins at another minute; the last one's is the end of the talk. */
export function targetOf({ lines }: Script, line: ScriptLine): Target {
	const later = lines.find(({ minute }) => minute > line.minute);
	return { from: line.minute, until: later?.minute ?? line.minute };
}

/** "on time", "0:40 late", "1:10 early" */
export function paceText({ from, until }: Target, elapsed: number): string {
	if (elapsed > msOf(until)) return `${clockText(elapsed - msOf(until))} late`;
	if (elapsed < msOf(from)) return `${clockText(msOf(from) - elapsed)} early`;
	return 'on time';
}

/** "4:00 to 5:00"; of the last line "by 10:00" */
export function targetText({ from, until }: Target): string {
	const of = (minutes: number) => clockText(msOf(minutes));
	return until > from ? `${of(from)} to ${of(until)}` : `by ${of(from)}`;
}

/** Which beat of the talk it is: behind those of the stories before. `counts`: of each story of the list. */
export function beatInTalk(
	list: readonly string[],
	counts: readonly number[],
	story: string,
	place: number,
): { place: number; of: number } {
	const sum = (all: readonly number[]) => all.reduce((total, n) => total + n, 0);
	return { place: sum(counts.slice(0, list.indexOf(story))) + place, of: sum(counts) };
}
