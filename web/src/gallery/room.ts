/** What a query finds for whoever stands before a room: the documents about talks and lessons. */
import { loadCards } from '../docs/load';
import { findDocs, ofTeaching } from '../docs/search';
import type { DocCard } from '../docs/types';

export async function forRoom(query: string): Promise<DocCard[]> {
	return query.trim() ? findDocs(ofTeaching(await loadCards()), query) : [];
}

/** Its address, without the mark before it. */
export async function firstForRoom(query: string): Promise<string | undefined> {
	const [first] = await forRoom(query);
	return first && `docs/${first.name}`;
}
