import { useMemo } from 'react';
import { Key } from '../controls/Key';
import { useApp, useAppState, useDocument } from '../store/react';
import { openTold, openToldHere, toldBy } from '../store/told-by';
import styles from './beat-note.module.css';

export { openToldHere };

/** Behind an act from outside that is the reader's: the story that tells of such a one. */
export function ToldBy() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter);
	const embedded = useAppState((s) => s.view.embed || s.alone);
	const doc = useDocument();
	const story = useMemo(
		() => (core && !embedded ? toldBy(core, doc, staged) : undefined),
		[core, doc, staged, embedded],
	);
	if (!core || !story) return null;
	/* a title may answer what the room is still to be asked */
	const told = staged ? 'A story of this lock' : `“${story.title}”`;
	return (
		<p className={styles.aside} data-testid="told-by">
			<a
				href={`#/${story.name}`}
				onClick={(event) => {
					event.preventDefault();
					openTold(app, story);
				}}
			>
				{told} tells of this
			</a>{' '}
			<Key name="T" />
		</p>
	);
}
