/** Signs of the cache lines, alike in the table and in the lanes. */
import styles from './marks.module.css';

/** Around 0,0, in units; the tip stands at the foot. */
export const BOLT = 'M1.5,-7L-4,1H-0.5L-1.5,7L4,-1.5H0.5Z';

interface BoltProps {
	/** absent: the words beside it say it */
	label?: string;
	/** by a step that is no part of a release */
	hollow?: boolean;
}

/** A thread has lost a line that it was watching. */
export function Bolt({ label, hollow = false }: BoltProps) {
	const look = {
		className: styles.bolt,
		viewBox: '-5 -8 10 16',
		'data-hollow': hollow || undefined,
	};
	return label ? (
		<svg {...look} role="img" aria-label={label}>
			<path d={BOLT} />
		</svg>
	) : (
		<svg {...look} aria-hidden="true">
			<path d={BOLT} />
		</svg>
	);
}

/** A thread reads the line while it waits. */
export function Eye({ label }: { label: string }) {
	return (
		<svg className={styles.eye} viewBox="-8 -6 16 12" role="img" aria-label={label}>
			<path d="M-7,0C-3.5,-5 3.5,-5 7,0C3.5,5 -3.5,5 -7,0Z" />
			<circle r="2" />
		</svg>
	);
}
