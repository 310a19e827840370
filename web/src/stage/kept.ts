/**
 * Parts of the picture keep their place while a story is told: each row has the height that it has where it has most to
 * show, and each field its width. One growth of the drawings goes with that.
 */
import { type Box, heightOf } from './box';
import { drawingsIn, growthInWidth, LEAST, MOST, SLACK } from './growth';

/** In pixels of the picture as it is laid out, before its size. */
export interface Kept {
	/** of the drawings of the queues */
	grow: number;
	/** heights, by the name of the row */
	rows: Readonly<Record<string, number>>;
	/** widths of the fields of the lock word, in their order; none where they take more than a line */
	fields: readonly number[];
}

export const NOTHING_KEPT: Kept = { grow: 1, rows: {}, fields: [] };

/** What one moment has to show. */
export interface Shown {
	/** of the frame, and what stands between and around the rows */
	room: number;
	around: number;
	rows: readonly { name: string; height: number; drawn: number }[];
	/** how much wider its drawings can be */
	widest: number;
}

const nameOf = (row: HTMLElement) => row.dataset.row ?? row.dataset.region ?? 'word';
const rowsIn = (content: Element) =>
	[
		...content.querySelectorAll<HTMLElement>('[data-word-view], [data-region="cache"], [data-row]'),
	].filter((row) => row.offsetHeight > 0);
const cellsIn = (content: Element) => [
	...content.querySelectorAll<HTMLElement>('[data-word-view] dl > *'),
];

function shownIn({ frame, content }: Box): Shown {
	const rows = rowsIn(content).map((row) => ({
		name: nameOf(row),
		height: heightOf(row),
		drawn: drawingsIn(row).reduce((sum, drawing) => sum + heightOf(drawing), 0),
	}));
	const around = heightOf(content) - rows.reduce((sum, { height }) => sum + height, 0);
	const widest = Math.min(MOST, ...growthInWidth(content));
	return { room: heightOf(frame) - SLACK, around, rows, widest };
}

/** The heights of the rows where each has most to show, with drawings so much larger. */
function fullest(all: readonly Shown[], grow: number): Map<string, number> {
	const most = new Map<string, number>();
	for (const { rows } of all)
		for (const { name, height, drawn } of rows)
			most.set(name, Math.max(most.get(name) ?? 0, height + drawn * (grow - 1)));
	return most;
}

const sumOf = (heights: Iterable<number>) => [...heights].reduce((sum, height) => sum + height, 0);

/** As large as the drawings can be where every row keeps its height at every moment. */
function growthWith(all: readonly Shown[]): number {
	const room = Math.min(...all.map((one) => one.room - one.around));
	let [fits, not] = [1, Math.min(...all.map(({ widest }) => widest))];
	for (let i = 0; i < 20 && not > fits; i++) {
		const middle = (fits + not) / 2;
		if (sumOf(fullest(all, middle).values()) <= room) fits = middle;
		else not = middle;
	}
	return fits >= LEAST ? fits : 1;
}

/** From the first row on, as much as leaves every moment whole: what stands last needs no place to be kept. */
export function heightsFor(all: readonly Shown[]): { grow: number; rows: Map<string, number> } {
	const grow = growthWith(all);
	const most = fullest(all, grow);
	const grown = all.map(({ rows, room, around }) => {
		const own = new Map(rows.map((row) => [row.name, row.height + row.drawn * (grow - 1)]));
		return { own, spare: room - around - sumOf(own.values()) };
	});
	const rows = new Map<string, number>();
	for (const [name, wanted] of most) {
		const there = grown.filter(({ own }) => own.has(name));
		const height = Math.min(
			wanted,
			...there.map(({ own, spare }) => (own.get(name) ?? 0) + Math.max(0, spare)),
		);
		for (const one of there) one.spare -= Math.max(0, height - (one.own.get(name) ?? 0));
		rows.set(name, height);
	}
	return { grow, rows };
}

/** Where all of the fields have room in one line at every moment. */
export function widthsFor(boxes: readonly Box[]): number[] {
	const widths: number[] = [];
	let room = Number.POSITIVE_INFINITY;
	for (const { content } of boxes) {
		const cells = cellsIn(content);
		for (const cell of cells) cell.style.flex = '0 0 auto';
		for (const [i, cell] of cells.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.offsetWidth);
		for (const cell of cells) cell.style.flex = '';
		room = Math.min(room, (cells[0]?.parentElement?.clientWidth ?? 0) - 1);
	}
	return sumOf(widths) <= room ? widths : [];
}

/** Heights and growth, of all moments that are laid out, which have one size. */
export function rowsFor(boxes: readonly Box[]): Pick<Kept, 'grow' | 'rows'> {
	const [first] = boxes;
	if (!first) return NOTHING_KEPT;
	const size = heightOf(first.content) / Math.max(1, first.content.offsetHeight);
	const found = heightsFor(boxes.map(shownIn));
	const heights = [...found.rows].map(([name, height]) => [name, height / size]);
	return { grow: found.grow, rows: Object.fromEntries(heights) };
}

/** So that what the picture needs at this moment can be measured. */
export function letGo(box: Box | null): void {
	if (!box) return;
	for (const row of rowsIn(box.content)) row.style.minHeight = '';
	for (const cell of cellsIn(box.content)) cell.style.flex = '';
}

/** What a moment has to show beyond what was looked at has the room that others keep, the last ones first. */
export function keep(box: Box | null, { rows, fields }: Kept): void {
	if (!box) return;
	const { frame, content } = box;
	const cells = cellsIn(content);
	if (cells.length === fields.length)
		for (const [i, cell] of cells.entries())
			cell.style.flex = cell.dataset.field === undefined ? '' : `1 1 ${fields[i]}px`;
	const all = rowsIn(content);
	for (const row of all) {
		const height = rows[nameOf(row)];
		if (height !== undefined) row.style.minHeight = `${height.toFixed(2)}px`;
	}
	const room = heightOf(frame) + 1;
	for (const row of all.reverse()) {
		if (heightOf(content) <= room) return;
		row.style.minHeight = '';
	}
}
