/** What comes with the first query: the words of the glossary, and the lessons. */
import { useEffect, useState } from 'react';
import type { Entry as Term } from '../glossary/match';
import { loadPath } from '../lessons/load';
import type { LessonCard } from '../lessons/types';

/** undefined: they have not come yet */
export function useEntries(): readonly Term[] | undefined {
	const [entries, setEntries] = useState<readonly Term[]>();
	useEffect(() => {
		import('../glossary/entries').then(
			(m) => setEntries(m.entries),
			() => {},
		);
	}, []);
	return entries;
}

export function usePath(): readonly LessonCard[] {
	const [path, setPath] = useState<readonly LessonCard[]>([]);
	useEffect(() => {
		loadPath().then(setPath, () => {});
	}, []);
	return path;
}
