import { useLayoutEffect, useRef } from 'react';
import { useCalm } from './useCalm';

type Started = Animation | null | undefined;

/**
 * Starts what one step forward sets in motion, if that step came calmly and the reader has not asked for less motion. The
 * next moment ends it where it would have come to.
 */
export function useMotion(
	at: number,
	reducedMotion: boolean,
	start: () => readonly Started[],
): void {
	const calm = useCalm(at) && !reducedMotion;
	const last = useRef(at);
	// biome-ignore lint/correctness/useExhaustiveDependencies: it moves when the moment changes, and for nothing else
	useLayoutEffect(() => {
		const forward = at === last.current + 1;
		last.current = at;
		if (!calm || !forward) return;
		const all = start();
		return () => {
			for (const animation of all) animation?.finish();
		};
	}, [at]);
}
