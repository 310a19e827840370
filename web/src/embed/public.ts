/** What a page may do with a `<lockstep-stepper>`: its package ships these types. */
import type { Pace, Told } from './protocol';

export type { Pace, Told } from './protocol';

export type Place = { step: number } | { beat: number; answer?: boolean } | { address: string };

/**
 * Attributes: `src` (a story's name, what follows `#/` in an address, or a whole address), `home` (the address of the
 * page, for the link to it), `controls` (full, steps, none), `theme` (auto, light, dark), `base` (where the modules are).
 * Events: `ready` and `step`, whose detail is a Told.
 */
export interface LockstepStepperElement extends HTMLElement {
	/** of the moment that is shown; null until there is one */
	readonly state: Told | null;
	/** resolves when the first moment is there */
	readonly ready: Promise<Told>;
	/** Each throws, with a sentence, when it cannot be done. */
	go(place: Place): void;
	step(thread: number): void;
	next(by?: Pace): void;
	back(by?: Pace): void;
}

declare global {
	interface HTMLElementTagNameMap {
		'lockstep-stepper': LockstepStepperElement;
	}
}
