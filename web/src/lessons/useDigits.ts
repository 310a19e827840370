import { type RefObject, useEffect, useRef } from 'react';
import { openQuestion } from './in-view';

/** Digits choose among the answers of the question that they mean, and move no thread. */
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
			if (ref.current === null || openQuestion() !== ref.current) return;
			event.preventDefault();
			act.current(Number(event.key));
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	}, [open]);
	return ref;
}
