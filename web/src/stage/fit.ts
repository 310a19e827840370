/** How large each part of the stage can be: as the reader wishes, as long as nothing of it is cut. */

export type Part = 'actors' | 'narration' | 'memory' | 'source';

/** Of the size that its text has elsewhere, where there is room. */
export const LARGEST: Record<Part, number> = {
	actors: 1.25,
	narration: 1.35,
	memory: 1.8,
	source: 1.25,
};

/** Each step is so much of the one before. */
const STEP = 0.94;
const STEPS = 30;
/** Pixels of a rem at which the smallest text is as small as any may be. */
const LEAST_REM = 16;

/** From the largest to the least, which no wish and no lack of room goes below. */
export function sizesOf(part: Part, wish: number, rem: number): number[] {
	const least = Math.min(1, LEAST_REM / rem);
	const sizes = Array.from({ length: STEPS }, (_, i) => LARGEST[part] * wish * STEP ** i);
	return [...sizes.filter((size) => size > least), least];
}

/** Place of the largest size at which all is seen; the last, if it is at none. Whatever is whole is so at a smaller one. */
export function largestWhole(count: number, isWhole: (index: number) => boolean, from = 0): number {
	if (from >= count - 1 || isWhole(from)) return Math.min(from, count - 1);
	let [cut, whole] = [from, count - 1];
	while (whole - cut > 1) {
		const middle = (cut + whole) >> 1;
		if (isWhole(middle)) whole = middle;
		else cut = middle;
	}
	return whole;
}

/** Where a picture is laid out anew at each size, the next one to try: nearer the goal, and never beyond it. */
export function nextSmaller(index: number, have: number, need: number): number {
	const ratio = Math.min(1, Math.max(0.3, have / Math.max(1, need)));
	const steps = Math.floor((0.5 * Math.log(ratio)) / Math.log(STEP));
	return index + Math.max(1, steps);
}
