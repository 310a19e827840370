/** Finds the sizes of the parts, of one moment or of several that are to have the same. */

import type { Box } from './box';
import {
	codeSize,
	crowded,
	IN_TWO,
	LEGIBLE,
	largerBy,
	largestWhole,
	leastShare,
	legible,
	nearlyLegible,
	nextSmaller,
	type Part,
	ROOMY,
	ROOMY_IN_TWO,
	ROW_STEPS,
	sizesOf,
	wishFor,
} from './fit';
import { type Kept, NOTHING_KEPT } from './kept';
import {
	boxOf,
	hideCutStates,
	linesSeen,
	markLong,
	pictureNeeds,
	rowsAreWhole,
	rowsAreWholeInTwo,
	rowsLeaveRoom,
	setSize,
	settleOutside,
	settleRows,
	tellPreemption,
	trimLines,
	wordsAreWhole,
	wordsFit,
} from './measure';

/** Lines of code that are seen, where they can be read. */
const LINES = 8;
/** Of the code's size, where lines that are broken leave room for too few. */
const LESS = 0.94;

/** What the picture is of: with the cache lines in it, or without. */
export type Form = 'plain' | 'lines';
const FORMS: readonly Form[] = ['plain', 'lines'];

interface Picture {
	/** its place among the sizes */
	memory: number;
	/**
	 * Beside the code or the cache lines there is no room for the queues, or none in which they could be read. 1: what the
	 * cache lines say beside themselves makes room, 2: the queues do. Without either, 1: what the sentence says, too, does.
	 */
	cramped: 0 | 1 | 2;
	kept: Kept;
}

/** Places among the sizes of each part, the largest first. */
export interface Sizes extends Record<Form, Picture> {
	actors: number;
	/** of the rows' size, what their words have */
	said: number;
	/** what is longer than a line takes two, in every row alike */
	two: boolean;
	narration: number;
	/** times that the code was made smaller */
	source: number;
}

const LARGEST: Picture = { memory: 0, cramped: 0, kept: NOTHING_KEPT };
export const LARGEST_SIZES: Sizes = {
	actors: 0,
	said: 1,
	two: false,
	narration: 0,
	source: 0,
	plain: LARGEST,
	lines: LARGEST,
};

export const formOf = (root: Element): Form =>
	root.querySelector('[data-fits="memory"][data-lines]') ? 'lines' : 'plain';

/** What they depend on but the moment. */
export interface Wish {
	preset: string;
	textSize: number;
	/** pixels */
	rem: number;
}

function sizesFor(part: Part, { preset, textSize }: Wish) {
	const wish = wishFor(part, preset, textSize);
	const all = sizesOf(part, wish);
	/* the first that is not larger than what the back row reads */
	const readable = all.findIndex((size) => size <= legible(part, wish));
	return { all, readable, nearly: nearlyLegible(part, wish), crowded: crowded(part, wish) };
}

function sizeAll(roots: readonly HTMLElement[], part: Part, size: number): void {
	for (const root of roots) {
		const box = boxOf(root, part);
		if (box) setSize(box, size);
	}
}

/** The largest size at which all of them are whole: each next one begins with what the one before it takes. */
function largestOf(
	roots: readonly HTMLElement[],
	part: Part,
	sizes: readonly number[],
	from: number,
	fits: (box: NonNullable<ReturnType<typeof boxOf>>, index: number) => boolean,
): number {
	let best = from;
	for (const root of roots) {
		const box = boxOf(root, part);
		if (!box) continue;
		const whole = (i: number) => {
			setSize(box, sizes[i] ?? 1);
			return fits(box, i);
		};
		best = largestWhole(sizes.length, whole, best);
	}
	sizeAll(roots, part, sizes[best] ?? 1);
	return best;
}

type Rows = Pick<Sizes, 'actors' | 'said' | 'two'>;

/** All rows have words of one size: the largest in which each says what it does. */
function fitSaid(boxes: readonly Box[], readable: number, from: number): number {
	const areShort = boxes.map((box) => markLong(box, readable));
	if (areShort.includes(false)) return Math.min(from, readable);
	const shares = [from, ...ROW_STEPS.filter((share) => share < from && share > readable), readable];
	let best = 0;
	for (const box of boxes)
		best = largestWhole(shares.length, (i) => wordsAreWhole(box, shares[i] ?? 1), best);
	return Math.min(from, shares[best] ?? 1);
}

