import { useEffect, useState } from 'react';
import beat from '../narration/beat-note.module.css';
import { OfLock } from '../narration/OfLock';
import { useAppState, useDocument } from '../store/react';
import { saidInFigures } from './figure-said';
import { loadLesson } from './load';
import { Text } from './Text';
import type { Lesson } from './types';

/** Of a moment that a figure of the lesson has brought here: what the lesson says of it. A story has notes of its own. */
export function FigureNote({ lesson: slug }: { lesson: string }) {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const [lesson, setLesson] = useState<Lesson | null>(null);
	useEffect(() => {
		let stays = true;
		/* without it the note is missing, and nothing else */
		loadLesson(slug).then(
			(found) => stays && setLesson(found),
			() => {},
		);
		return () => {
			stays = false;
		};
	}, [slug]);
	const { story } = doc.moment;
	const isTold = story === 'telling' || story === 'ended';
	const said = core && lesson && !isTold ? saidInFigures(core, lesson, doc) : null;
	if (!said) return null;
	return (
		<OfLock>
			<p className={beat.note} data-testid="figure-note" role="status">
				<Text of={said.text} />
			</p>
		</OfLock>
	);
}
