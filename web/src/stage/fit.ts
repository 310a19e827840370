/** How large each part of the stage can be: as the reader wishes, as long as nothing of it is cut. */

export type Part = 'actors' | 'narration' | 'memory' | 'source';

/** Of the size that its text has elsewhere, where there is room. */
export const LARGEST: Record<Part, number> = {
	actors: 1.2,
	narration: 1.2,
	memory: 1.8,
	source: 1.3,
};

/**
 * Pixels of the least words of each part that the back row reads at 1280 × 720: less only where they would be cut. A rem
 * is in proportion to the slide (styles/base.css), and so is all that is counted in parts of it.
 */
const LEGIBLE_PX: Record<Part, number> = {
	actors: 18,
	narration: 18,
	memory: 20,
	source: 18,
};
/** With these they are so large, as the part's style sheet has them. */
export const LEGIBLE: Record<Part, number> = {
	actors: 1.2,
	narration: 1,
	memory: 10 / 7,
	source: 9 / 7,
};
/** Tried next, before a step of the usual length. */
const NEARLY_PX = 18;
/** No lack of room goes below. */
const LEAST_PX = 12;
/** With that share of what the back row reads they are the least. */
export const leastShare = (part: Part): number => LEAST_PX / LEGIBLE_PX[part];

/** Each step is so much of the one before. */
const STEP = 0.94;
const STEPS = 34;
/** Pixels of a rem for which that is so. */
const REM = 16;

/** A room begins with what fills it. Who wishes for less has less, down to half of that. */
const FILLS = 2;
const wishOf = (textSize: number): number => FILLS + Math.min(0, textSize) / 2;

/** Steps of the size that a wish for larger words takes. */
const LARGER_BY = 2;
export const largerBy = (textSize: number): number => LARGER_BY * Math.max(0, textSize);

/**
 * What the rows may take: beside the code, what the back row reads, for the code is to have the room. What a room has is as
 * large as it can be all the same: who wishes for more has larger sentences, and the same picture beside them.
 */
export function wishFor(part: Part, preset: string, textSize: number): number {
	if (part === 'actors' && preset === 'code') return 1;
	return part === 'narration' ? wishOf(textSize) / STEP ** largerBy(textSize) : wishOf(textSize);
}

/** What the back row reads, unless less is wished. */
export const legible = (part: Part, wish: number): number => LEGIBLE[part] * Math.min(1, wish);

/** Of what the back row reads, so much have rows that have room; in one that says too much for it the words alone are smaller. */
export const ROOMY = 4 / 3;

/** The same, where what is longer than a line takes two in every row: those letters are a little less than four fifths of the row's. */
export const ROOMY_IN_TWO = 1.68;
export const IN_TWO = 0.78;
export const ONE_OF_TWO = 0.82;

/** Rows of two lines are higher: they are worth it where their letters are so much larger. */
export const WORTH = 1.1;

/** Where a picture is smaller than that, what it could do without goes. */
export const nearlyLegible = (part: Part, wish: number): number =>
	legible(part, wish) * Math.min(1, NEARLY_PX / LEGIBLE_PX[part]);

/** Beside nothing but words and queues, which all are of the story, it does without what the sentence says, too. */
const CROWDED_PX = 16;
export const crowded = (part: Part, wish: number): number =>
	legible(part, wish) * Math.min(1, CROWDED_PX / LEGIBLE_PX[part]);

/** From the largest to the least; what can still be read at the back is one of them. */
export function sizesOf(part: Part, wish: number): number[] {
	const readable = legible(part, wish);
	const least = LEGIBLE[part] * leastShare(part);
	const nearly = nearlyLegible(part, wish);
	const steps = Array.from({ length: STEPS }, (_, i) => LARGEST[part] * wish * STEP ** i);
	const larger = steps.filter((size) => size > readable);
	return [
		...larger,
		...[readable, nearly, ...steps]
			.filter((size, i, all) => size <= readable && size > least && all.indexOf(size) === i)
			.sort((a, b) => b - a),
		least,
	];
}

/** Of the rows' size, what one that is longer than the others may have. */
export const ROW_STEPS: readonly number[] = Array.from({ length: 16 }, (_, i) => 0.97 ** (i + 1));

/** Letters and lines of code that a room sees at once; with less of them it would not see what they do. */
const CODE = { columns: 46, rows: 10, least: 7 };
/** Pixels of the text's style sheet: of its letters, of what stands before them, and how high a line is. */
const LETTER = { size: 14, wide: 0.6, gutter: 78, line: 1.55 };

/** The size of the code, from its place alone: the same at every step. */
export function codeSize(width: number, height: number, textSize: number, rem: number): number {
	const unit = rem / REM;
	const wish = 1 + textSize / 32;
	const byWidth = width / (CODE.columns * LETTER.size * LETTER.wide + LETTER.gutter);
	const rows = (count: number) => height / (count * LETTER.size * LETTER.line) / unit;
	const readable = LEGIBLE.source;
	/* fewer rows before letters that the back row cannot read */
	const byHeight = Math.max(rows(CODE.rows), Math.min(rows(CODE.least), readable));
	return Math.max(readable * leastShare('source'), Math.min(byWidth / unit, byHeight) * wish);
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

/** Of the way that a picture would have to go if it only shrank: less, for it may find another form on the way that needs less. */
const CAREFUL = 1 / 3;

/** Where a picture is laid out anew at each size, the next one to try: nearer the goal, and never beyond it. */
export function nextSmaller(index: number, have: number, need: number): number {
	const ratio = Math.min(1, Math.max(0.3, have / Math.max(1, need)));
	const steps = Math.floor((CAREFUL * Math.log(ratio)) / Math.log(STEP));
	return index + Math.max(1, steps);
}
