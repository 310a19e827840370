/** Work that can wait, one piece at a time, in the order in which it was asked for. */
const waiting: (() => void)[] = [];
let asked = false;
/** what the reader waits for: the line is not shared with what can wait */
let urgent = 0;

function next(): void {
	asked = false;
	if (urgent === 0) waiting.shift()?.();
	ask();
}

function ask(): void {
	if (asked || urgent > 0 || waiting.length === 0) return;
	asked = true;
	if (typeof requestIdleCallback === 'undefined') setTimeout(next, 200);
	else requestIdleCallback(next);
}

/** Returns what takes it back. */
export function whenIdle(work: () => void): () => void {
	waiting.push(work);
	ask();
	return () => {
		const at = waiting.indexOf(work);
		if (at >= 0) waiting.splice(at, 1);
	};
}

/** Until it is there, or has failed, nothing that can wait begins. */
export function first<T>(wanted: Promise<T>): Promise<T> {
	urgent++;
	return wanted.finally(() => {
		urgent--;
		ask();
	});
}
