/** What each story teaches, for its card: of all stories together, when the first card is unfolded or somebody searches. */
import { useEffect, useState } from 'react';

type Lessons = Readonly<Record<string, string>>;

let come: Lessons | undefined;

export async function loadLessons(): Promise<Lessons> {
	const { LESSONS } = await import('../../../wasm/generated/lessons');
	come = LESSONS;
	return LESSONS;
}

/** `known`: what is known of it already, or ''. */
export function useLesson(story: string, known: string): string {
	const [lessons, setLessons] = useState(come);
	const wanted = known === '' && !lessons;
	useEffect(() => {
		let stays = true;
		if (wanted)
			loadLessons().then(
				(all) => stays && setLessons(all),
				() => {} /* a card says less then */,
			);
		return () => {
			stays = false;
		};
	}, [wanted]);
	return known || (lessons?.[story] ?? '');
}
