/**
 * A queue as it is to be drawn: a pure function of one moment. Everything that has a thread is
 * keyed by that thread, so that draw.ts can tell what came, went and moved.
 */
import { THREAD_WORDS as WORDS } from '../../../../wasm/src';
import { type McsNode, type McsQueue, type McsSpec, nothing, shortly } from './order';

export interface Label {
	/** names it among the labels of its node */
	key: string;
	x: number;
	y: number;
	/** a name, and what it says */
	name: string;
	value: string;
	look: 'word' | 'below' | 'cut' | 'asked' | 'waiter' | 'late';
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
	/** its thread was preempted: nothing that is written here is seen by it until it has a CPU again */
	off?: boolean;
	/** no node leads to it */
	cut?: boolean;
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
	/** goes on with the label, below the arrow */
	below?: string;
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
	/** how far the middle of its name is from there, so that the name ends inside the picture */
	shift?: number;
	/** the author of the story points at it */
	pointed?: boolean;
}

export interface QueuePicture {
	width: number;
	height: number;
	/** units on the screen to one in the picture */
	scale: number;
	/** it has one form, whatever the room */
	rigid?: boolean;
	/** there was no room for all that its boxes can say */
	compact?: boolean;
	cells: CellPicture[];
	nodes: NodePicture[];
	edges: EdgePicture[];
	pointers: PointerPicture[];
	/** all of it in words */
	described: string;
}

export interface Measures {
	box: number;
	gap: number;
	height: number;
	badge: { x: number; y: number; size: number };
	/** of the two words inside the box: where they begin, and the middle of each line */
	words: { x: number; lines: [number, number] };
	/** no words inside the box, only its turn flag */
	compact: boolean;
}

const BESIDE = {
	...{ box: 116, height: 58, compact: false },
	badge: { x: 18, y: 29, size: 24 },
	words: { x: 36, lines: [22, 42] as [number, number] },
};
const WIDE: Measures = { ...BESIDE, gap: 44 };
const MIDDLE: Measures = { ...BESIDE, gap: 24 };
/** The words below the badge: a queue takes less of the width, and more of the height. */
const STACKED: Measures = {
	...{ box: 78, gap: 20, height: 82, compact: false },
	badge: { x: 39, y: 19, size: 26 },
	words: { x: 7, lines: [46, 67] },
};
/** As many of them as a phone has room for. */
const CLOSE: Measures = { ...STACKED, gap: 12 };
export const TOP = 24;
export const BELOW = 18;
export const LEFT = 2;
export const POINTER_LETTER = 8; /* units a letter of a pointer's name takes */
export const ENLARGED = 620; /* units from which the drawing is larger, for the back row */

/** `stacks`: there is height to be had. */
function measuresFor(width: number, nodes: number, stacks = false): Measures {
	const needs = (m: Measures) => LEFT + nodes * (m.box + m.gap) - m.gap + 2;
	for (const m of stacks ? [WIDE, MIDDLE, STACKED, CLOSE] : [WIDE, MIDDLE])
		if (needs(m) <= width) return m;
	const each = Math.max(34, Math.min(88, (width - LEFT) / nodes));
	const box = Math.min(48, each - 12);
	const badge = { x: box / 2, y: 20, size: 20 };
	const words: Measures['words'] = { x: 0, lines: [0, 0] };
	return { box, gap: each - box, height: 40, badge, words, compact: true };
}

/** A name above a node at the edge of its picture is whole; `width`: what the picture needs for that. */
export function nameInside(name: string, x: number, width: number) {
	const half = (name.length * POINTER_LETTER) / 2;
	const wide = Math.max(width, Math.ceil(2 * half));
	return { shift: Math.min(Math.max(x, half), wide - half) - x, width: wide };
}

/** As if all that may come stood in it, so that its nodes keep their form; else as those that do. */
export function measuresWith(
	{ width, most }: Pick<Around, 'width' | 'most'>,
	nodes: number,
): Measures {
	const inside = Math.max(width, 160);
	if (most === undefined) return measuresFor(inside, nodes);
	const all = measuresFor(inside, Math.max(most, nodes), true);
	return all.compact ? measuresFor(inside, nodes, true) : all;
}

/** What is marked as changed: a word of the node of a thread. */
export interface Written {
	tid: number;
	word: string;
}

interface Around {
	width: number;
	/** so many threads may come to the queue, and there is height to be had; absent: there is not */
	most?: number | undefined;
	spinning: ReadonlySet<number>;
	preempted: ReadonlySet<number>;
	written: readonly Written[];
	/** names of words, as in the sentences */
	pointed: ReadonlySet<string>;
	/** the name of the word that the queue hangs on stands in the drawing alone */
	named?: boolean;
}

/* above and below the arrow of a link that is not written: where its name would say that it is there */
const MISSING = ['not', 'yet'] as const;

