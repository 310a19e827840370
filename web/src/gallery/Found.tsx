import styles from './found.module.css';
import type { Why } from './why';

/** Why it is a hit, in a line of its own words. */
export function Found({ whys }: { whys: readonly Why[] }) {
	if (whys.length === 0) return null;
	return (
		<span className={styles.found} data-testid="found">
			{whys.map(({ where, found, asked }) => (
				<span key={`${where} ${found.said}`}>
					{asked && `${asked} → ${found.said.toLowerCase()}: `}
					{where && `${where}: `}
					{found.before}
					{found.said && <mark>{found.said}</mark>}
					{found.after}
				</span>
			))}
		</span>
	);
}
