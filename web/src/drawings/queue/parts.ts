/** The kinds of things in a queue picture: how each is placed and what it looks like. */
import { select } from 'd3-selection';
import { threadStyle } from '../identity';
import { drawBadge, type Within } from './badge';
import type { Kind } from './kind';
import {
	type CellPicture,
	type EdgePicture,
	type Label,
	type NodePicture,
	POINTER_LETTER,
	type PointerPicture,
} from './picture';
import styles from './queue.module.css';

/** As d3-shape's line, which the page does not wait for. */
const path = (...points: [number, number][]): string =>
	`M${points.map(([x, y]) => `${rounded(x)},${rounded(y)}`).join('L')}`;
const rounded = (n: number) => Math.round(n * 100) / 100;
const class_ = (...names: (string | false | undefined)[]) => names.filter(Boolean).join(' ');

/** The one child of that name, which is made if it is not there. */
function part(g: Within, tag: string, name: string) {
	return g
		.selectAll<SVGElement, string>(`:scope > [data-part="${name}"]`)
		.data([name])
		.join(tag)
		.attr('data-part', name);
}

function thread(element: SVGGElement, tid: number): Within {
	const g: Within = select(element);
	for (const [name, value] of Object.entries(threadStyle(tid))) g.style(name, value);
	return g.attr('data-tid', tid);
}

const AWAY = 28; /* units from which a newcomer comes */

function moveTo(element: SVGGElement, [x = 0, y = 0]: readonly number[]): void {
	element.setAttribute('transform', `translate(${x.toFixed(2)},${y.toFixed(2)})`);
}

export const NODE: Kind<NodePicture> = {
	name: 'nodes',
	key: (n) => String(n.tid),
	place: (n) => [n.x, n.y],
	origin: ([x = 0, y = 0]) => [x + AWAY, y],
	put: moveTo,
	fill(element, node) {
		const g = thread(element, node.tid)
			.attr('data-off', node.off || null)
			.attr('data-cut', node.cut || null);
		part(g, 'rect', 'box')
			.attr('class', class_(styles.box, node.ready && styles.ready, node.changed && styles.changed))
			.attr('width', node.width)
			.attr('height', node.height)
			.attr('rx', 3);
		drawBadge(g, node.tid, node.badge);
		drawLabels(g, node.labels);
	},
};

/** A number of a strip: it keeps its place among the others, and the strip moves on. */
export const CELL: Kind<CellPicture> = {
	name: 'cells',
	key: (c) => `${c.look === 'skipped' ? 'skipped' : 'number'} ${c.number}`,
	place: (c) => [c.x, c.y],
	origin: ([x = 0, y = 0]) => [x + AWAY, y],
	put: moveTo,
	fill(element, { look, width, height, text, changed, pointed }) {
		const g: Within = select(element);
		g.attr('data-look', look);
		part(g, 'rect', 'cell')
			.attr('class', class_(styles.cell, styles[look], changed && styles.changed))
			.attr('width', width)
			.attr('height', height)
			.attr('rx', 3);
		part(g, 'text', 'number')
			.attr('class', class_(styles.number, changed && styles.freshNumber))
			.attr('x', width / 2)
			.attr('y', height / 2)
			.attr('dy', '.35em')
			.text(text);
		g.selectAll<SVGRectElement, boolean>(':scope > [data-part="pointed"]')
			.data(pointed ? [true] : [])
			.join('rect')
			.attr('data-part', 'pointed')
			.attr('class', styles.pointed ?? '')
			.attr('x', -3)
			.attr('y', -3)
			.attr('width', width + 6)
			.attr('height', height + 6)
			.attr('rx', 4);
	},
};

const LETTER = 7.2; /* units a letter of the monospaced face takes */

/** Of the value of a label, where it begins and how wide it is: `asked` has its text in the middle. */
function spanOf({ look, x, name, value }: Label): { from: number; wide: number } {
	const wide = value.length * LETTER;
	return { from: look === 'asked' ? x - wide / 2 : x + (name.length + 1) * LETTER, wide };
}

function drawLabels(g: Within, labels: readonly Label[]): void {
	g.selectAll<SVGRectElement, Label>(':scope > [data-part="changed"]')
		.data(
			labels.filter((l) => l.changed),
			(l) => l.key,
		)
		.join((enter) => enter.insert('rect', ':scope > text'))
		.attr('data-part', 'changed')
		.attr('class', styles.changed ?? '')
		.attr('x', (l) => spanOf(l).from - 3)
		.attr('y', (l) => l.y - 8)
		.attr('width', (l) => spanOf(l).wide + 6)
		.attr('height', 17);
	g.selectAll<SVGRectElement, Label>(':scope > [data-part="pointed"]')
		.data(
			labels.filter((l) => l.pointed),
			(l) => l.key,
		)
		.join((enter) => enter.insert('rect', ':scope > text'))
		.attr('data-part', 'pointed')
		.attr('class', styles.pointed ?? '')
		.attr('x', (l) => (l.look === 'asked' ? spanOf(l).from : l.x) - 4)
		.attr('y', (l) => l.y - 10)
		.attr('rx', 4)
		.attr('width', (l) => {
			const { from, wide } = spanOf(l);
			return (l.look === 'asked' ? wide : from + wide - l.x) + 8;
		})
		.attr('height', 20);
	g.selectAll<SVGTextElement, Label>(':scope > text')
		.data(labels, function (l) {
			return this instanceof SVGTextElement ? (this.dataset.key as string) : l.key;
		})
		.join('text')
		.attr('data-key', (l) => l.key)
		.attr('class', (l) => class_(styles[l.look], l.changed && styles.fresh))
		.attr('x', (l) => l.x)
		.attr('y', (l) => l.y)
		.attr('dy', (l) => (l.look === 'below' || l.look === 'cut' ? null : '.35em'))
		.each(function (l) {
			const words = [l.name, l.value].filter((w) => w !== '');
			select(this)
				.selectAll('tspan')
				.data(words)
				.join('tspan')
				.attr('class', (w) => (w === l.value ? styles.val : styles.label) ?? '')
				.text((w, i) => (i === 0 ? w : ` ${w}`));
		});
}

