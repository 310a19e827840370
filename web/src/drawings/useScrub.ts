import { type PointerEvent as ReactPointerEvent, type RefObject, useRef } from 'react';
import { useRawMove } from './useRawMove';

type Pressed = ReactPointerEvent<HTMLElement>;

interface Scrub {
	active(): boolean;
	start(e: Pressed): void;
	end(): void;
}

/**
 * Dragging through time: every move says where the pointer is, as soon as it is there. This is not
 * d3-drag, which hears of a move only when the next frame begins.
 */
export function useScrub<T extends HTMLElement>(
	target: RefObject<T | null>,
	to: (e: { clientX: number; currentTarget: EventTarget | null }) => void,
): Scrub {
	const pressed = useRef(false);
	useRawMove(target, (e) => pressed.current && to(e));
	return {
		active: () => pressed.current,
		start(e) {
			/* or the browser looks, move by move, for text to select; nor will d3 see this press */
			e.preventDefault();
			pressed.current = true;
			e.currentTarget.setPointerCapture(e.pointerId);
			to(e);
		},
		end() {
			pressed.current = false;
		},
	};
}
