/** The minutes of a talk: estimated of where its clicker stops, or as the speaker has set them, which this browser keeps. */
import { keep, readKept } from '../store/kept';

export interface Length {
	/** the start, and each place where the clicker stops */
	stops: number;
	/** what the room is asked */
	questions: number;
	isLevel?: boolean;
}

/** Seconds: in the talk of ten minutes (docs/teaching/talk.md) 31 stops and four questions take that long. */
const SECONDS = { stop: 15, question: 30, level: 180 };

/** What the panel says of it. */
export const ESTIMATED =
	'15 seconds for each stop of the clicker, 30 more for each question, 3 minutes for a level.';

export const estimated = ({ stops, questions, isLevel }: Length): number =>
	(isLevel ? SECONDS.level : stops * SECONDS.stop + questions * SECONDS.question) / 60;

/** "2", "2.5": in quarters of a minute nobody plans. */
export const minutesText = (minutes: number): string =>
	String(Math.max(0.5, Math.round(minutes * 2) / 2));

export const MOST_MINUTES = 600;
const KEY = 'lockstep.talk.minutes';

/** By the address of an item, which has no title. */
export type OwnMinutes = Readonly<Record<string, number>>;

const isMinutes = (value: unknown): value is number =>
	typeof value === 'number' && value > 0 && value <= MOST_MINUTES;

export function readMinutes(): OwnMinutes {
	const kept = readKept(KEY);
	if (typeof kept !== 'object' || kept === null) return {};
	return Object.fromEntries(Object.entries(kept).filter(([, value]) => isMinutes(value)));
}

/** Of the items of the talk alone; `minutes`: 0, or what is no number, for the estimate. */
export function withMinutes(
	own: OwnMinutes,
	items: readonly string[],
	item: string,
	minutes: number,
): OwnMinutes {
	const all = { ...own, [item]: minutes };
	const kept = Object.fromEntries(
		Object.entries(all).filter(([key, value]) => items.includes(key) && isMinutes(value)),
	);
	keep(KEY, kept);
	return kept;
}

/** What the speaker has set counts in place of the estimate; 0: neither is known. */
export const minutesFor = (length: Length | null | undefined, own = 0): number =>
	own || (length ? estimated(length) : 0);

interface Total {
	stops: number;
	minutes: number;
	/** items of which neither is known */
	unknown: number;
}

/** Of all items. */
export function totalOf(lengths: readonly (Length | null)[], own: readonly number[]): Total {
	return {
		stops: lengths.reduce((sum, length) => sum + (length?.stops ?? 0), 0),
		minutes: lengths.reduce((sum, length, i) => sum + minutesFor(length, own[i]), 0),
		unknown: lengths.filter((length, i) => !length && !own[i]).length,
	};
}
