/** What a single file holds beside its script: in blocks that are no scripts, so nothing of them is ever run. */

interface Held {
	/** what follows '#/' in the address of the moment at which it opens */
	fragment: string;
	lock: string;
	/** all that is known of the lock beside what is known of every one */
	rest: unknown;
	/** the address of a site, for the link to it; '' where there is none */
	home: string;
}

const textOf = (id: string): string => document.getElementById(id)?.textContent ?? '';

export const held = (): Held => JSON.parse(textOf('held')) as Held;

/** The module of the lock. */
export function heldModule(): Uint8Array<ArrayBuffer> {
	const letters = atob(textOf('module').trim());
	return Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
}
