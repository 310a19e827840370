/** Which call of a thread is shown: the one that it stands in, until the reader looks at one that led there. */
import { useState } from 'react';
import type { ThreadView } from '../../../../wasm/src';

interface ShownCall {
	/** place among the thread's frames, outermost first; -1: it is in none */
	depth: number;
	/** the reader has chosen one that is not the innermost */
	isCaller: boolean;
	show(depth: number): void;
}

/** The look lasts as long as the moment. */
export function useCall(at: number, thread: ThreadView | undefined): ShownCall {
	const innermost = (thread?.frames.length ?? 0) - 1;
	const tid = thread?.tid ?? 0;
	const [looked, setLooked] = useState({ at, tid, depth: innermost });
	const holds = looked.at === at && looked.tid === tid && looked.depth < innermost;
	return {
		depth: holds ? looked.depth : innermost,
		isCaller: holds,
		show: (depth) => setLooked({ at, tid, depth }),
	};
}
