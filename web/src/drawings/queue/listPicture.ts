/** A list of waiters, in the terms of picture.ts: a box each, in rows as the width allows; in two lines where one is wider. */
import type { Label, NodePicture, QueuePicture } from './picture';

export interface Waiter {
	tid: number;
	role: string;
	/** in words */
	state: string;
	quiet: boolean;
	late: boolean;
}

const HEIGHT = 30;
const HEIGHT_OF_TWO = 48;
const GAP = 16;
const BETWEEN_ROWS = 10;
const TOP = 2;
const LEFT = 46; /* behind the word "head" and its arrow */
const TEXT = 36; /* where the words begin */
const PAD = 12;
const LATE = 'threshold passed';
/* units a letter takes at most, on average over a word: there is no asking a font here */
const LETTER = { bold: 7, plain: 6.4 };

/** So wide it is at least. */
export const leastWidth = (waiters: readonly Waiter[]): number =>
	LEFT + 2 + Math.max(0, ...waiters.map((waiter) => labelsOf(waiter, true).end));

export function listPicture(list: string, waiters: readonly Waiter[], width: number): QueuePicture {
	const nodes: NodePicture[] = [];
	const edges: QueuePicture['edges'] = [];
	const room = width - LEFT - 2;
	/* all of them, so that they are alike */
	const two = room > 0 && waiters.some((waiter) => labelsOf(waiter, false).end > room);
	const height = two ? HEIGHT_OF_TWO : HEIGHT;
	let [x, y, right] = [LEFT, TOP, 0];
	for (const waiter of waiters) {
		const { labels, end } = labelsOf(waiter, two);
		if (nodes.length > 0 && x + end > width) [x, y] = [LEFT, y + height + BETWEEN_ROWS];
		else if (nodes.length > 0)
			edges.push({
				tid: waiter.tid,
				from: x - GAP,
				to: x,
				y: y + height / 2,
				written: true,
				label: '',
			});
		nodes.push({
			tid: waiter.tid,
			x,
			y,
			width: end,
			height,
			ready: false,
			changed: false,
			badge: { x: 18, y: height / 2, size: 22, quiet: waiter.quiet },
			labels,
		});
		x += end + GAP;
		right = Math.max(right, x - GAP);
	}
	return {
		width: right + 2,
		height: y + height + 2,
		scale: 1,
		cells: [],
		nodes,
		edges,
		pointers: [{ name: 'head', from: 'left', x: LEFT, y: TOP + height / 2, points: true }],
		described: `${list} from its head: ${waiters.map(inWords).join('; ')}.`,
	};
}

function inWords({ tid, role, state, late }: Waiter): string {
	return [`T${tid}${role && ` ${role}`}`, state, ...(late ? [LATE] : [])].join(', ');
}

function labelsOf({ role, state, late }: Waiter, two: boolean): { labels: Label[]; end: number } {
	const [first, second] = two && late ? [16, 34] : [(two ? HEIGHT_OF_TWO : HEIGHT) / 2, HEIGHT / 2];
	const said = role.length * LETTER.bold + (role ? 4 : 0) + state.length * LETTER.plain;
	const own = { changed: false, pointed: false };
	const labels: Label[] = [
		{ key: 'state', x: TEXT, y: first, name: role, value: state, look: 'waiter', ...own },
	];
	const ends = [TEXT + said + PAD];
	if (late) {
		const x = two ? TEXT : TEXT + said + PAD;
		labels.push({ key: 'late', x, y: second, name: '', value: LATE, look: 'late', ...own });
		ends.push(x + LATE.length * LETTER.bold + PAD);
	}
	return { labels, end: Math.round(Math.max(...ends)) };
}
