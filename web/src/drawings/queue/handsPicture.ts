/**
 * A queue whose nodes change hands (CLH), in the terms of picture.ts: each thread with the node that it has brought,
 * and an arrow to the one before, on whose node it spins.
 */
import {
	type MachineView,
	type PlaceView,
	THREAD_WORDS as WORDS,
	type WordView,
} from '../../../../wasm/src';
import { type Marked, wasOf } from '../since';
import type { QueueSpec } from './order';
import {
	BELOW,
	ENLARGED,
	type Label,
	LEFT,
	type Measures,
	measuresWith,
	type NodePicture,
	nameInside,
	type QueuePicture,
	sayingBelow,
	TOP,
} from './picture';

type HandsSpec = Extract<QueueSpec, { kind: 'clh' }>;

interface Around {
	width: number;
	/** as for an MCS queue */
	most?: number | undefined;
	named?: boolean;
	/** threads whose next look would see nothing new */
	spinning: ReadonlySet<number>;
	preempted: ReadonlySet<number>;
	/** what of it is marked as changed */
	marked: Marked;
	/** names of words, as in the sentences */
	pointed: ReadonlySet<string>;
}

/** "pool[2].locked" as node and word. */
const partsOf = ({ name }: WordView): [node: string, word: string] => {
	const [node = '', word = ''] = name.split('.');
	return [node, word];
};

export function handsPicture(
	machine: MachineView,
	spec: HandsSpec,
	places: readonly PlaceView[],
	around: Around,
): QueuePicture {
	const scale = around.width >= ENLARGED ? 1.25 : 1;
	const { width, most } = around;
	const m = measuresWith({ width: width / scale, most }, places.length);
	const x = (i: number) => LEFT + i * (m.box + m.gap);
	const last = Math.max(0, places.length - 1);
	/* an address is one more than the number of the word */
	const nodeOf = ({ number }: PlaceView) => machine.words.find(({ id }) => id === number - 1);
	const nodes = places.map((place, i): NodePicture => {
		const node = nodeOf(place);
		return {
			tid: place.tid,
			x: x(i),
			y: TOP,
			width: m.box,
			height: m.height,
			ready: place.ready,
			changed: m.compact && node !== undefined && wasOf(node, around.marked) !== null,
			off: around.preempted.has(place.tid),
			badge: { ...m.badge, quiet: around.preempted.has(place.tid) },
			labels: labelsOf(place, m.compact ? undefined : node, m, around),
		};
	});
	const tailX = x(last) + m.box / 2;
	const named = nameInside(spec.tail, tailX, x(places.length) - m.gap + 2);
	return {
		width: named.width,
		height: TOP + m.height + BELOW,
		scale,
		compact: m.compact,
		cells: [],
		nodes,
		edges: places.slice(1).map(({ tid }, i) => ({
			tid,
			from: x(i + 1),
			to: x(i) + m.box,
			y: TOP + m.height / 2,
			written: true,
			label: '',
		})),
		pointers: [
			{
				name: spec.tail,
				from: 'above',
				x: tailX,
				y: TOP,
				points: places.length > 0,
				shift: named.shift,
				pointed: around.named === true && around.pointed.has(spec.tail),
			},
		],
		described: described(places, spec, nodeOf, around),
	};
}

function labelsOf(
	place: PlaceView,
	node: WordView | undefined,
	{ box, height, words, compact }: Measures,
	{ marked, pointed, ...who }: Around,
): Label[] {
	const labels: Label[] = [];
	const label = (key: string, y: number, name: string, value: string, more: Partial<Label> = {}) =>
		labels.push({
			...{ key, x: words.x, y, name, value, look: 'word', changed: false, pointed: false },
			...more,
		});
	if (node) {
		const [of, word] = partsOf(node);
		label('node', words.lines[0], '', of);
		label(word, words.lines[1], word, String(node.value), {
			changed: wasOf(node, marked) !== null,
			pointed: pointed.has(node.name),
		});
	}
	const value = sayingBelow(place, compact, { ...who, spins: WORDS.spinning });
	if (value) label('below', height + 14, '', value, { x: box / 2, look: 'below' });
	return labels;
}

function described(
	places: readonly PlaceView[],
	{ tail }: HandsSpec,
	nodeOf: (place: PlaceView) => WordView | undefined,
	{ spinning, preempted }: Around,
): string {
	const told = places.map((place, i) => {
		const node = nodeOf(place);
		const parts = [`T${place.tid} with ${node ? partsOf(node)[0] : 'no node'}`];
		if (place.ready) parts.push('its turn');
		if (preempted.has(place.tid)) parts.push(WORDS.preempted);
		if (spinning.has(place.tid)) parts.push(`spins on the node of T${places[i - 1]?.tid}`);
		return parts.join(', ');
	});
	return `Queue from its head: ${told.join('; ')}. ${tail} names the node of T${places.at(-1)?.tid}.`;
}
