/** How much of a search is made before it is looked up from. */

const SLICE_MS = 30;
export const FIRST_SLICE = 2000; /* states; later slices are sized by the clock */
const LONGEST_SLICE = 1 << 20;
/** Between two reports. */
export const PROGRESS_MS = 100;

/** Aims at SLICE_MS, at most twice or half the last size: one odd measurement must not freeze the page. */
export function nextSize(size: number, milliseconds: number): number {
	const factor = SLICE_MS / Math.max(milliseconds, 0.1);
	return Math.round(Math.min(size * Math.min(Math.max(factor, 0.5), 2), LONGEST_SLICE));
}

export function nextTask(): Promise<void> {
	return new Promise((resolve) => setTimeout(resolve, 0));
}