/** What stands at an edge, where there is room for it. */
const namesOfEdge = ({ gap }: Measures, [label, below]: readonly [string, string]) =>
	gap > 30 ? { label, below } : { label: '', below: '' };

/** Nodes from the head on the left to the tail on the right; a link that is not written is dashed. */
export function mcsPicture(
	queue: McsQueue,
	spec: McsSpec,
	{ width, most, named: alone, ...marked }: Around,
): QueuePicture {
	const { nodes, tail } = queue;
	const scale = width >= ENLARGED ? 1.25 : 1;
	const m = measuresWith({ width: width / scale, most }, nodes.length);
	const x = (i: number) => LEFT + i * (m.box + m.gap);
	const last = nodes.findIndex((n) => n.tid === tail);
	const edges = nodes.slice(1).flatMap((node, i) =>
		node.cutOff
			? []
			: {
					tid: node.tid,
					from: x(i) + m.box,
					to: x(i + 1),
					y: TOP + m.height / 2,
					written: node.linked,
					...namesOfEdge(m, node.linked ? [spec.next, ''] : MISSING),
				},
	);
	const tailX = x(Math.max(0, last)) + m.box / 2;
	const name = last < 0 ? `${shortly(spec.tail)} ${nothing(spec.tail)}` : shortly(spec.tail);
	const named = nameInside(name, tailX, x(nodes.length) - m.gap + 2);
	return {
		width: named.width,
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
			changed: m.compact && marked.written.some(({ tid }) => tid === node.tid),
			off: marked.preempted.has(node.tid),
			cut: node.cutOff === true,
			badge: { ...m.badge, quiet: marked.preempted.has(node.tid) },
			labels: mcsLabels(node, spec, m, { ...marked, isHead: i === 0 }),
		})),
		edges,
		pointers: [
			{
				name,
				from: 'above',
				x: tailX,
				y: TOP,
				points: last >= 0,
				shift: named.shift,
				pointed: alone === true && marked.pointed.has(spec.tail),
			},
		],
		described: described(queue, spec, marked),
	};
}

function mcsLabels(
	node: McsNode,
	spec: McsSpec,
	m: Measures,
	{
		written,
		pointed,
		isHead,
		...who
	}: Omit<Around, 'width' | 'most' | 'named'> & { isHead: boolean },
): Label[] {
	const labels: Label[] = [];
	const word = (name: string, value: string, y: number) =>
		labels.push({
			key: name,
			x: m.words.x,
			y,
			name,
			value,
			look: 'word',
			changed: written.some((one) => one.tid === node.tid && one.word === name),
			pointed: pointed.has(`T${node.tid}.${name}`),
		});
	if (!m.compact) {
		word(spec.next, node.next ? `T${node.next}` : 'NULL', m.words.lines[0]);
		word(spec.ready, node.ready ? '1' : '0', m.words.lines[1]);
	}
	/* of a queue that can be left nobody writes a turn to the one that came first */
	const value = node.cutOff
		? m.compact
			? 'cut'
			: 'cut off'
		: sayingBelow(node, m.compact, who) || (isHead ? 'head' : '');
	if (value)
		labels.push({
			key: 'below',
			x: m.box / 2,
			y: m.height + 14,
			name: '',
			value,
			look: node.cutOff ? 'cut' : 'below',
			changed: false,
			pointed: false,
		});
	return labels;
}

/** Under a node: its frame says that it is its turn, also where it has no CPU to take it. */
export function sayingBelow(
	{ tid, ready }: { tid: number; ready: boolean },
	compact: boolean,
	{ spinning, preempted, spins = 'spins here' }: Who,
): string {
	if (preempted.has(tid)) return compact ? 'no CPU' : WORDS.preempted;
	if (ready) return compact ? 'turn' : 'its turn';
	if (!spinning.has(tid)) return '';
	return compact ? WORDS.spinning : spins;
}

interface Who extends Pick<Around, 'spinning' | 'preempted'> {
	/** of one that does */
	spins?: string;
}

function described(
	{ nodes, tail }: McsQueue,
	spec: McsSpec,
	{ spinning: spins, preempted }: Who,
): string {
	const told = nodes.map((n, i) => {
		const parts = [`T${n.tid}`];
		if (n.ready) parts.push('its turn');
		if (preempted.has(n.tid)) parts.push(WORDS.preempted);
		if (spins.has(n.tid)) parts.push('spins on its own node');
		if (n.cutOff) parts.push(`cut off: no ${spec.next} leads to it`);
		else if (!n.linked)
			parts.push(`not yet linked: ${spec.next} of T${nodes[i - 1]?.tid} is not written`);
		return parts.join(', ');
	});
	return `Queue from its head: ${told.join('; ')}. ${shortly(spec.tail)} ${tail ? `names T${tail}` : `is ${nothing(spec.tail)}`}.`;
}
