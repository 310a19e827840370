/** What all stories are known by, for who searches. */
import { useEffect, useState } from 'react';
import { loadWords, type Words } from './search';

/** They come with the first letter of a query. */
export function useWords(query: string): Words | undefined {
	const [words, setWords] = useState<Words>();
	const wanted = query !== '';
	useEffect(() => {
		if (wanted) loadWords().then(setWords, () => {});
	}, [wanted]);
	return words;
}
