/** The pages of lock texts, as they come. */
import { useEffect, useState } from 'react';
import { loadDoc } from '../docs/load';
import type { Doc } from '../docs/types';

/** By name of the text; null: it could not be loaded. */
type Docs = ReadonlyMap<string, Doc | null>;

/** texts: names with a space between. */
export function useDocsOf(texts: string): Docs {
	const [docs, setDocs] = useState<Docs>(new Map());
	useEffect(() => {
		let stays = true;
		for (const text of texts.split(' ').filter(Boolean))
			loadDoc(`locks/${text}`)
				.catch(() => null)
				.then((doc) => stays && setDocs((known) => new Map(known).set(text, doc)));
		return () => {
			stays = false;
		};
	}, [texts]);
	return docs;
}