/** Where the long rows take two lines. */
function fitRowsInTwo(
	roots: readonly HTMLElement[],
	wish: Wish,
	from: Rows,
	isSeen: boolean,
): Rows {
	const { all, readable } = sizesFor('actors', wish);
	const read = all[readable] ?? 1;
	const best = largestOf(
		roots,
		'actors',
		all,
		from.actors,
		(box, i) =>
			(all[i] ?? 1) <= ROOMY_IN_TWO * read && rowsLeaveRoom(box, true) && rowsAreWholeInTwo(box),
	);
	const size = all[best] ?? 1;
	for (const root of roots) settleOutside(root, Math.min(size, ROOMY * read));
	if (isSeen)
		for (const root of roots) {
			const box = boxOf(root, 'actors');
			if (!box) continue;
			settleRows(box, IN_TWO, IN_TWO, leastRow(size));
			hideCutStates(box);
			tellPreemption(box);
		}
	return { actors: best, said: IN_TWO, two: true };
}

/** Of the rows' size, the least that one of them may have. */
const leastRow = (size: number): number =>
	Math.min(1, (LEGIBLE.actors * leastShare('actors')) / size);

/** Pixels of the rows' letters, as shares of those that they have in the style sheet. */
export const letterOf = ({ actors, said }: Rows, wish: Wish): number =>
	(sizesFor('actors', wish).all[actors] ?? 1) * said;

function fitRows(roots: readonly HTMLElement[], wish: Wish, from: Rows, isSeen: boolean): Rows {
	if (from.two) return fitRowsInTwo(roots, wish, from, isSeen);
	const { all, readable } = sizesFor('actors', wish);
	const read = all[readable] ?? 1;
	const best = largestOf(roots, 'actors', all, from.actors, (box, i) => {
		if (i >= readable) return rowsLeaveRoom(box);
		const roomy = (all[i] ?? 1) <= ROOMY * read && rowsLeaveRoom(box, true);
		return roomy || (rowsLeaveRoom(box) && rowsAreWhole(box));
	});
	const size = all[best] ?? 1;
	for (const root of roots) settleOutside(root, Math.min(size, ROOMY * read));
	const boxes = roots.map((root) => boxOf(root, 'actors')).filter((box) => box !== null);
	const said = fitSaid(boxes, Math.min(1, read / size), from.said);
	/* a row is as high, however much it says */
	if (!isSeen) return { actors: best, said, two: false };
	for (const box of boxes) {
		settleRows(box, said, Math.min(1, read / size), leastRow(size));
		tellPreemption(box);
	}
	return { actors: best, said, two: false };
}

/** Looks until what is drawn has followed a new size: before that it seems to need more than it does. */
const FOLLOWS = 1;
const following = new WeakMap<HTMLElement, { size: number; looks: number }>();

/** Gives the pictures their size. False: some still have the drawing of another one. */
function picturesFollow(roots: readonly HTMLElement[], size: number): boolean {
	let all = true;
	for (const root of roots) {
		const box = boxOf(root, 'memory');
		if (!box) continue;
		const { content } = box;
		const before = following.get(content);
		const looks = before?.size === size ? before.looks + 1 : 0;
		following.set(content, { size, looks });
		if (looks === 0) setSize(box, size);
		all &&= looks >= FOLLOWS;
	}
	return all;
}

/** A picture is laid out anew at each size, and what is drawn follows later: one step at a time. */
function shrinkPictures(roots: readonly HTMLElement[], wish: Wish, at: number) {
	const { all, readable } = sizesFor('memory', wish);
	const now = Math.min(at, all.length - 1);
	const settled = picturesFollow(roots, all[now] ?? 1);
	if (!settled || now === all.length - 1) return { memory: now, settled };
	const wanted = roots.map((root) => {
		const box = boxOf(root, 'memory');
		if (!box) return now;
		const [have, need] = pictureNeeds(box, all[readable] ?? 1);
		return need <= have ? now : nextSmaller(now, have, need);
	});
	const memory = Math.min(Math.max(now, ...wanted), all.length - 1);
	return { memory, settled: memory === now || picturesFollow(roots, all[memory] ?? 1) };
}

function shrinkCode(roots: readonly HTMLElement[], wish: Wish, at: number): number {
	let next = at;
	for (const root of roots) {
		const box = boxOf(root, 'source');
		if (!box) continue;
		const { width, height } = box.frame.getBoundingClientRect();
		const size = (i: number) => codeSize(width, height, wish.textSize, wish.rem) * LESS ** i;
		setSize(box, size(at));
		/* for lack of lines alone it does not go below what the back row reads */
		if (linesSeen(box) < LINES && size(at + 1) >= LEGIBLE.source) {
			next = at + 1;
			setSize(box, size(next));
		}
		trimLines(box);
	}
	return next;
}