/** Its turn: a frame that goes from the one who has it to the one who gets it. */
export const TURN: Kind<NodePicture> = {
	name: 'turns',
	key: (_, i) => `turn ${i}`,
	place: (n) => [n.x, n.y, n.width, n.height],
	put(element, [x = 0, y = 0, width = 0, height = 0]) {
		part(select(element), 'rect', 'frame')
			.attr('class', styles.frame ?? '')
			.attr('x', x)
			.attr('y', y)
			.attr('width', width)
			.attr('height', height)
			.attr('rx', 3);
	},
	fill: (element, { tid, off }) => thread(element, tid).attr('data-off', off || null),
};

const TIP = 8;

/** From the node before to its thread's node, or from its to the one before; the last number says how much of it is written. */
export const EDGE: Kind<EdgePicture> = {
	name: 'edges',
	key: (e) => String(e.tid),
	place: (e) => [e.from, e.to, e.y, e.written ? 1 : 0],
	origin: ([from = 0, to = 0, y = 0]) => [from, to, y, 0],
	put(element, [from = 0, to = 0, y = 0, share = 0]) {
		const g: Within = select(element);
		const on = Math.sign(to - from);
		const end = from + on + (to - from - 2 * on) * share;
		/* a link that grows is written already: what is still missing of it is not drawn */
		const unwritten = (d: string) => (element.dataset.written === 'false' ? d : null);
		part(g, 'path', 'gap')
			.attr('class', styles.gap ?? '')
			.attr('d', unwritten(path([from + on, y], [to - on * TIP, y])));
		part(g, 'path', 'aim')
			.attr('class', styles.aim ?? '')
			.attr('d', unwritten(tip(to - on, y, on)));
		part(g, 'path', 'link')
			.attr('class', styles.link ?? '')
			.attr(
				'd',
				share > 0 ? path([from + on, y], [on * Math.max(on * from + 1, on * end - TIP), y]) : null,
			);
		part(g, 'path', 'tip')
			.attr('class', styles.tip ?? '')
			.attr('d', share > 0 ? tip(end, y, on) : null);
		part(g, 'text', 'label')
			.attr('x', (from + to) / 2 - 3)
			.attr('y', y - 6);
		part(g, 'text', 'below')
			.attr('x', (from + to) / 2 - 3)
			.attr('y', y + 14);
	},
	fill(element, { tid, label, below = '', written }) {
		const g: Within = select(element);
		g.attr('data-tid', tid).attr('data-written', written);
		if (written) g.selectAll('[data-part="gap"], [data-part="aim"]').attr('d', null);
		part(g, 'text', 'label')
			.attr('class', styles.edgeLabel ?? '')
			.text(label);
		part(g, 'text', 'below')
			.attr('class', styles.edgeLabel ?? '')
			.text(below);
	},
};

function tip(x: number, y: number, on: number): string {
	const back = x - on * TIP;
	return `${path([x, y], [back, y - 4.5], [back, y + 4.5])}Z`;
}

export const POINTER: Kind<PointerPicture> = {
	name: 'pointers',
	key: (_, i) => `pointer ${i}`,
	place: (p) => [p.x, p.y],
	put: moveTo,
	fill(element, { name, points, from, shift = 0, pointed = false }) {
		const g: Within = select(element);
		const above = from === 'above';
		const wide = name.length * POINTER_LETTER + 4;
		g.selectAll<SVGRectElement, boolean>(':scope > [data-part="pointed"]')
			.data(pointed && above ? [true] : [])
			.join((enter) => enter.insert('rect', ':first-child'))
			.attr('data-part', 'pointed')
			.attr('data-pointed', '')
			.attr('class', styles.pointed ?? '')
			.attr('x', shift - wide / 2)
			.attr('y', -24)
			.attr('rx', 4)
			.attr('width', wide)
			.attr('height', 15);
		part(g, 'text', 'name')
			.attr('class', styles.pointer ?? '')
			.attr('text-anchor', above ? 'middle' : 'end')
			.attr('x', above ? shift : -14)
			.attr('y', above ? -13 : 0)
			.attr('dy', above ? null : '.32em')
			.text(name);
		const down = path([0, -10], [0, -2]) + path([-4, -7], [0, -2], [4, -7]);
		const right = path([-11, 0], [-2, 0]) + path([-7, -4], [-2, 0], [-7, 4]);
		part(g, 'path', 'arrow')
			.attr('class', styles.arrow ?? '')
			.attr('d', points ? (above ? down : right) : null);
	},
};
