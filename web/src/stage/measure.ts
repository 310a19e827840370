/** What a part of the stage looks like at the size that it has: is it whole? */

import { type Box, heightOf } from './box';
import { IN_TWO, largestWhole, ONE_OF_TWO, type Part, ROW_STEPS } from './fit';
import { growthIn, isWideAround, wideBy } from './growth';

export function boxOf(root: HTMLElement, part: Part): Box | null {
	const frame = root.querySelector<HTMLElement>(`[data-fits="${part}"]`);
	/* of the code only the lines: what stands over them says where they are */
	const content =
		part === 'source'
			? frame?.querySelector('[data-line]')?.closest('section')
			: frame?.firstElementChild;
	return frame && content instanceof HTMLElement ? { frame, content } : null;
}

const isWide = (e: Element) => e.scrollWidth > e.clientWidth + 1;

/** In a line of which there is none. */
function isBelow(element: Element): boolean {
	const { height, bottom } = element.getBoundingClientRect();
	const room = element.parentElement?.getBoundingClientRect();
	return room !== undefined && bottom - height / 4 > room.bottom;
}

export function setSize({ content }: Box, size: number): void {
	content.style.setProperty('zoom', size.toFixed(4));
}

/** Half of the column is left for the words; of the code, most of it. */
const SHARE = { picture: 1 / 2, code: 1 / 3, roomy: 2 / 5 };

/** `roomy`: they can be read, and are to be larger. */
export function rowsLeaveRoom({ frame, content }: Box, roomy = false): boolean {
	const column = frame.parentElement;
	const isCode = frame.closest('[data-preset]')?.getAttribute('data-preset') === 'code';
	const share = SHARE[isCode ? 'code' : roomy ? 'roomy' : 'picture'];
	return !column || heightOf(content) <= heightOf(column) * share;
}

/** By less than a pixel, too, which takes its last letters all the same. */
function endsCut(element: Element): boolean {
	const words = document.createRange();
	words.selectNodeContents(element);
	const { width } = element.getBoundingClientRect();
	return width > 0 && words.getBoundingClientRect().width > width + 0.05;
}

const CUT = '[data-thread] span[title]';
const cutIn = (part: Element) =>
	[...part.querySelectorAll(CUT)].some(
		(e) => isWide(e) || isBelow(e) || (e.matches('span') && endsCut(e)),
	);
const rowsOf = (content: Element) => [...content.querySelectorAll<HTMLElement>('[data-thread]')];
const saidIn = (row: Element) => row.querySelector<HTMLElement>('[data-said]');

/** The value stands in a line of which there is none, or is longer than a line. */
function hasLostValue(row: HTMLElement): boolean {
	const value = row.querySelector('[data-value]');
	const said = saidIn(row)?.getBoundingClientRect();
	if (!value || !said) return false;
	const { top, bottom } = value.getBoundingClientRect();
	return isWide(value) || (top + bottom) / 2 > said.bottom;
}

/** Rows that are about to do the same give their values, or do without, as those that are `without`: else the room looks for what makes them differ. */
function giveAlike(rows: readonly HTMLElement[], without = ':not(*)'): void {
	const phraseOf = (row: HTMLElement) => row.querySelector('[data-phrase]')?.textContent ?? '';
	const lacks = (row: HTMLElement) => row.matches(without) || hasLostValue(row);
	const bare = new Set(rows.filter(lacks).map(phraseOf));
	for (const row of rows) row.toggleAttribute('data-bare', bare.has(phraseOf(row)));
}

/** All words of the rows in that share of the rows' size, with the values that have room then. */
function setWords(rows: readonly HTMLElement[], share: number): void {
	for (const row of rows) {
		for (const less of LESS) row.removeAttribute(less);
		saidIn(row)?.style.setProperty('zoom', share.toFixed(4));
	}
	giveAlike(rows);
}

/** In the least words that can be read a row has room for all that it says; without what the picture says, too; or for less. */
export function markLong({ content }: Box, readable: number): boolean {
	const rows = rowsOf(content);
	setWords(rows, readable);
	const long = rows.filter(cutIn);
	for (const row of rows) row.toggleAttribute('data-long', long.includes(row));
	for (const row of long) row.setAttribute('data-terse', '');
	return !long.some(cutIn);
}

/** In words of that size each says what it does. */
export function wordsAreWhole({ content }: Box, share: number): boolean {
	const rows = rowsOf(content);
	setWords(rows, share);
	for (const row of rows)
		row.toggleAttribute('data-terse', row.matches('[data-long]') && cutIn(row));
	return !rows.some(cutIn);
}

