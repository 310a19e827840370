/** Two scenarios side by side. What steps them comes with their view, and is the pilot while that is shown. */
import type { Desk } from './desk';

/** What the keys and the buttons of time do to both sides. */
export interface Pilot<Beside = unknown> {
	canAdvance(): boolean;
	/** a step on each side that is not at the end; says whether there was one */
	advance(): boolean;
	back(): void;
	home(): void;
	toEnd(): void;
	/** to the next acquisition of the lock that both reach, before a room to its next stop; or to the one before */
	milestone(direction: 1 | -1): void;
	/** a key that means something else where two stand side by side; false: it means nothing */
	hears(key: string): boolean;
	/** the side that the reader was at last, for keys of one stepper */
	beside(): Beside;
	/** closes what is open on a side, if anything is */
	escape(): boolean;
	/** where both stand, for whoever speaks of it */
	told(): SidesTold;
}

/** Both sides as they stand. */
export interface SidesTold {
	/** what stands in their place behind the end: what comes, what to take home; '' for nothing */
	front: '' | 'next' | 'closing';
	/** the two names */
	title: string;
	/** what they are counted in, those that both have behind them, and all */
	beats: 'acquisition' | 'stop';
	place: number;
	of: number;
	/** what a room is to look at now, and at its next stop; '' for nothing */
	look: string;
	next: string;
	/** of each side: its last step, and what that has done to the others */
	sentence: string;
}

export class Comparison<Beside = unknown> {
	pilot: Pilot<Beside> | null = null;

	constructor(private readonly desk: Desk) {}

	/** Two scenarios are open, or on their way. */
	get open(): boolean {
		return this.desk.state.route.kind === 'compare';
	}
}
