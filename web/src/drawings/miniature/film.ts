/**
 * A story as a card of the gallery shows it. Made from the machine when the page is built (web/films), so that the
 * gallery shows true runs and needs no module for it.
 */
import type { Arrow, Mark } from '../lanes/marks';
import type { Segment } from '../lanes/segments';

/** The lock's word, and who waits or holds. */
export interface Caption {
	/** the first moment that has it; it holds until the next one's */
	from: number;
	/** the thread that the word names */
	tid?: number;
	/** the word as a number, or NULL */
	text?: string;
	/** on the lock's list */
	list?: number[];
	holders?: number[];
}

export interface Film {
	threads: number;
	/** steps */
	length: number;
	/** steps that share the column of the one before them */
	joined: number[];
	/** it ends in a fault */
	faulty: boolean;
	/** by thread */
	segments: Segment[][];
	marks: Mark[];
	arrows: Arrow[];
	/** names of the words that the captions tell of */
	word: string;
	list?: string;
	captions: Caption[];
}

/** How many columns stand before the moment after `at` steps. */
export const positionIn = ({ joined }: Film, at: number): number =>
	at - joined.filter((step) => step < at).length;

export const captionAt = ({ captions }: Film, at: number): Caption | undefined =>
	captions.findLast(({ from }) => from <= at);
