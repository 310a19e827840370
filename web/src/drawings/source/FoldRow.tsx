import { createContext, useContext } from 'react';
import styles from './source.module.css';
import type { Fold } from './switches';

/** Opens and closes the fold of that first line. */
export const Folding = createContext<(first: number) => void>(() => {});

/** What stands for lines that do not run, and over them once they are shown. */
export function FoldRow({ fold, open }: { fold: Fold; open: boolean }) {
	const toggle = useContext(Folding);
	return (
		<div className={styles.fold} data-fold={fold.first} data-acts={fold.acts || undefined}>
			<span className={styles.lineNumber}>{open ? '' : fold.first}</span>
			<button
				type="button"
				aria-expanded={open}
				title={fold.title}
				onClick={() => toggle(fold.first)}
			>
				<span aria-hidden="true">{open ? '▾' : '▸'} </span>
				{fold.words}
			</button>
		</div>
	);
}
