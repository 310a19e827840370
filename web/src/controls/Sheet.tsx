import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { Toast } from '../app/Notices';
import { zoomOf } from '../drawings/units';
import { useApp } from '../store/react';
import buttons from './buttons.module.css';
import { CloseIcon } from './icons';
import styles from './sheet.module.css';

const GAP = 8;
/** Of the window's height: with less room than that it may cover what is below it. */
const LEAST = 0.35;

/**
 * Before a room it leaves what is told in sight: who moves next, the sentence and the lock word. Over the code, or over
 * what hangs on the word and the lanes. Pixels; null: there is no slide.
 */
function placeOnSlide(
	parts: readonly Element[],
): { left: number; top: number; width: number } | null {
	const { stage } = document.documentElement.dataset;
	const [rows, word, memory] = parts.map((part) => part.getBoundingClientRect());
	if (!stage || !rows || !word || !memory) return null;
	if (stage === 'code') return { left: rows.left, top: rows.bottom, width: rows.width };
	return { left: memory.left, top: word.bottom, width: memory.width };
}

const PARTS = ['[data-fits="actors"]', '[data-testid="word"]', '[data-fits="memory"]'];

/** Its room on the slide, as long as the slide stays as it is. */
function usePlaceOnSlide(ref: { current: HTMLDialogElement | null }, modal: boolean): void {
	useLayoutEffect(() => {
		const parts = PARTS.flatMap((part) => document.querySelector(`main ${part}`) ?? []);
		const place = () => {
			const { style } = ref.current ?? {};
			const at = modal ? null : placeOnSlide(parts);
			for (const side of ['left', 'top', 'width'] as const)
				if (at) style?.setProperty(`--slide-${side}`, `${at[side]}px`);
				else style?.removeProperty(`--slide-${side}`);
			ref.current?.toggleAttribute('data-on-slide', at !== null);
		};
		place();
		addEventListener('resize', place);
		/* another set-up has other rows, and the slide finds its sizes some frames later */
		const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(place);
		for (const part of parts) observer?.observe(part);
		return () => {
			removeEventListener('resize', place);
			observer?.disconnect();
		};
	});
}

interface SheetProps {
	title: string;
	testid: string;
	/** a modal sheet takes the keyboard; others leave the page alive beside them */
	modal?: boolean;
	/** what it ends above, where that stands below it */
	above?: string;
	/** what has the focus first, before a room: a speaker has only the keyboard at hand; of a modal one always */
	first?: string;
	/** on a telephone it leaves the upper half of the page to be pressed */
	low?: boolean;
	children: ReactNode;
}

/** A panel over the page, closed by its button or by Esc. Focus goes in, and comes back out. */
export function Sheet({
	title,
	testid,
	modal = false,
	above,
	first,
	low = false,
	children,
}: SheetProps) {
	const app = useApp();
	const ref = useRef<HTMLDialogElement>(null);
	useEffect(() => {
		const dialog = ref.current;
		if (!dialog) return;
		const before = document.activeElement;
		if (modal) dialog.showModal();
		else dialog.show();
		const asked = first && (modal || app.state.view.presenter) ? dialog.querySelector(first) : null;
		if (asked instanceof HTMLElement) asked.focus();
		if (asked instanceof HTMLInputElement) asked.select();
		return () => {
			dialog.close();
			if (before instanceof HTMLElement) before.focus();
		};
	}, [modal, first, app]);
	useLayoutEffect(() => {
		const dialog = ref.current;
		if (!dialog || !above) return;
		const top = document.querySelector(above)?.getBoundingClientRect().top ?? 0;
		const room = top - dialog.getBoundingClientRect().top - GAP;
		dialog.style.maxHeight = room > LEAST * window.innerHeight ? `${room / zoomOf(dialog)}px` : '';
	});
	usePlaceOnSlide(ref, modal);
	const id = `sheet-${testid}`;
	return (
		<dialog
			ref={ref}
			className={modal ? `${styles.sheet} ${styles.modal}` : styles.sheet}
			data-low={low || undefined}
			aria-labelledby={id}
			data-testid={testid}
			onCancel={(event) => {
				event.preventDefault();
				app.page.closePanel();
			}}
		>
			<div className={styles.head}>
				<h2 id={id}>{title}</h2>
				<Toast place="sheet" />
				<button
					type="button"
					className={buttons.round}
					aria-label="Close"
					onClick={() => app.page.closePanel()}
				>
					<CloseIcon />
				</button>
			</div>
			{children}
		</dialog>
	);
}