/** The words of a row get smaller until nothing of it is lost, or as far as they may. */
function shrinkRow(row: HTMLElement, least: number): void {
	const said = saidIn(row);
	if (!said) return;
	said.style.removeProperty('zoom');
	if (least >= 1 || !cutIn(row)) return;
	const shares = [...ROW_STEPS.filter((share) => share > least), least];
	const sets = (i: number) => said.style.setProperty('zoom', (shares[i] ?? least).toFixed(4));
	const isWhole = (i: number) => {
		sets(i);
		return !cutIn(row);
	};
	sets(largestWhole(shares.length, isWhole));
}

/** How a row is that says less than it could, or more. */
const LESS = ['data-bare', 'data-terse', 'data-two', 'data-unpreempted'];

/** Two lines of words that can be read are as high as one of the others. */
function breakLong(rows: readonly HTMLElement[], readable: number): void {
	if (readable > ONE_OF_TWO) return;
	for (const row of rows.filter(cutIn)) {
		for (const less of LESS) row.removeAttribute(less);
		saidIn(row)?.style.setProperty('zoom', readable.toFixed(4));
		row.setAttribute('data-two', '');
		row.toggleAttribute('data-bare', hasLostValue(row));
		row.toggleAttribute('data-terse', cutIn(row));
	}
}

function isStateCut(row: HTMLElement): boolean {
	const state = row.querySelector('[data-look]')?.parentElement;
	return state !== null && state !== undefined && state.offsetWidth > 0 && isWide(state);
}

/** Nothing of a row is cut, where the long ones take two lines in letters of one size with the others. */
export function rowsAreWholeInTwo({ content }: Box): boolean {
	const rows = rowsOf(content);
	setWords(rows, IN_TWO);
	breakLong(rows, IN_TWO);
	return !rows.some((row) => cutIn(row) || isStateCut(row));
}

/** What is so of the thread is longer than a line of letters so large: what it does stands before that. */
export function hideCutStates({ content }: Box): void {
	for (const row of rowsOf(content)) if (isStateCut(row)) row.setAttribute('data-terse', '');
}

/** Nothing of a row is cut. What it is about to do is said whole; the picture says where it is, too. */
export function rowsAreWhole({ content }: Box): boolean {
	const rows = rowsOf(content);
	setWords(rows, 1);
	for (const row of rows) row.toggleAttribute('data-terse', cutIn(row));
	return !cutIn(content);
}

/** Of the letters of the rows, those of what comes from outside where it takes more than a line. */
const IN_LINES = 0.75;

/** What may come from outside is one line in the letters of the rows, or in smaller ones; where those would be smaller than in the style sheet, it is more. */
export function settleOutside(root: HTMLElement, size: number): void {
	const place = root.querySelector<HTMLElement>('[data-outside]');
	place?.style.setProperty('zoom', size.toFixed(4));
	const line = place?.querySelector<HTMLElement>('[data-env]');
	if (!line) return;
	line.style.removeProperty('zoom');
	line.removeAttribute('data-wraps');
	if (!isWide(line)) return;
	for (const share of ROW_STEPS) {
		if (share * size < 1) break;
		line.style.setProperty('zoom', share.toFixed(4));
		if (!isWide(line)) return;
	}
	line.style.setProperty('zoom', Math.max(IN_LINES, 1 / size).toFixed(4));
	line.setAttribute('data-wraps', '');
}

/**
 * The rows have words of one size. What says more than a line of those that can be read takes two; and is alone in being
 * smaller, where that is too much as well.
 */
export function settleRows(box: Box, share: number, readable: number, least: number): void {
	if (wordsAreWhole(box, share)) return;
	const long = rowsOf(box.content).filter(cutIn);
	breakLong(long, readable);
	for (const row of long) if (cutIn(row)) shrinkRow(row, least);
	/* rather smaller than the others in two lines than cut in one */
	breakLong(long, IN_TWO);
}

/** The value is what its step brings about, and not what is so: that stands in the picture, too. */
const isToCome = (row: Element) => row.querySelector('[data-value]')?.textContent?.includes('→');

/**
 * That a thread has its preemption off stands in its row where no words are lost by it, and in all of them or in none: one
 * that lacks it would seem to have it on. It comes before what is so and stands elsewhere.
 */
export function tellPreemption({ content }: Box): void {
	const flagOf = (row: Element) => row.querySelector('[data-of="preemption"]');
	const all = rowsOf(content);
	const rows = all.filter(flagOf);
	const lost = new Set(rows.filter(hasLostValue));
	for (const row of rows) row.setAttribute('data-unpreempted', '');
	const isTold = (row: HTMLElement) => (flagOf(row)?.getBoundingClientRect().width ?? 0) > 0;
	const isWhole = (row: HTMLElement) => isTold(row) && !cutIn(row) && !isStateCut(row);
	const keeps = (row: HTMLElement) => lost.has(row) || !isToCome(row) || !hasLostValue(row);
	if (rows.every((row) => isWhole(row) && keeps(row))) giveAlike(all, '[data-bare]');
	else for (const row of rows) row.removeAttribute('data-unpreempted');
}

