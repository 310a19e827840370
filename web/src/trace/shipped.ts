/** The recordings that come with the page: each stands beside its lock, and where it was made in the file itself. */
import { RECORDINGS } from '@generated/recordings';
import { plain, says, termsOf } from '../gallery/terms';
import type { Held } from './held';

export interface Shipped {
	/** its name in addresses */
	id: string;
	title: string;
	/** what it shows, in a few sentences */
	text: string;
	url: string;
	/** what the page finds in the file; tests/golden/traces.test.ts holds it against that */
	held: Held;
	/** sentences of the steps that show it, in their order: the first of each behind the one before gets a bookmark */
	look: readonly RegExp[];
}

/** What each is, and how it is replaced: core-c/locks/LOCK/recordings.mjs. */
export const SHIPPED: readonly Shipped[] = RECORDINGS;

/** Those whose words have all that the query asks for. */
export function shippedMatching(query: string): Shipped[] {
	const terms = termsOf(query);
	return SHIPPED.filter(({ id, title, text }) => {
		const all = plain(`recorded trace kernel ${id} ${title} ${text}`);
		return terms.every((term) => says(all, term));
	});
}
