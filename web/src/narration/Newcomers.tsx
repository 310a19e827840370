import buttons from '../controls/buttons.module.css';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { newcomersText } from './new-threads';

/** Of threads that the story does not have: that they are there, how one moves them, and how all come to wait at once. */
export function Newcomers() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const text = core ? newcomersText(core, doc) : '';
	if (!text) return null;
	return (
		<p className={styles.aside} data-testid="newcomers">
			{text}{' '}
			<button
				type="button"
				className={buttons.tool}
				data-testid="join-queue"
				title="Each plays alone, one after the other, up to where it waits for the lock"
				onClick={() => void import('../store/joining').then((m) => m.joinQueue(app))}
			>
				Bring them into the queue <kbd>Q</kbd>
			</button>
		</p>
	);
}
