/**
 * A queue as it is to be drawn: a pure function of one moment. Everything that has a thread is
 * keyed by that thread, so that draw.ts can tell what came, went and moved.
 */
import { type McsNode, type McsQueue, type McsSpec, nothing, shortly } from './order';

export interface Label {
	/** names it among the labels of its node */
	key: string;
	x: number;
	y: number;
	/** a name, and what it says */
	name: string;
	value: string;
	look: 'word' | 'below' | 'waiter' | 'late';
	/** the last step wrote it */
	changed: boolean;
	/** the author of the story points at it */
	pointed: boolean;
}

export interface NodePicture {
	tid: number;
	x: number;
	y: number;
	width: number;
	height: number;
	/** it is this thread's turn */
	ready: boolean;
	/** the last step wrote one of its words, and no label has the room to say which */
	changed: boolean;
	badge: { x: number; y: number; size: number; quiet: boolean };
	labels: Label[];
}

export interface EdgePicture {
	/** the thread that it leads to, or that it comes from where nodes name the one before them */
	tid: number;
	from: number;
	to: number;
	y: number;
	written: boolean;
	label: string;
}

/** A number of a strip, which threads may stand under. */
export interface CellPicture {
	number: number;
	x: number;
	y: number;
	width: number;
	height: number;
	/** the number that is served, one that has been dealt, one that has not; or several that are left out */
	look: 'served' | 'dealt' | 'undealt' | 'skipped';
	text: string;
	/** the last step made it what it is */
	changed: boolean;
	/** the author of the story points at it */
	pointed?: boolean;
}

/** A word that points at a node, from above or from the left, or at nothing. */
export interface PointerPicture {
	name: string;
	from: 'above' | 'left';
	/** middle of the edge that it points at */
	x: number;
	y: number;
	points: boolean;
}

export interface QueuePicture {
	width: number;
	height: number;
	/** units on the screen to one in the picture */
	scale: number;
	/** there was no room for all that its boxes can say */
	compact?: boolean;
	cells: CellPicture[];
	nodes: NodePicture[];
	edges: EdgePicture[];
	pointers: PointerPicture[];
	/** all of it in words */
	described: string;
}

interface Measures {
	box: number;
	gap: number;
	height: number;
	/** no words inside the box, only its turn flag */
	compact: boolean;
}

const WIDE: Measures = { box: 116, gap: 44, height: 58, compact: false };
const MIDDLE: Measures = { box: 116, gap: 24, height: 58, compact: false };
export const TOP = 24;
export const BELOW = 18;
export const LEFT = 2;
export const ENLARGED = 620; /* units from which the drawing is larger, for the back row */

export function measuresFor(width: number, nodes: number): Measures {
	const needs = (m: Measures) => LEFT + nodes * (m.box + m.gap) - m.gap + 2;
	if (needs(WIDE) <= width) return WIDE;
	if (needs(MIDDLE) <= width) return MIDDLE;
	const each = Math.max(34, Math.min(88, (width - LEFT) / nodes));
	const box = Math.min(48, each - 12);
	return { box, gap: each - box, height: 40, compact: true };
}

/** What the last step wrote: a word of the node of a thread. */
export interface Written {
	tid: number;
	word: string;
}

interface Around {
	width: number;
	spinning: ReadonlySet<number>;
	written: Written | null;
	/** names of words, as in the sentences */
	pointed: ReadonlySet<string>;
}

/** Nodes from the head on the left to the tail on the right; a link that is not written is dashed. */
export function mcsPicture(
	queue: McsQueue,
	spec: McsSpec,
	{ width, spinning, ...marked }: Around,
): QueuePicture {
	const { nodes, tail } = queue;
	const scale = width >= ENLARGED ? 1.25 : 1;
	const m = measuresFor(Math.max(width / scale, 160), nodes.length);
	const x = (i: number) => LEFT + i * (m.box + m.gap);
	const last = nodes.findIndex((n) => n.tid === tail);
	const edges = nodes.slice(1).map((node, i) => ({
		tid: node.tid,
		from: x(i) + m.box,
		to: x(i + 1),
		y: TOP + m.height / 2,
		written: node.linked,
		label: m.gap > 30 ? spec.next : '',
	}));
	return {
		width: x(nodes.length) - m.gap + 2,
		height: TOP + m.height + BELOW,
		scale,
		compact: m.compact,
		cells: [],
		nodes: nodes.map((node, i) => ({
			tid: node.tid,
			x: x(i),
			y: TOP,
			width: m.box,
			height: m.height,
			ready: node.ready,
			changed: m.compact && marked.written?.tid === node.tid,
			badge: {
				x: m.compact ? m.box / 2 : 18,
				y: m.height / 2,
				size: m.compact ? 20 : 24,
				quiet: false,
			},
			labels: mcsLabels(node, spec, m, spinning.has(node.tid), marked),
		})),
		edges,
		pointers: [
			{
				name: last < 0 ? `${shortly(spec.tail)} ${nothing(spec.tail)}` : shortly(spec.tail),
				from: 'above',
				x: x(Math.max(0, last)) + m.box / 2,
				y: TOP,
				points: last >= 0,
			},
		],
		described: described(queue, spec, spinning),
	};
}

function mcsLabels(
	node: McsNode,
	spec: McsSpec,
	m: Measures,
	spins: boolean,
	{ written, pointed }: Pick<Around, 'written' | 'pointed'>,
): Label[] {
	const labels: Label[] = [];
	const word = (name: string, value: string, y: number) =>
		labels.push({
			key: name,
			x: 36,
			y,
			name,
			value,
			look: 'word',
			changed: written?.tid === node.tid && written.word === name,
			pointed: pointed.has(`T${node.tid}.${name}`),
		});
	if (!m.compact) {
		word(spec.next, node.next ? `T${node.next}` : 'NULL', m.height / 2 - 7);
		word(spec.ready, node.ready ? '1' : '0', m.height / 2 + 13);
	}
	const turn = m.compact ? 'turn' : 'its turn';
	const value = node.ready ? turn : spins ? (m.compact ? 'spins' : 'spins here') : '';
	if (value)
		labels.push({
			key: 'below',
			x: m.box / 2,
			y: m.height + 14,
			name: '',
			value,
			look: 'below',
			changed: false,
			pointed: false,
		});
	return labels;
}

function described({ nodes, tail }: McsQueue, spec: McsSpec, spins: ReadonlySet<number>): string {
	const told = nodes.map((n, i) => {
		const parts = [`T${n.tid}`];
		if (n.ready) parts.push('its turn');
		if (spins.has(n.tid)) parts.push('spins on its own node');
		if (!n.linked)
			parts.push(`not yet linked: ${spec.next} of T${nodes[i - 1]?.tid} is not written`);
		return parts.join(', ');
	});
	return `Queue from its head: ${told.join('; ')}. ${shortly(spec.tail)} ${tail ? `names T${tail}` : `is ${nothing(spec.tail)}`}.`;
}
