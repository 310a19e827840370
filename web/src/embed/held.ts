/** What a single file holds beside its script: in blocks that are no scripts, so nothing of them is ever run. */
import type { Lesson } from '../lessons/types';

interface Held {
	/** what follows '#/' in the address of what it opens */
	fragment: string;
	/** of each lock in it, all that is known of it beside what is known of every one */
	locks: Record<string, unknown>;
	lesson: Lesson | null;
	/** the address of a site, for the way to it; '' where there is none */
	home: string;
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

export const held = (): Held => JSON.parse(textOf('held')) as Held;

export function heldModule(lock: string): Uint8Array<ArrayBuffer> {
	const text = textOf(`module-${lock}`);
	if (text === '') throw new Error(`this file does not hold ${lock}`);
	return Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
}
