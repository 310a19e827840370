import { type RefObject, useEffect, useRef } from 'react';
import { openQuestion, questionInView } from './in-view';

/**
 * Digits choose among the answers of the question that was touched last. One that is only on the screen takes the focus
 * first, to the choice that the digit names: nobody answers by a key that was meant for a thread.
 */
export function useDigits(
	open: boolean,
	onDigit: (digit: number) => void,
): RefObject<HTMLUListElement | null> {
	const ref = useRef<HTMLUListElement>(null);
	const act = useRef(onDigit);
	act.current = onDigit;
	useEffect(() => {
		if (!open) return;
		const onKey = (event: KeyboardEvent) => {
			const plain = !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey;
			if (!plain || event.repeat || !/^[1-9]$/.test(event.key)) return;
			const list = ref.current;
			if (list === null) return;
			const digit = Number(event.key);
			const asked = openQuestion();
			if (asked === list) act.current(digit);
			else if (!asked && questionInView() === list)
				list.querySelectorAll<HTMLElement>('li > button')[digit - 1]?.focus();
			else return;
			event.preventDefault();
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	}, [open]);
	return ref;
}
