/** A word that opens its explanation on focus, hover or tap; Esc closes it. */
import { type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import styles from './glossary.module.css';
import type { Entry } from './match';

interface TermProps {
	entry: Entry;
	/** as it is spelled where it stands */
	children: string;
}

const LINGER = 120; /* ms in which the pointer may cross from the word to the note */

/** Open by hover or by focus, each for itself. */
function useOpen(anchor: RefObject<HTMLElement | null>) {
	const [open, setOpen] = useState(false);
	const leaving = useRef(0);
	const keep = () => clearTimeout(leaving.current);
	useEffect(() => () => clearTimeout(leaving.current), []);
	useEffect(() => {
		if (!open) return;
		const onKey = (event: KeyboardEvent) => {
			if (event.key !== 'Escape') return;
			event.preventDefault(); /* else a dialog around it would close as well */
			event.stopPropagation();
			setOpen(false);
		};
		const onPress = (event: Event) => {
			if (!anchor.current?.contains(event.target as Node)) setOpen(false);
		};
		document.addEventListener('keydown', onKey, true);
		document.addEventListener('pointerdown', onPress, true);
		return () => {
			document.removeEventListener('keydown', onKey, true);
			document.removeEventListener('pointerdown', onPress, true);
		};
	}, [open, anchor]);
	return {
		open,
		show: () => {
			keep();
			setOpen(true);
		},
		leave: () => {
			keep();
			leaving.current = window.setTimeout(() => {
				if (document.activeElement !== anchor.current) setOpen(false);
			}, LINGER);
		},
		close: () => {
			keep();
			setOpen(false);
		},
	};
}

export function Term({ entry, children }: TermProps) {
	const anchor = useRef<HTMLSpanElement>(null);
	const id = useId();
	const { open, show, leave, close } = useOpen(anchor);
	return (
		/* No button: a screen reader says the word as a word, and Space and the arrows stay the stepper's. */
		// biome-ignore lint/a11y/useKeyWithClickEvents: a click does nothing here
		// biome-ignore lint/a11y/noStaticElementInteractions: it is text that explains itself when it is reached
		<span
			ref={anchor}
			className={styles.term}
			data-term={entry.term}
			// biome-ignore lint/a11y/noNoninteractiveTabindex: without it the explanation were the pointer's alone
			tabIndex={0}
			aria-describedby={open ? id : undefined}
			onFocus={show}
			onBlur={close}
			onPointerUp={show}
			/* in a label, which would switch what it names */
			onClick={(e) => e.preventDefault()}
			onPointerMove={(e) => {
				/* not what a browser makes up when the page moves under a pointer that rests */
				if (e.pointerType === 'mouse' && (e.movementX !== 0 || e.movementY !== 0)) show();
			}}
			onPointerLeave={(e) => e.pointerType === 'mouse' && leave()}
		>
			{children}
			{open && <Note id={id} entry={entry} anchor={anchor} />}
		</span>
	);
}

const GAP = 4;
const EDGE = 8;

/** Below the word, or above it where there is no room; never past the edges of the window. */
function place(note: HTMLElement, anchor: HTMLElement): void {
	const word = anchor.getClientRects()[0] ?? anchor.getBoundingClientRect();
	const { offsetWidth: width, offsetHeight: height } = note;
	const below = word.bottom + GAP;
	const top = below + height + EDGE <= window.innerHeight ? below : word.top - GAP - height;
	const left = Math.min(word.left, window.innerWidth - width - EDGE);
	note.style.top = `${Math.max(EDGE, top)}px`;
	note.style.left = `${Math.max(EDGE, left)}px`;
}

interface NoteProps {
	id: string;
	entry: Entry;
	anchor: RefObject<HTMLElement | null>;
}

/** In the top layer, so that nothing cuts it off and it moves nothing. */
function Note({ id, entry, anchor }: NoteProps) {
	const ref = useRef<HTMLSpanElement>(null);
	useLayoutEffect(() => {
		const note = ref.current;
		if (!note || !anchor.current) return;
		note.showPopover?.();
		const settle = () => anchor.current && place(note, anchor.current);
		settle();
		window.addEventListener('scroll', settle, true);
		window.addEventListener('resize', settle);
		return () => {
			window.removeEventListener('scroll', settle, true);
			window.removeEventListener('resize', settle);
		};
	}, [anchor]);
	return (
		<span
			ref={ref}
			id={id}
			role="tooltip"
			popover="manual"
			className={styles.note}
			data-testid="term-note"
		>
			<b>{entry.term}</b> {entry.text}
		</span>
	);
}
