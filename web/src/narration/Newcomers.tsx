import { useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { newcomersText } from './new-threads';

/** Of threads that the story does not have: that they are there, and how one moves them. */
export function Newcomers() {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const text = core ? newcomersText(core, doc) : '';
	if (!text) return null;
	return (
		<p className={styles.aside} data-testid="newcomers">
			{text}
		</p>
	);
}
