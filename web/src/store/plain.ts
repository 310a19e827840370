/** A story as it is met first: what it can be followed without is put away until the reader asks for it. */
import type { State, View } from './state';

/** picture: the code is put away as well; no: all is there, as in a level, in a recording, and before a room */
export function plainOf({ view, doc }: State): View['plain'] {
	const elsewhere = view.presenter || view.embed;
	return elsewhere || !doc || doc.level || doc.recording ? 'no' : view.plain;
}

export const isPlain = (state: State): boolean => plainOf(state) !== 'no';

/** The address of a story that opens so. */
export const plainly = (address: string): string =>
	`${address}${address.includes('?') ? '&' : '?'}plain=1`;
