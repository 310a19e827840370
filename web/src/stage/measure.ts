/** What a part of the stage looks like at the size that it has: is it whole? */
import { LEGIBLE, type Part, ROW_STEPS } from './fit';

interface Box {
	frame: HTMLElement;
	content: HTMLElement;
}

export function boxOf(root: HTMLElement, part: Part): Box | null {
	const frame = root.querySelector<HTMLElement>(`[data-fits="${part}"]`);
	/* of the code only the lines: what stands over them says where they are */
	const content =
		part === 'source'
			? frame?.querySelector('[data-line]')?.closest('section')
			: frame?.firstElementChild;
	return frame && content instanceof HTMLElement ? { frame, content } : null;
}

const heightOf = (element: Element) => element.getBoundingClientRect().height;
const isWide = (e: Element) => e.scrollWidth > e.clientWidth + 1;

/** In a second line, of which there is none. */
function isBelow(element: Element): boolean {
	const { top, bottom } = element.getBoundingClientRect();
	const room = element.parentElement?.getBoundingClientRect();
	return room !== undefined && (top + bottom) / 2 > room.bottom;
}

export function setSize({ content }: Box, size: number): void {
	content.style.setProperty('zoom', size.toFixed(4));
}

/** Half of the column is left for the words; of the code, most of it. */
const SHARE = { picture: 1 / 2, code: 1 / 3 };

export function rowsLeaveRoom({ frame, content }: Box): boolean {
	const column = frame.parentElement;
	const isCode = frame.closest('[data-preset]')?.getAttribute('data-preset') === 'code';
	return !column || heightOf(content) <= heightOf(column) * SHARE[isCode ? 'code' : 'picture'];
}

const CUT = '[data-thread] span[title], [data-env]';
const cutIn = (part: Element) =>
	[...part.querySelectorAll(CUT)].some((e) => isWide(e) || isBelow(e));
const rowsOf = (content: Element) => [...content.querySelectorAll<HTMLElement>('[data-thread]')];
const saidIn = (row: Element) => row.querySelector<HTMLElement>('[data-said]');

/** The value stands in a second line, of which there is none. */
function hasLostValue(row: HTMLElement): boolean {
	const value = row.querySelector('[data-value]')?.getBoundingClientRect();
	const said = saidIn(row)?.getBoundingClientRect();
	return value !== undefined && said !== undefined && (value.top + value.bottom) / 2 > said.bottom;
}

/** Rows that are about to do the same give their values, or do without: else the room looks for what makes them differ. */
function giveAlike(rows: readonly HTMLElement[]): void {
	const phraseOf = (row: HTMLElement) => row.querySelector('span[title]')?.textContent ?? '';
	const bare = new Set(rows.filter(hasLostValue).map(phraseOf));
	for (const row of rows) row.toggleAttribute('data-bare', bare.has(phraseOf(row)));
}

/** Nothing of a row is cut. What it is about to do is said whole; the picture says where it is, too. */
export function rowsAreWhole({ content }: Box): boolean {
	const rows = rowsOf(content);
	for (const row of rows) {
		saidIn(row)?.style.removeProperty('zoom');
		row.removeAttribute('data-bare');
		row.removeAttribute('data-terse');
		row.toggleAttribute('data-terse', cutIn(row));
	}
	giveAlike(rows);
	return !cutIn(content);
}

/** A row that says more than the others can at their size is alone in being smaller. */
export function shrinkLongRows({ content }: Box, least: number): void {
	for (const row of rowsOf(content)) {
		const said = saidIn(row);
		if (!said || !cutIn(row)) continue;
		for (const share of ROW_STEPS) {
			said.style.setProperty('zoom', Math.max(least, share).toFixed(4));
			if (!cutIn(row) || share <= least) break;
		}
	}
}

export function wordsFit({ frame, content }: Box): boolean {
	const { paddingTop, paddingBottom } = getComputedStyle(frame);
	const room = heightOf(frame) - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom);
	return heightOf(content) <= room + 1;
}

/** A picture that would say less than at its least size, or have its word or its fields in two lines, is too large. */
export function pictureNeeds({ frame, content }: Box): [have: number, need: number] {
	const most = frame.parentElement ? Number.parseFloat(getComputedStyle(frame).maxHeight) : 0;
	const column = frame.parentElement ? heightOf(frame.parentElement) : 0;
	const have = most > 0 ? (column * most) / 100 : heightOf(frame);
	/* a title's room goes with its letters: less of both would not help it */
	const parts = content.querySelectorAll('dl, p, div:not([data-of-letters])');
	const wide = [content, ...parts].some(isWide);
	const larger = Number.parseFloat(content.style.getPropertyValue('zoom')) > LEGIBLE.memory;
	const fields = content.querySelectorAll('[data-word-view] dl > *');
	const broken = new Set([...fields].map((field) => field.getBoundingClientRect().top)).size > 1;
	const [name, ...beside] = content.querySelectorAll('[data-word-view] header > *');
	const under = name?.getBoundingClientRect().bottom ?? 0;
	const torn = beside.some((part) => part.getBoundingClientRect().top >= under);
	const poorer = larger && (broken || torn || content.querySelector('svg[data-compact]') !== null);
	const need = heightOf(content);
	return [have + 1, wide || poorer ? Math.max(need, have * 1.2) : need];
}

/** Rows of code that are seen whole; one stands for lines that are folded. */
export function linesSeen({ content }: Box): number {
	const { top, bottom } = content.getBoundingClientRect();
	return [...content.querySelectorAll('[data-line], [data-fold]')].filter((line) => {
		const box = line.getBoundingClientRect();
		return box.top >= top - 1 && box.bottom <= bottom + 1;
	}).length;
}
