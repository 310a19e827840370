import { useLoaded } from '../docs/useLoaded';
import beat from '../narration/beat-note.module.css';
import { OfLock } from '../narration/OfLock';
import { useAppState, useDocument } from '../store/react';
import { saidInFigures } from './figure-said';
import { loadLesson } from './load';
import { Text } from './Text';

/** Of a moment that a figure of the lesson has brought here: what the lesson says of it. A story has notes of its own. */
export function FigureNote({ lesson: slug }: { lesson: string }) {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	/* without it the note is missing, and nothing else */
	const lesson = useLoaded(() => loadLesson(slug), null, slug);
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
