/**
 * Numbers that a lock deals and serves in turn, in the terms of picture.ts: a strip from the number
 * that is served to the next one to deal, and each thread under its own.
 */
import { type MachineView, type PlaceView, THREAD_WORDS as WORDS } from '../../../../wasm/src';
import { fieldValue } from '../../../../wasm/src/format';
import { type Marked, wasOf } from '../since';
import { numberIn, type QueueSpec, shortly } from './order';
import {
	type CellPicture,
	ENLARGED,
	type Label,
	type NodePicture,
	type PointerPicture,
	type QueuePicture,
} from './picture';

type TicketSpec = Extract<QueueSpec, { kind: 'ticket' }>;

export interface Tickets {
	serving: number;
	next: number;
	/** how many numbers there are before they begin again */
	round: number;
	places: readonly PlaceView[];
	/** how many threads there are, waiting or not */
	threads: number;
}

type Which = 'serving' | 'next';

interface Around {
	width: number;
	spinning: ReadonlySet<number>;
	preempted: ReadonlySet<number>;
	/** which are marked as changed */
	wrote: ReadonlySet<Which>;
}

/** Which of the two numbers are marked as changed. */
export function wroteIn(
	machine: MachineView,
	spec: TicketSpec,
	marked: Marked,
): ReadonlySet<Which> {
	const all = [
		['serving', spec.serving],
		['next', spec.next],
	] as const;
	const changed = all.filter(([, name]) => {
		const word = numberIn(machine, name);
		const whole = word && machine.words.find(({ id }) => id === word.id);
		const was = whole && wasOf(whole, marked);
		if (!was) return false;
		const { shift, bits } = word;
		return fieldValue(was.value, shift, bits) !== fieldValue(whole.value, shift, bits);
	});
	return new Set(changed.map(([which]) => which));
}

export function ticketsIn(
	machine: MachineView,
	spec: TicketSpec,
	places: readonly PlaceView[],
): Tickets | null {
	const [serving, next] = [spec.serving, spec.next].map((name) => numberIn(machine, name));
	if (!serving || !next) return null;
	return {
		serving: serving.value,
		next: next.value,
		round: 2 ** next.bits,
		places,
		threads: machine.threads.length,
	};
}

const CELL_HEIGHT = 24;
const NODE_HEIGHT = 30;
const STEP = 6; /* from the strip to a thread, and between two under one number */
const TOP = 24;
const BELOW = 18;
const FIRST = TOP + CELL_HEIGHT + STEP; /* where the threads stand */
const ROW = STEP + NODE_HEIGHT + BELOW;
const LETTER = 7.8; /* units a letter of a pointer's name takes */
const WIDE = { cell: 66, between: 8 };
const NARROW = { cell: 42, between: 4 };
type Measures = typeof WIDE;

/** How far a number is from the one that is served; less than 0 when its turn has passed. */
function away(number: number, { serving, round, threads }: Tickets): number {
	const ahead = (((number - serving) % round) + round) % round;
	return ahead > round / 2 && ahead > threads ? ahead - round : ahead;
}

/** The places of a strip: all of it while it is short, else those that matter and a gap between. */
function strip(tickets: Tickets): (number | 'skipped')[] {
	const end = away(tickets.next, tickets);
	const marked = [0, end, ...tickets.places.map((p) => away(p.number, tickets))];
	const places = [...new Set(marked)].sort((a, b) => a - b);
	return places.flatMap((place, i) => {
		const before = places[i - 1] ?? place - 1;
		const between = place - before - 1;
		if (between > tickets.threads) return ['skipped' as const, place];
		return Array.from({ length: between + 1 }, (_, k) => before + 1 + k);
	});
}

