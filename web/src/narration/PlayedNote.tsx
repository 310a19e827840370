import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { playedHere } from '../store/played';
import { useApp, useAppState } from '../store/react';
import styles from './beat-note.module.css';

/** Of a key that has played more than a step: exactly what, and what that comes to. */
export function PlayedNote() {
	const app = useApp();
	const played = useAppState(playedHere);
	const still = useAppState((s) => s.motion === 'still');
	const staged = useAppState((s) => s.view.presenter);
	if (!played || !still) return null;
	const isUndone = !staged && played.from < played.behind.length;
	return (
		<p className={styles.note} data-testid="played" role="status">
			<Prose>{played.text}</Prose>{' '}
			{isUndone && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="take-back"
					onClick={() => app.futures.back()}
				>
					Take it back <kbd>o</kbd>
				</button>
			)}
		</p>
	);
}
