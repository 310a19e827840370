import styles from './lanes.module.css';

/** The sign of a round, as it stands on the ruler. */
export function RoundSign() {
	return (
		<svg width="20" height="12" aria-hidden="true">
			<path className={styles.round} d="M2,11V3H18V11" />
		</svg>
	);
}
