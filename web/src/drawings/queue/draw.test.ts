import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { drawQueue, loadMotion, type Motion, stopQueue } from './draw';
import type { McsNode, McsQueue } from './order';
import { mcsPicture, type Written } from './picture';
import { ticketPicture } from './ticketPicture';

const SPEC = { tail: 'tail', next: 'next', ready: 'locked' };
const MOTION = 200;
const later = (ms: number) => vi.advanceTimersByTime(ms);

/* Before d3-timer is loaded, which keeps the clock that it finds. */
vi.hoisted(() => {
	const clock = ['performance', 'requestAnimationFrame', 'setTimeout', 'setInterval'] as const;
	vi.useFakeTimers({ toFake: [...clock, 'clearTimeout', 'clearInterval'] });
});

/** Threads in a queue, the first of which has its turn; each is linked unless it is named. */
function queueOf(tids: number[], unlinked = 0): McsQueue {
	const nodes = tids.map(
		(tid, i): McsNode => ({
			tid,
			ready: i === 0,
			next: tids[i + 1] === unlinked ? 0 : (tids[i + 1] ?? 0),
			linked: tid !== unlinked,
			number: 0,
		}),
	);
	return { nodes, tail: tids.at(-1) ?? 0 };
}

const pictureOf = (tids: number[], unlinked = 0) =>
	mcsPicture(queueOf(tids, unlinked), SPEC, {
		width: 700,
		preempted: new Set<number>(),
		spinning: new Set(),
		written: [],
		pointed: new Set<string>(),
	});

let root: SVGGElement;

beforeAll(loadMotion);

beforeEach(() => {
	const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
	root = document.createElementNS('http://www.w3.org/2000/svg', 'g');
	svg.append(root);
	document.body.append(svg);
});
afterEach(() => {
	stopQueue(root);
	document.body.replaceChildren();
});

const draw = (tids: number[], motion: Motion, unlinked = 0) =>
	drawQueue(root, pictureOf(tids, unlinked), motion);
const node = (tid: number, layer = 'nodes') =>
	root.querySelector(`[data-layer="${layer}"] > [data-tid="${tid}"]`) as SVGGElement;
