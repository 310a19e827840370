import { useMemo } from 'react';
import { Key } from '../controls/Key';
import { useApp, useAppState, useDocument } from '../store/react';
import { openTold, openToldHere, toldNear } from '../store/told-by';
import styles from './beat-note.module.css';

export { openToldHere };

/** Behind an act from outside that is the reader's: the story that tells of such a one. */
export function ToldBy() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const staged = useAppState((s) => s.view.presenter);
	const embedded = useAppState((s) => s.view.embed || s.alone);
	const doc = useDocument();
	const found = useMemo(
		() => (core && !embedded ? toldNear(core, doc, staged) : undefined),
		[core, doc, staged, embedded],
	);
	if (!core || !found) return null;
	const { story, apart } = found;
	/* a title may answer what the room is still to be asked */
	const of = story.lock === doc.config.lock ? 'lock' : 'family';
	const told = staged ? `A story of this ${of}` : `“${story.title}”`;
	const what = apart ? `tells of such an act, ${apart}` : 'tells of this';
	return (
		<p className={styles.aside} data-testid="told-by">
			<a
				href={`#/${story.name}`}
				onClick={(event) => {
					event.preventDefault();
					openTold(app, story);
				}}
			>
				{told} {what}
			</a>{' '}
			<Key name="T" />
		</p>
	);
}
