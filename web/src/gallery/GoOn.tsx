import { type ReactNode, useEffect, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { loadPath } from '../lessons/load';
import { hasBegun, nextOf, useProgress } from '../lessons/progress';
import type { LessonCard } from '../lessons/types';

/** For whoever has answered something: the lesson at which to go on, and behind the last one nothing. */
export function GoOn({ begin }: { begin: ReactNode }) {
	const progress = useProgress();
	const [path, setPath] = useState<readonly LessonCard[] | null>(null);
	useEffect(() => {
		loadPath().then(setPath, () => {});
	}, []);
	if (!hasBegun(progress) || !path) return begin;
	const next = nextOf(progress, path);
	if (!next) return null;
	return (
		<a
			className={`${buttons.button} ${buttons.primary}`}
			href={`#/learn/${next.slug}`}
			title={next.title}
			data-testid="first-lesson"
		>
			Go on with lesson {next.number}
		</a>
	);
}
