/** Work that can wait, one piece at a time, in the order in which it was asked for. */
const waiting: (() => void)[] = [];
let asked = false;

function next(): void {
	asked = false;
	waiting.shift()?.();
	ask();
}

function ask(): void {
	if (asked || waiting.length === 0) return;
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
