/**
 * A lock word that names its owner, a word that names the next in line, and a list of those behind, in the terms of
 * picture.ts: a box for each, in a row, with the threads in them; who is in none of them stands behind them, in no line.
 */
import type { MachineView, ThreadView, WordView } from '../../../../wasm/src';
import { statusOf } from '../threads/status';
import { ownerOf, type QueueSpec } from './order';
import {
	BELOW,
	type CellPicture,
	type EdgePicture,
	type Label,
	type NodePicture,
	type QueuePicture,
	TOP,
} from './picture';

type ChainSpec = Extract<QueueSpec, { kind: 'chain' }>;

interface Chain {
	/** who has the lock, who is next in line, and who asks to be handed it; 0: nobody */
	owner: number;
	next: number;
	asks: number;
	behind: readonly number[];
	/** in none of them, and not done with the lock */
	unlisted: readonly number[];
	/** names of the words that are marked as changed */
	changed: ReadonlySet<string>;
}

const PAST: ReadonlySet<ThreadView['status']> = new Set(['done', 'dead']);

export function chainIn(
	{ words, threads }: MachineView,
	spec: ChainSpec,
	isChanged: (word: WordView) => boolean,
): Chain {
	const wordOf = (name: string) => words.find((w) => w.facts.name === name);
	const named = (name: string) => {
		const word = wordOf(name);
		return word ? ownerOf(word) : 0;
	};
	const [owner, next, asks] = [named(spec.word), named(spec.next), named(spec.ready)];
	const behind = (wordOf(spec.list)?.list ?? []).filter((tid) => tid !== next);
	const inside = new Set([owner, next, ...behind]);
	const names = [spec.word, spec.next, spec.list, spec.ready];
	return {
		owner,
		next,
		asks,
		behind,
		unlisted: threads
			.filter(({ tid, status }) => !inside.has(tid) && !PAST.has(status))
			.map(({ tid }) => tid),
		changed: new Set(
			names.filter((name) => {
				const word = wordOf(name);
				return word !== undefined && isChanged(word);
			}),
		),
	};
}

/* Units: of a box for a word and of a thread in it; and of one that is in no line. */
const BOX = 74;
const PLACE = 38;
/** A slide has height; beside the words of a page it is lower. */
const HIGH = { above: TOP, height: 58, badge: 17, said: 44 };
const LOW = { above: 17, height: 50, badge: 14, said: 38 };
const GAP = 19;
const INSET = 4;
const OUT = 28;
const NOT_IN_LINE = 'others';
const OUT_GAP = 4;
const LEFT = 5;
/** of a letter of a name above a box */
const LETTER = 7.9;

interface Around {
	/** there is little height */
	low?: boolean | undefined;
	pointed: ReadonlySet<string>;
	threads: readonly ThreadView[];
}

