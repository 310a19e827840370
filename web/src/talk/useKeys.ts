/** The keys of the notes window mean the room, and not this window. */
import { useLayoutEffect } from 'react';
import { keyName } from '../controls/keyboard';
import { KEYS, type Move } from './messages';

const MOVES: Readonly<Record<string, Move>> = {
	PageDown: 'next',
	ArrowRight: 'right',
	PageUp: 'back',
	ArrowLeft: 'left',
	Enter: 'take',
	a: 'answer',
	b: 'black',
	'.': 'black',
	o: 'story',
	u: 'unring',
};

const isPressable = (target: EventTarget | null): boolean =>
	target instanceof Element && target.closest('button, a[href]') !== null;

/** `takes`: something from outside waits for Enter in the room, whatever has the focus here. */
export function useKeys(
	move: (move: Move) => void,
	press: (key: string) => void,
	takes: boolean,
): void {
	/* with the commit: a key that is pressed as soon as the window says what Enter takes must find it so */
	useLayoutEffect(() => {
		const onKey = (event: KeyboardEvent) => {
			const { key } = event;
			if (event.ctrlKey || event.metaKey || event.altKey) return;
			if (key === 'Enter' && !takes && isPressable(event.target)) return;
			const to = Object.hasOwn(MOVES, key) && !event.shiftKey ? MOVES[key] : undefined;
			const name = keyName(event);
			const isKey = KEYS.includes(name);
			if (!to && !isKey) return;
			event.preventDefault();
			if (event.repeat) return;
			if (to) move(to);
			else press(name);
		};
		/* what a pointer pressed keeps no focus: else Enter and Space would press it again, and not mean the room */
		const onClick = (event: MouseEvent) => {
			const { activeElement: held } = document;
			if (event.detail > 0 && held instanceof HTMLElement && isPressable(held)) held.blur();
		};
		window.addEventListener('keydown', onKey, { capture: true });
		window.addEventListener('click', onClick);
		return () => {
			window.removeEventListener('keydown', onKey, { capture: true });
			window.removeEventListener('click', onClick);
		};
	}, [move, press, takes]);
}
