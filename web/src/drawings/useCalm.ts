import { useRef } from 'react';

const HURRY = 140; /* ms: steps that come faster than this are not animated */

/**
 * True when the reader has just taken one step after a pause, so that a short motion will be seen
 * to its end. While scrubbing or holding a key it is false: nothing may queue.
 */
export function useCalm(at: number): boolean {
	const last = useRef({ at, time: 0, calm: false });
	if (last.current.at !== at) {
		const time = performance.now();
		const calm = Math.abs(at - last.current.at) === 1 && time - last.current.time > HURRY;
		last.current = { at, time, calm };
	}
	return last.current.calm;
}
