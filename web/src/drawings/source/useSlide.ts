/** The line of the thread that stepped slides from the line that it ran to the one that it runs next. */
import type { RefObject } from 'react';
import type { StepRecord } from '../../../../wasm/src';
import { useMotion } from '../useMotion';

const MS = 150;
const FAR = 12; /* lines: what goes farther is not followed, it comes up where it is */

interface Step {
	at: number;
	before: StepRecord | null;
	reducedMotion: boolean;
	/** it ran a line of the text that is shown */
	here: boolean;
}

export function useSlide(scroller: RefObject<HTMLElement | null>, step: Step): void {
	const { at, before, reducedMotion, here } = step;
	useMotion(at, reducedMotion, () => {
		const pane = scroller.current;
		const caret = before && pane?.querySelector<HTMLElement>(`[data-caret="${before.tid}"]`);
		const row = caret?.closest<HTMLElement>('[data-line]');
		if (!pane || !caret || !row) return [];
		const lines = Number(row.dataset.line) - before.line;
		if (lines === 0) return [];
		const ran = pane.querySelector<HTMLElement>(`[data-line="${before.line}"]`);
		/* what is drawn as one block is cut off at its edges */
		const near = here && Math.abs(lines) <= FAR && ran?.parentElement === row.parentElement;
		const away = near ? ran.getBoundingClientRect().top - row.getBoundingClientRect().top : 0;
		const start = near ? { transform: `translateY(${away}px)` } : { opacity: 0 };
		const timing = { duration: MS, easing: 'ease-in-out' };
		const band = { ...timing, pseudoElement: '::before' };
		return [
			caret.animate?.([start, {}], timing),
			row.dataset.focus === undefined ? null : row.animate?.([start, {}], band),
		];
	});
}
