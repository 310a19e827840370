import { useEffect } from 'react';
import { useApp } from '../store/react';
import { loadTalk } from './load';
import { storedTalk } from './stored';

/** After a reload in the middle of a talk its notes window is found again. */
export function useTalkAgain(): void {
	const app = useApp();
	useEffect(() => {
		if (storedTalk())
			loadTalk()
				.then((talk) => talk.takeUpTalk(app))
				.catch(() => {});
	}, [app]);
}
