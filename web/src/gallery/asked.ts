/** What a reader types, and what the Enter key opens of it. */
import { useEffect, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { shippedMatching } from '../trace/shipped';
import { families, firstMatch, loadWords, nearestStories, type Words } from './search';

/** They come with the first letter of a query. */
export function useWords(query: string): Words | undefined {
	const [words, setWords] = useState<Words>();
	const wanted = query !== '';
	useEffect(() => {
		if (wanted) loadWords().then(setWords, () => {});
	}, [wanted]);
	return words;
}

/** Whoever types faster than the words come is waited for. */
export async function openFirst(core: Core, query: string, come: Words | undefined): Promise<void> {
	if (!query.trim()) return;
	const words = come ?? (await loadWords().catch(() => undefined));
	const groups = families(core.facts, query, words);
	const best = await import('./best').then((m) => m.bestAddress(groups, query)).catch(() => '');
	const first = best || firstMatch(groups, query)?.name;
	const [run] = shippedMatching(query);
	const room = () => import('./room').then((m) => m.firstForRoom(query));
	const found = first ?? (run ? `trace/${run.id}` : await room().catch(() => undefined));
	const near = found ?? nearestStories(core.facts, query, words)[0]?.name;
	if (near) window.location.hash = `#/${near}`;
}
