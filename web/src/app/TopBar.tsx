import type { ReactNode } from 'react';
import styles from './top-bar.module.css';

/** Over every view: where one is, and what one can do about it. */
export function TopBar({ children }: { children: ReactNode }) {
	return (
		<header className={styles.bar} data-region="header">
			{children}
		</header>
	);
}

/** Takes what width is left. */
export function Space() {
	return <span className={styles.space} />;
}
