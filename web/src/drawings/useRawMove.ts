import { type RefObject, useEffect, useRef } from 'react';

/**
 * Pointer moves as they arrive. A browser holds `pointermove` back until the next frame begins, which
 * costs a drag half a frame; `pointerrawupdate` comes at once, where the browser has it (secure pages).
 */
export function useRawMove<T extends HTMLElement>(
	target: RefObject<T | null>,
	move: (event: PointerEvent) => void,
): void {
	const latest = useRef(move);
	latest.current = move;
	useEffect(() => {
		const element = target.current;
		if (!element) return;
		const type = 'onpointerrawupdate' in window ? 'pointerrawupdate' : 'pointermove';
		const listen = (event: Event) => latest.current(event as PointerEvent);
		element.addEventListener(type, listen);
		return () => element.removeEventListener(type, listen);
	}, [target]);
}
