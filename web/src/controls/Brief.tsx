import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { Prose } from '../glossary/Prose';
import { useAppState } from '../store/react';
import styles from './brief.module.css';

/** Of the size of its letters, from the largest; the least comes to 18 pixels at 1280 x 720. */
const SIZES = [1, 0.92, 0.84, 0.76, 0.7];

/** The answer is seen at once, and where there is more: its letters are the largest with which all of that is in the panel. */
function useBriefFit(ref: { current: HTMLDivElement | null }, staged: boolean): void {
	useLayoutEffect(() => {
		const brief = ref.current;
		const panel = brief?.closest('dialog');
		if (!staged || !brief || !panel || typeof ResizeObserver === 'undefined') return;
		const enlarge = () => {
			/* a panel that has been scrolled is read on */
			if (panel.scrollTop > 0) return;
			for (const size of SIZES) {
				brief.style.setProperty('--brief', String(size));
				const room = panel.getBoundingClientRect().bottom - GAP;
				const more = brief.parentElement?.querySelector(':scope > details > summary') ?? brief;
				if (more.getBoundingClientRect().bottom <= room) return;
			}
		};
		enlarge();
		const observer = new ResizeObserver(enlarge);
		observer.observe(panel);
		observer.observe(brief);
		return () => observer.disconnect();
	}, [ref, staged]);
}

/** Between the last line and the edge of the panel. */
const GAP = 6;

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
	const ref = useRef<HTMLDivElement>(null);
	useBriefFit(ref, staged);
	if (!staged) return children;
	return (
		<>
			<div ref={ref} className={styles.brief} data-testid="brief">
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
