import styles from './lanes.module.css';

/** The sign of “too late”, as it stands on the ruler. */
export function LateSign() {
	return (
		<svg width="18" height="12" aria-hidden="true">
			<path className={styles.late} d="M3,11.5V3.5H18" />
		</svg>
	);
}