/** Of one form: smaller, or with less beside it. */
function shrinkForm(
	roots: readonly HTMLElement[],
	wish: Wish,
	from: Picture,
	crowds: boolean,
): { picture: Picture; again: boolean } {
	for (const root of roots) {
		const frame = root.querySelector<HTMLElement>('[data-fits="memory"]');
		if (from.cramped > 0) frame?.setAttribute('data-cramped', String(from.cramped));
		else frame?.removeAttribute('data-cramped');
	}
	const { memory, settled } = shrinkPictures(roots, wish, from.memory);
	const picture = { ...from, memory };
	if (!settled || from.cramped === 2) return { picture, again: !settled };
	const sizes = sizesFor('memory', wish);
	const size = sizes.all[memory] ?? 0;
	if (!roots.some((root) => root.querySelector('[data-spare]')))
		return from.cramped === 0 && size < sizes.crowded
			? { picture: { ...picture, memory: 0, cramped: 1 }, again: true }
			: { picture, again: false };
	const small = size < sizes.nearly || crowds;
	if (!small) return { picture, again: false };
	/* beside the code nothing but the queues can go */
	if (wish.preset === 'code')
		return { picture: { ...picture, memory: 0, cramped: 2 }, again: true };
	if (from.cramped === 0) return { picture: { ...picture, memory: 0, cramped: 1 }, again: true };
	/* of the queues those stay that have room then */
	const least = sizes.all.indexOf(sizes.nearly);
	return { picture: { ...picture, memory: Math.max(0, least), cramped: 2 }, again: true };
}

function shrinkForms(roots: readonly HTMLElement[], wish: Wish, from: Sizes, crowds: boolean) {
	const next = { plain: from.plain, lines: from.lines, again: false };
	for (const form of FORMS) {
		const of = roots.filter((root) => formOf(root) === form);
		if (of.length === 0) continue;
		const { picture, again } = shrinkForm(of, wish, from[form], crowds);
		next[form] = picture;
		next.again ||= again;
	}
	return next;
}

/**
 * Once over all parts, from the sizes that were found so far. `again`: another look is needed, for what is drawn follows
 * its size a frame later. `forAll`: what fits every moment, where only that can be read at the back; with or without
 * the rows, which take the most time and depend on nothing that follows.
 */
export function fitOnce(
	roots: readonly HTMLElement[],
	wish: Wish,
	from: Sizes,
	forAll?: { rows: boolean },
): { sizes: Sizes; again: boolean } {
	/* one after the other: what the rows leave is for the words */
	const { actors, said } = forAll?.rows === false ? from : fitRows(roots, wish, from, !forAll);
	const { again: moves, ...pictures } = shrinkForms(roots, wish, from, false);
	const source = shrinkCode(roots, wish, from.source);
	/* while pictures get smaller, the words need not be looked at: they have what is left */
	if (forAll && moves)
		return { sizes: { ...from, ...pictures, actors, said, source, narration: 0 }, again: true };
	const words = sizesFor('narration', wish);
	const found = largestOf(roots, 'narration', words.all, from.narration, wordsFit);
	/* where larger ones are wished, the longest do not hold the others back */
	const ofAll = Math.max(0, Math.min(found, words.readable) - largerBy(wish.textSize));
	const narration = forAll ? ofAll : found;
	if (forAll) sizeAll(roots, 'narration', words.all[narration] ?? 1);
	const sizes = { ...from, ...pictures, actors, said, narration, source };
	if (moves || source !== from.source) return { sizes, again: true };
	/* beside the code the words have what the picture leaves */
	if (wish.preset !== 'code' || found <= words.readable) return { sizes, again: false };
	const { again, ...less } = shrinkForms(roots, wish, sizes, true);
	return again
		? { sizes: { ...sizes, ...less, narration: from.narration }, again }
		: { sizes, again };
}

/** A story in which the cache lines come and go has one size with them and without, while that can nearly be read. */
export function asOne(sizes: Sizes, wish: Wish): Sizes {
	const { all, nearly } = sizesFor('memory', wish);
	const memory = Math.max(sizes.plain.memory, sizes.lines.memory);
	if (sizes.plain.memory === sizes.lines.memory || (all[memory] ?? 0) < nearly) return sizes;
	return { ...sizes, plain: { ...sizes.plain, memory }, lines: { ...sizes.lines, memory } };
}
