import buttons from '../controls/buttons.module.css';
import { useApp, useAppState } from '../store/react';
import styles from './trace.module.css';

/** A recorded run is on its way: how far, and a way out. What was open stays until it is there. */
export function Opening() {
	const app = useApp();
	const opening = useAppState((s) => s.opening);
	if (!opening) return null;
	const { title, share } = opening;
	const percent = Math.floor(share * 100);
	return (
		<div className={styles.opening} data-testid="opening">
			<p role="status">Opening “{title}” …</p>
			<progress
				aria-label={`Opening “${title}”: events put in order`}
				max={1}
				{...(share > 0 && { value: share })}
			/>
			<span className={styles.percent}>{share > 0 ? `${percent} %` : ''}</span>
			<button type="button" className={buttons.button} onClick={() => app.recorded.cancelOpening()}>
				Cancel
			</button>
		</div>
	);
}
