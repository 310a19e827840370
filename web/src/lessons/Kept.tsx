import type { ReactNode } from 'react';
import styles from './figure.module.css';

interface KeptProps {
	/** before the answer it is not to be seen */
	hidden: boolean;
	/** what will be there: a sentence */
	says: string;
	children: ReactNode;
}

/** What would give the answer away keeps its room, and the room says what comes there. */
export function Kept({ hidden, says, children }: KeptProps) {
	return (
		<div className={styles.kept}>
			<div data-hidden={hidden || undefined}>{children}</div>
			{hidden && (
				<p className={styles.comes} data-testid="comes">
					{says}
				</p>
			)}
		</div>
	);
}