export function ticketPicture(tickets: Tickets, spec: TicketSpec, around: Around): QueuePicture {
	const { round, serving } = tickets;
	const places = strip(tickets);
	const scale = around.width >= ENLARGED ? 1.25 : 1;
	const names = bothNames(spec).length * LETTER;
	const overOf = (m: Measures) => Math.max(2, (names - m.cell) / 2); /* so far a name stands out */
	const wholeOf = (m: Measures) => 2 * overOf(m) + places.length * (m.cell + m.between) - m.between;
	const m = wholeOf(WIDE) <= around.width / scale ? WIDE : NARROW;
	const over = overOf(m);
	const x = (i: number) => over + i * (m.cell + m.between);
	const end = away(tickets.next, tickets);
	const cells = places.map((place, i): CellPicture => {
		const number = place === 'skipped' ? i : (serving + place + round) % round;
		return {
			number,
			x: x(i),
			y: TOP,
			width: m.cell,
			height: CELL_HEIGHT,
			look: lookOf(place, end),
			text: place === 'skipped' ? '…' : String(number),
			changed:
				(place === 0 && around.wrote.has('serving')) || (place === end && around.wrote.has('next')),
		};
	});
	const nodes = nodesOf(tickets, around, (place) => x(places.indexOf(place)), m.cell);
	return {
		width: wholeOf(m),
		height: Math.max(FIRST, ...nodes.map((n) => n.y)) + NODE_HEIGHT + BELOW,
		scale,
		compact: m === NARROW,
		cells,
		nodes,
		edges: [],
		pointers: pointersOf(spec, (place) => x(places.indexOf(place)) + m.cell / 2, end),
		described: described(tickets, spec, around),
	};
}

function lookOf(place: number | 'skipped', end: number): CellPicture['look'] {
	if (place === 'skipped') return 'skipped';
	if (place === end) return 'undealt';
	return place === 0 ? 'served' : 'dealt';
}

function nodesOf(
	tickets: Tickets,
	around: Around,
	x: (place: number) => number,
	width: number,
): NodePicture[] {
	const standing = new Map<number, number>();
	return tickets.places.map((p) => {
		const place = away(p.number, tickets);
		const row = standing.get(place) ?? 0;
		standing.set(place, row + 1);
		const said = sayingOf(p, place, around);
		return {
			tid: p.tid,
			x: x(place),
			y: FIRST + row * ROW,
			width,
			height: NODE_HEIGHT,
			ready: p.ready,
			changed: false /* its node is no word: the number stands in its own frame */,
			badge: {
				x: width / 2,
				y: NODE_HEIGHT / 2,
				size: 22,
				quiet: around.preempted.has(p.tid),
			},
			labels: said ? [below(width < WIDE.cell ? said.short : said.long, width)] : [],
		};
	});
}

function sayingOf(
	{ tid, ready }: PlaceView,
	place: number,
	{ spinning, preempted }: Around,
): { long: string; short: string } | undefined {
	if (preempted.has(tid)) return { long: WORDS.preempted, short: 'no CPU' };
	if (ready) return { long: 'holds', short: 'holds' };
	if (place === 0) return { long: 'its turn', short: 'turn' };
	return spinning.has(tid) ? { long: WORDS.spinning, short: WORDS.spinning } : undefined;
}

function below(value: string, width: number): Label {
	return {
		key: 'below',
		x: width / 2,
		y: NODE_HEIGHT + 14,
		name: '',
		value,
		look: 'below',
		changed: false,
		pointed: false,
	};
}

/** Names as in the facts, without the word: val.next is "next" here. */
const bothNames = (spec: TicketSpec) => `${shortly(spec.serving)} = ${shortly(spec.next)}`;

function pointersOf(
	spec: TicketSpec,
	middle: (place: number) => number,
	end: number,
): PointerPicture[] {
	const at = (name: string, place: number): PointerPicture => ({
		name,
		from: 'above',
		x: middle(place),
		y: TOP,
		points: true,
	});
	const [serving, next] = [shortly(spec.serving), shortly(spec.next)];
	if (end === 0) return [at(bothNames(spec), 0)];
	return [at(serving, 0), at(next, end)];
}

function described(tickets: Tickets, spec: TicketSpec, around: Around): string {
	const { serving, next, places } = tickets;
	const numbers = `${shortly(spec.serving)} ${serving} is served, ${shortly(spec.next)} ${next} is the next to deal`;
	if (places.length === 0) return `Numbers: ${numbers}. Nobody has one.`;
	const told = places.map((p) => {
		const place = away(p.number, tickets);
		const saying = sayingOf(p, place, around)?.long ?? 'waits';
		return `${p.number}: T${p.tid}, ${place < 0 ? 'whose turn has passed' : saying}`;
	});
	return `Numbers: ${numbers}. ${told.join('; ')}.`;
}
