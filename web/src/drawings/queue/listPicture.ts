/** A list of waiters, in the terms of picture.ts: a box each, in rows as the width allows. */
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
const LINE = 16; /* more, where what is said of a waiter needs a second one */
const GAP = 16;
const BETWEEN_ROWS = 10;
const TOP = 2;
const LEFT = 46; /* behind the word "head" and its arrow */
const TEXT = 36; /* where the words begin */
const PAD = 12;
const LATE = 'threshold passed';
/* units a letter takes at most, on average over a word: there is no asking a font here */
const LETTER = { bold: 7.6, plain: 6.9 };

export function listPicture(list: string, waiters: readonly Waiter[], width: number): QueuePicture {
	const nodes: NodePicture[] = [];
	const edges: QueuePicture['edges'] = [];
	let [x, y, right, row] = [LEFT, TOP, 0, 0];
	for (const waiter of waiters) {
		const { labels, end, lines } = labelsOf(waiter, width - LEFT);
		const height = HEIGHT + (lines - 1) * LINE;
		if (nodes.length > 0 && x + end > width) {
			[x, y, row] = [LEFT, y + row + BETWEEN_ROWS, 0];
		} else if (nodes.length > 0)
			edges.push({
				tid: waiter.tid,
				from: x - GAP,
				to: x,
				y: y + HEIGHT / 2,
				written: true,
				label: '',
			});
		row = Math.max(row, height);
		nodes.push({
			tid: waiter.tid,
			x,
			y,
			width: end,
			height,
			ready: false,
			changed: false,
			badge: { x: 18, y: HEIGHT / 2, size: 22, quiet: waiter.quiet },
			labels,
		});
		x += end + GAP;
		right = Math.max(right, x - GAP);
	}
	return {
		width: right + 2,
		height: y + row + 2,
		scale: 1,
		cells: [],
		nodes,
		edges,
		pointers: [{ name: 'head', from: 'left', x: LEFT, y: TOP + HEIGHT / 2, points: true }],
		described: `${list} from its head: ${waiters.map(inWords).join('; ')}.`,
	};
}

function inWords({ tid, role, state, late }: Waiter): string {
	return [`T${tid}${role && ` ${role}`}`, state, ...(late ? [LATE] : [])].join(', ');
}

/** Of a box that would be wider than the room, which a drawing has when it is measured, two lines. */
function labelsOf(
	{ role, state, late }: Waiter,
	room: number,
): { labels: Label[]; end: number; lines: number } {
	const y = HEIGHT / 2;
	const said = role.length * LETTER.bold + (role ? 4 : 0) + state.length * LETTER.plain;
	const labels: Label[] = [
		{
			key: 'state',
			x: TEXT,
			y,
			name: role,
			value: state,
			look: 'waiter',
			changed: false,
			pointed: false,
		},
	];
	const first = TEXT + said + PAD;
	const more = late ? LATE.length * LETTER.bold + PAD : 0;
	const stands = late && room > 0 && first + more > room;
	const end = stands ? Math.max(first, TEXT + more) : first + more;
	if (late) {
		labels.push({
			key: 'late',
			x: stands ? TEXT : first,
			y: stands ? y + LINE : y,
			name: '',
			value: LATE,
			look: 'late',
			changed: false,
			pointed: false,
		});
	}
	return { labels, end: Math.round(end), lines: stands ? 2 : 1 };
}