const x = (tid: number) =>
	Number(/translate\(([-\d.]+)/.exec(node(tid).getAttribute('transform') ?? '')?.[1]);
const placeIn = (tids: number[], tid: number) =>
	pictureOf(tids).nodes.find((n) => n.tid === tid)?.x ?? Number.NaN;

it('a word that the author points at is framed, and no longer when nobody does', () => {
	const picture = (pointed: string[]) =>
		mcsPicture(queueOf([1, 2]), SPEC, {
			width: 700,
			preempted: new Set<number>(),
			spinning: new Set(),
			written: [],
			pointed: new Set(pointed),
		});
	const framed = () =>
		[...root.querySelectorAll('[data-part="pointed"]')].map((r) => r.parentElement?.dataset.tid);
	drawQueue(root, picture(['T2.next', 'tail']), 'jump');
	expect(framed()).toEqual(['2']);
	drawQueue(root, picture([]), 'jump');
	expect(framed()).toEqual([]);
});

describe('the nodes of a queue', () => {
	it('are keyed by thread: who moves up is the same element', () => {
		draw([1, 2, 3], 'jump');
		const [two, edge] = [node(2), node(3, 'edges')];
		draw([2, 3], 'jump');
		expect(node(2)).toBe(two);
		expect(node(3, 'edges')).toBe(edge);
		expect(node(1)).toBeNull();
		expect(node(2, 'edges')).toBeNull();
		expect(x(2)).toBe(placeIn([2, 3], 2));
	});

	it('glide to their places, and stand there in the end', () => {
		draw([1, 2, 3], 'jump');
		draw([2, 3], 'move');
		expect(x(2)).toBe(placeIn([1, 2, 3], 2));
		later(MOTION / 2);
		expect(x(2)).toBeLessThan(placeIn([1, 2, 3], 2));
		expect(x(2)).toBeGreaterThan(placeIn([2, 3], 2));
		later(MOTION);
		expect(x(2)).toBe(placeIn([2, 3], 2));
	});

	it('jump when a motion is interrupted, and nothing of it is left', () => {
		draw([1, 2, 3], 'jump');
		draw([2, 3], 'move');
		later(MOTION / 2);
		draw([2, 3, 1], 'jump');
		const all = () => [2, 3, 1].map(x);
		const wanted = [2, 3, 1].map((tid) => placeIn([2, 3, 1], tid));
		expect(all()).toEqual(wanted);
		later(MOTION * 1.5);
		expect(all()).toEqual(wanted);
		expect(root.querySelector('[data-leaving]')).toBeNull();
		expect([2, 3, 1].map((tid) => node(tid).getAttribute('opacity'))).toEqual(['1', '1', '1']);
	});

	it('turn round where they are when the next step takes them back', () => {
		draw([1, 2, 3], 'jump');
		const one = node(1);
		draw([2, 3], 'move');
		later(MOTION / 3);
		const before = x(2);
		draw([1, 2, 3], 'move');
		expect(x(2)).toBe(before);
		expect(node(1)).toBe(one);
		later(MOTION * 1.5);
		expect([1, 2, 3].map(x)).toEqual([1, 2, 3].map((tid) => placeIn([1, 2, 3], tid)));
		expect(one.getAttribute('opacity')).toBe('1');
		expect(one.textContent).toContain('locked 1');
	});

	it('stay on their way while the moment stays', () => {
		draw([1, 2, 3], 'jump');
		draw([2, 3], 'move');
		later(MOTION / 3);
		draw([2, 3], 'keep');
		expect(x(2)).toBeGreaterThan(placeIn([2, 3], 2));
		expect(root.querySelector('[data-leaving]')).not.toBeNull();
		later(MOTION * 1.5);
		expect(x(2)).toBe(placeIn([2, 3], 2));
		expect(root.querySelector('[data-leaving]')).toBeNull();
	});
});

describe('the numbers of a strip', () => {
	const tickets = (serving: number, next: number) =>
		ticketPicture(
			{ serving, next, round: 256, places: [], threads: 3 },
			{ kind: 'ticket', title: '', next: 'next', serving: 'serving', with: 0 },
			{ width: 700, spinning: new Set(), preempted: new Set(), wrote: new Set() },
		);
	const cell = (number: number) =>
		root.querySelector(`[data-layer="cells"] > [data-key="number ${number}"]`);
	const cellX = (number: number) =>
		Number(/translate\(([-\d.]+)/.exec(cell(number)?.getAttribute('transform') ?? '')?.[1]);

	it('are keyed by number: the strip moves on, and turns round where it is', () => {
		drawQueue(root, tickets(254, 0), 'jump');
		const [last, first] = [cell(255), cell(254)];
		const from = cellX(255);
		drawQueue(root, tickets(255, 1), 'move');
		later(MOTION / 2);
		expect(cell(255)).toBe(last);
		const halfway = cellX(255);
		expect(halfway).toBeLessThan(from);
		expect(halfway).toBeGreaterThan(0);
		drawQueue(root, tickets(254, 0), 'move');
		expect(cellX(255)).toBe(halfway);
		expect(cell(254)).toBe(first);
		later(MOTION * 1.5);
		expect(cellX(255)).toBe(from);
	});
});

it('says only what is true, in the middle of a motion too', () => {
	draw([2, 3], 'jump');
	const told = root.textContent;
	draw([1, 2, 3], 'jump');
	draw([2, 3], 'move');
	expect(root.textContent).toBe(told);
	later(MOTION / 3);
	expect(root.textContent).toBe(told);
});

it('is the same picture whichever way led to it', () => {
	draw([1, 2, 3], 'jump', 3);
	const straight = root.innerHTML;
	root.replaceChildren();
	draw([2], 'jump');
	draw([2, 1], 'move');
	later(MOTION / 3);
	draw([1, 2], 'move', 2);
	draw([1, 2, 3], 'move', 3);
	later(MOTION * 1.5);
	expect(root.innerHTML).toBe(straight);
});

it('writes a link from the one before: dashed, half of it, whole', () => {
	const drawn = (part: string) => {
		const d = node(2, 'edges').querySelector(`[data-part="${part}"]`)?.getAttribute('d');
		return d ? Number(/L([\d.]+)/.exec(d)?.[1]) : 0;
	};
	draw([1, 2], 'jump', 2);
	expect([drawn('link'), drawn('gap') > 0]).toEqual([0, true]);
	draw([1, 2], 'move');
	later(MOTION / 2);
	const half = drawn('link');
	later(MOTION);
	expect(half).toBeLessThan(drawn('link'));
	expect(half).toBeGreaterThan(0);
	expect(drawn('gap')).toBe(0);
});

it('a link that is written grows out of the node before, and none of it looks unwritten meanwhile', () => {
	const part = (name: string) =>
		node(2, 'edges').querySelector(`[data-part="${name}"]`)?.getAttribute('d') ?? null;
	draw([1, 2], 'jump', 2);
	expect(part('gap')).not.toBeNull();
	draw([1, 2], 'move');
	for (let ms = 0; ms < MOTION * 1.5; ms += 20) {
		expect([part('gap'), part('aim')]).toEqual([null, null]);
		later(20);
	}
	expect(part('link')).not.toBeNull();
});

it('an edge that is new and whole grows out of its source too', () => {
	const length = () => {
		const d = node(3, 'edges').querySelector('[data-part="link"]')?.getAttribute('d') ?? '';
		const [, from, to] = /M([\d.]+),.*L([\d.]+)/.exec(d) ?? [];
		return Number(to ?? 0) - Number(from ?? 0);
	};
	draw([1, 2], 'jump');
	draw([1, 2, 3], 'move');
	expect(length()).toBe(0);
	later(MOTION / 2);
	const half = length();
	later(MOTION);
	expect(half).toBeGreaterThan(0);
	expect(half).toBeLessThan(length());
});

it('the turn is framed once at any time, on its way from the one to the other', () => {
	const turns = () => [...root.querySelectorAll('[data-part="frame"]')];
	const left = () => Number(turns()[0]?.getAttribute('x'));
	draw([1, 2], 'jump');
	const from = left();
	const next = queueOf([1, 2]);
	const passed = next.nodes.map((n) => ({ ...n, ready: n.tid === 2 }));
	const around = {
		width: 700,
		preempted: new Set<number>(),
		spinning: new Set<number>(),
		written: [],
		pointed: new Set<string>(),
	};
	drawQueue(root, mcsPicture({ ...next, nodes: passed }, SPEC, around), 'move');
	const seen: number[] = [];
	for (let ms = 0; ms < MOTION * 1.5; ms += 20) {
		expect(turns()).toHaveLength(1);
		seen.push(left());
		later(20);
	}
	expect(seen[0]).toBe(from);
	expect(left()).toBe(placeIn([1, 2], 2));
	expect(seen.filter((x) => x > from && x < left()).length).toBeGreaterThan(3);
});

describe('where there is height', () => {
	const nobody = new Set<number>();
	const around = {
		spinning: nobody,
		preempted: nobody,
		written: [],
		pointed: new Set<string>(),
	};
	const formOf = (tids: number[], width: number, most?: number) => {
		const { nodes, compact } = mcsPicture(queueOf(tids), SPEC, { ...around, width, most });
		return {
			compact,
			words: nodes.flatMap((n) => n.labels.filter((l) => l.look === 'word')),
			nodes,
		};
	};

	it('words that have no room beside the badge stand below it, inside of the node', () => {
		expect(formOf([1, 2, 3], 330).words).toEqual([]);
		const { words, nodes, compact } = formOf([1, 2, 3], 330, 3);
		expect(compact).toBe(false);
		expect(words).toHaveLength(6);
		for (const { badge, width, height, labels } of nodes)
			for (const { x, y, name, value, look } of labels) {
				if (look !== 'word') continue;
				expect(y - 8).toBeGreaterThan(badge.y + badge.size / 2);
				expect(y + 8).toBeLessThan(height);
				expect(x + 7.2 * (name.length + 1 + value.length)).toBeLessThan(width);
			}
	});

	it('a node keeps its form when others come, as long as it has room for all', () => {
		const [alone] = formOf([1], 330, 3).nodes;
		const [first] = formOf([1, 2, 3], 330, 3).nodes;
		expect([alone?.width, alone?.height]).toEqual([first?.width, first?.height]);
		/* many who may come and do not take no words from those that are there */
		expect(formOf([1, 2, 3], 330, 9).words).toHaveLength(6);
	});
});

it('where a node is too small for its words, the node that was written is marked', () => {
	const tids = Array.from({ length: 12 }, (_, i) => i + 1);
	const nobody = new Set<number>();
	const around = {
		width: 500,
		spinning: nobody,
		preempted: nobody,
		pointed: new Set<string>(),
	};
	const marked = (...written: Written[]) =>
		mcsPicture(queueOf(tids), SPEC, { ...around, written })
			.nodes.filter((n) => n.changed)
			.map((n) => n.tid);
	expect(marked({ tid: 5, word: 'next' })).toEqual([5]);
	expect(marked()).toEqual([]);
});
