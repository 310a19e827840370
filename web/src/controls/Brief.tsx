import type { ReactNode } from 'react';
import { Prose } from '../glossary/Prose';
import { useAppState } from '../store/react';
import styles from './brief.module.css';

interface BriefProps {
	/** what was searched, and what that means: a sentence each */
	says: readonly string[];
	/** one more, which may be none */
	also?: ReactNode;
	/** what is asked beside that, in letters that the back row reads */
	beside?: readonly string[];
	children: ReactNode;
}

/** Before a room two large sentences stand first, and all that is exact is a press away; who reads alone has it at once. */
export function Brief({ says, also, beside = [], children }: BriefProps) {
	const staged = useAppState((s) => s.view.presenter);
	if (!staged) return children;
	return (
		<>
			<div data-testid="brief">
				{says.map((sentence) => (
					<p key={sentence} className={styles.says}>
						<Prose>{sentence}</Prose>
					</p>
				))}
				{also && <p className={styles.says}>{also}</p>}
				{beside.map((sentence) => (
					<p key={sentence} className={styles.beside}>
						{sentence}
					</p>
				))}
			</div>
			<details>
				<summary data-testid="brief-more">The details</summary>
				{children}
			</details>
		</>
	);
}