/** Below the cache lines, of the rows that have no room together those that do. */
export function showSome(root: HTMLElement): void {
	const box = boxOf(root, 'memory');
	const rows = [...root.querySelectorAll<HTMLElement>('[data-spare] [data-row]')];
	const isSome = box?.frame.matches('[data-lines][data-cramped="2"]') ?? false;
	box?.frame.toggleAttribute('data-some', isSome);
	for (const row of rows) row.removeAttribute('data-away');
	if (!box || !isSome) return;
	const room = heightOf(box.frame);
	for (const row of rows) row.setAttribute('data-away', '');
	for (const row of rows) {
		row.removeAttribute('data-away');
		row.toggleAttribute('data-away', heightOf(box.content) > room);
	}
}

export function wordsFit({ frame, content }: Box): boolean {
	const { paddingTop, paddingBottom } = getComputedStyle(frame);
	const room = heightOf(frame) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
	return heightOf(content) <= room + 1;
}

/**
 * A picture that would say less than at its least size, or have its word or its fields in two lines, is too large, unless
 * a smaller one could not be read: `readable` is the size that can.
 */
export function pictureNeeds(
	{ frame, content }: Box,
	readable: number,
): [have: number, need: number] {
	const most = frame.parentElement ? Number.parseFloat(getComputedStyle(frame).maxHeight) : 0;
	const column = frame.parentElement ? heightOf(frame.parentElement) : 0;
	const have = most > 0 ? (column * most) / 100 : heightOf(frame);
	/* a title's room goes with its letters: less of both would not help it */
	const parts = content.querySelectorAll('dl, p, div:not([data-of-letters])');
	const wide = [content, ...parts].some((part) => isWideAround(part) ?? isWide(part));
	const larger = Number.parseFloat(content.style.getPropertyValue('zoom')) > readable + 1e-3;
	const fields = content.querySelectorAll('[data-word-view] dl > *');
	const broken = new Set([...fields].map((field) => field.getBoundingClientRect().top)).size > 1;
	const [name, ...beside] = content.querySelectorAll('[data-word-view] header > *');
	const under = name?.getBoundingClientRect().bottom ?? 0;
	const torn = beside.some((part) => part.getBoundingClientRect().top >= under);
	const poorer = larger && (broken || torn || content.querySelector('svg[data-compact]') !== null);
	const need = heightOf(content) - growthIn(content);
	/* a drawing that has one form has most of the way to go */
	const over = Math.max(1.2, wideBy(content) ** 2.5);
	return [have + 1, wide || poorer ? Math.max(need, have * over) : need];
}

/** A block of the text that is out of sight is not drawn and has no height: where its lines are said to be, others stand. */
const isDrawn = (line: Element): boolean =>
	line.checkVisibility?.({ contentVisibilityAuto: true }) ?? true;

const linesIn = (content: Element) =>
	[...content.querySelectorAll('[data-line], [data-fold]')].filter(isDrawn);

/** What is seen in part at an edge is not seen, but the line that was run, which may be higher than the pane. */
export function trimLines({ content }: Box): void {
	const { top, bottom } = content.getBoundingClientRect();
	let [above, below] = [0, 0];
	for (const line of linesIn(content)) {
		const box = line.getBoundingClientRect();
		if (line.matches('[data-done]') || box.height >= bottom - top) continue;
		if (box.top < top - 1 && box.bottom > top) above = box.bottom - top;
		if (box.bottom > bottom + 1 && box.top < bottom) below = bottom - box.top;
	}
	const zoom = (bottom - top) / content.offsetHeight || 1;
	const inset = `inset(${(above / zoom).toFixed(2)}px 0 ${(below / zoom).toFixed(2)}px)`;
	content.style.clipPath = above + below > 0 ? inset : '';
}

/** Rows of code that are seen whole; one stands for lines that are folded. Before they are drawn, as many as are wished. */
export function linesSeen({ content }: Box): number {
	const { top, bottom } = content.getBoundingClientRect();
	const lines = linesIn(content);
	if (lines.length === 0) return Number.POSITIVE_INFINITY;
	return lines.filter((line) => {
		const box = line.getBoundingClientRect();
		return box.top >= top - 1 && box.bottom <= bottom + 1;
	}).length;
}