export function chainPicture(
	chain: Chain,
	spec: ChainSpec,
	{ pointed, threads, low = false }: Around,
): QueuePicture {
	const { owner, next, asks, behind, unlisted } = chain;
	const form = low ? LOW : HIGH;
	const { height: high, above: y } = form;
	/* names stand above the gaps, too */
	const width = (name: string) => Math.max(BOX, name.length * LETTER - GAP + 8);
	const places = Math.max(1, behind.length);
	const lefts = [LEFT, 0, 0, 0];
	lefts[1] = LEFT + width(spec.word) + GAP;
	lefts[2] = lefts[1] + width(spec.next) + GAP;
	const listed = Math.max(width(spec.list), places * PLACE + 2 * INSET);
	/* its name is wider than one that stands there */
	lefts[3] = lefts[2] + listed + GAP + INSET;
	const [word, top, list, out] = lefts as [number, number, number, number];
	const cell = (number: number, name: string, x: number, w: number, text: string): CellPicture => ({
		...{ number, x, y, width: w, height: high, text },
		look: text === 'free' || text === 'nobody' ? 'undealt' : 'dealt',
		changed: chain.changed.has(name),
		pointed: pointed.has(name) || (name === spec.next && pointed.has(spec.ready)),
	});
	/* who is both has the lock already; its other box says so */
	const isBoth = next !== 0 && next === owner;
	const cells = [
		cell(0, spec.word, word, width(spec.word), owner ? '' : 'free'),
		cell(1, spec.next, top, width(spec.next), next ? (isBoth ? `still T${next}` : '') : 'nobody'),
		cell(2, spec.list, list, listed, behind.length > 0 ? '' : 'nobody'),
	];
	const of = (tid: number) => threads.find((t) => t.tid === tid);
	const node = (tid: number, x: number, w: number, said: string): NodePicture => ({
		...{ tid, x, width: w, y: y + INSET, height: high - 2 * INSET },
		ready: false,
		changed: false,
		off: of(tid)?.status === 'preempted',
		badge: {
			x: w / 2,
			y: said ? form.badge : (high - 2 * INSET) / 2,
			size: 22,
			quiet: isQuiet(of(tid)),
		},
		labels: said ? [saying(said, w / 2, form.said)] : [],
	});
	const stateOf = (tid: number) => {
		const thread = of(tid);
		return thread ? statusOf(thread).text : '';
	};
	const nodes: NodePicture[] = [];
	if (owner)
		nodes.push(node(owner, word + INSET, width(spec.word) - 2 * INSET, heldText(of(owner))));
	if (next && !isBoth)
		nodes.push(node(next, top + INSET, width(spec.next) - 2 * INSET, stateOf(next)));
	behind.forEach((tid, i) => {
		nodes.push(node(tid, list + INSET + i * PLACE, PLACE - INSET, ''));
	});
	unlisted.forEach((tid, i) => {
		nodes.push(node(tid, out + i * (OUT + OUT_GAP), OUT, ''));
	});
	const middle = y + high / 2;
	const edges: EdgePicture[] = [];
	if (next)
		edges.push({
			...{ tid: next, from: word + width(spec.word), to: top, y: middle, label: '' },
			/* to ask is not to have: until the word names it, an unlock may free the lock for whoever comes */
			written: isBoth,
		});
	const [second] = behind;
	if (second)
		edges.push({
			...{ tid: second, from: top + width(spec.next), to: list, y: middle },
			...{ written: true, label: '' },
		});
	const asked = asks ? `${spec.ready} T${asks}` : '';
	const name = (text: string, x: number) =>
		({ name: text, from: 'above', x, y: y + 6, points: false }) as const;
	const most = Math.max(1, unlisted.length);
	return {
		width: out + Math.max(most * (OUT + OUT_GAP), NOT_IN_LINE.length * LETTER),
		height: y + high + BELOW,
		scale: 1,
		rigid: true,
		cells,
		nodes: nodes.map((one) =>
			one.tid === next && !isBoth && asked
				? {
						...one,
						labels: [
							...one.labels,
							asking(asked, { x: one.width / 2, y: high + 4 }, chain, spec, pointed),
						],
					}
				: one,
		),
		edges,
		pointers: [
			name(spec.word, word + width(spec.word) / 2),
			name(spec.next, top + width(spec.next) / 2),
			name(spec.list, list + listed / 2),
			name(unlisted.length > 0 ? NOT_IN_LINE : '', out + (NOT_IN_LINE.length * LETTER) / 2),
		],
		described: described(chain, spec),
	};
}

const isQuiet = (thread: ThreadView | undefined): boolean =>
	thread?.status === 'preempted' || (thread?.status === 'asleep' && thread.state !== 'RUNNING');

/** Of whom the word names: it is inside, or has still to find that out. */
function heldText(thread: ThreadView | undefined): string {
	if (!thread || PAST.has(thread.status)) return 'is gone';
	if (thread.status === 'preempted') return statusOf(thread).text;
	return thread.holds === 'nothing' ? 'not inside' : 'inside';
}

const BASE = { key: 'state', name: '', look: 'below', changed: false, pointed: false } as const;

const saying = (value: string, x: number, y: number): Label => ({ ...BASE, x, y, value });

/** Below the one that asks for the lock: the word in which it does. */
const asking = (
	value: string,
	place: { x: number; y: number },
	{ changed }: Chain,
	{ ready }: ChainSpec,
	pointed: ReadonlySet<string>,
): Label => ({
	...{ ...BASE, key: 'asks', look: 'asked', ...place, value },
	changed: changed.has(ready),
	pointed: pointed.has(ready),
});

function described({ owner, next, asks, behind, unlisted }: Chain, spec: ChainSpec): string {
	const all = (tids: readonly number[]) => tids.map((tid) => `T${tid}`).join(', ');
	const parts = [
		owner ? `${spec.word} names T${owner}` : `${spec.word} names nobody`,
		next
			? `next in line T${next}${asks === next && owner !== next ? `, which asks for it in ${spec.ready}` : ''}`
			: 'nobody waits',
		...(behind.length > 0 ? [`behind it ${all(behind)}`] : []),
		...(unlisted.length > 0 ? [`${NOT_IN_LINE} ${all(unlisted)}`] : []),
	];
	return `${parts.join('; ')}.`;
}
