import { describe, expect, it } from 'vitest';
import type { MachineView, PlaceView } from '../../../../wasm/src';
import { step } from '../fake';
import { numberIn } from './order';
import { type Tickets, ticketPicture, ticketsIn, wroteIn } from './ticketPicture';

const SPEC = {
	kind: 'ticket',
	title: 'tickets',
	next: 'val.next',
	serving: 'val.owner',
	with: 0,
} as const;

const fields = [
	{ name: 'owner', shift: 16, bits: 8, kind: 'number' },
	{ name: 'next', shift: 24, bits: 8, kind: 'number' },
];
const word = (value: number) => ({ id: 3, name: 'val', value, facts: { name: 'val', fields } });
const machine = (value: number) =>
	({ words: [word(value)], threads: [{}, {}, {}] }) as unknown as MachineView;

const place = (tid: number, number: number, ready = false): PlaceView => ({
	tid,
	number,
	ready,
	linked: true,
	next: 0,
});

const tickets = (serving: number, next: number, ...places: PlaceView[]): Tickets => ({
	serving,
	next,
	round: 256,
	places,
	threads: 3,
});

const drawn = (of: Tickets, width = 700) =>
	ticketPicture(of, SPEC, {
		width,
		spinning: new Set([3]),
		preempted: new Set([2]),
		wrote: new Set(['next']),
	});
const strip = (of: Tickets) => drawn(of).cells.map((c) => `${c.text} ${c.look}`);

it('reads a number that is a field of a word, and one that is a word', () => {
	expect(numberIn(machine(0xfffd0000 | 0), 'val.next')).toMatchObject({
		id: 3,
		value: 255,
		bits: 8,
	});
	expect(numberIn(machine(7), 'val')).toMatchObject({ value: 7, bits: 32 });
	expect(numberIn(machine(7), 'other.next')).toBeUndefined();
	expect(ticketsIn(machine(0x01fd0000), SPEC, [])).toMatchObject({
		serving: 253,
		next: 1,
		round: 256,
		threads: 3,
	});
});

it('knows which of the numbers the last step has changed', () => {
	const wrote = (old: number, now: number, word = 3) => [
		...wroteIn(machine(now), SPEC, { before: step(1, 'add', { word, old, new: now }) }),
	];
	expect(wrote(0x01000000, 0x02000000)).toEqual(['next']);
	expect(wrote(0x02000000, 0x02010000)).toEqual(['serving']);
	expect(wrote(0x02000000, 0x02000000)).toEqual([]);
	expect(wrote(0x01000000, 0x02000000, 4)).toEqual([]);
});

describe('the strip', () => {
	it('goes from the number that is served to the next to deal, round the end of the numbers', () => {
		expect(strip(tickets(254, 1, place(1, 254, true), place(2, 255), place(3, 0)))).toEqual([
			'254 served',
			'255 dealt',
			'0 dealt',
			'1 undealt',
		]);
	});

	it('is one number when the lock is free', () => {
		const free = drawn(tickets(7, 7));
		expect(free.cells.map((c) => c.text)).toEqual(['7']);
		expect(free.pointers.map((p) => p.name)).toEqual(['owner = next']);
		expect(free.described).toBe(
			'Numbers: owner 7 is served, next 7 is the next to deal. Nobody has one.',
		);
	});

	it('has room for the names above it', () => {
		for (const width of [700, 100]) {
			const { pointers, width: whole } = drawn(tickets(7, 7), width);
			const [middle = 0] = pointers.map((p) => p.x);
			expect(middle).toBeGreaterThan(6 * 7.5); /* half of "owner = next" */
			expect(whole - middle).toBeGreaterThan(6 * 7.5);
		}
	});

	it('leaves out what nobody waits for, and shows what has passed', () => {
		expect(strip(tickets(4, 200, place(1, 4, true), place(2, 198)))).toEqual([
			'198 dealt',
			'199 dealt',
			'200 undealt',
			'… skipped',
			'4 served',
		]);
		expect(strip(tickets(0, 100))).toEqual(['0 served', '… skipped', '100 undealt']);
	});

	it('marks the number that the last step changed', () => {
		expect(drawn(tickets(4, 6)).cells.map((c) => c.changed)).toEqual([false, false, true]);
	});

	it('is narrow where there is no room', () => {
		const all = [place(1, 4, true), place(2, 5), place(3, 6)];
		const [wide, narrow] = [700, 260].map((width) => drawn(tickets(4, 7, ...all), width));
		expect(narrow?.width).toBeLessThanOrEqual(260);
		expect(wide?.width).toBeGreaterThan(260);
	});
});

describe('a thread', () => {
	const three = drawn(tickets(4, 7, place(1, 4, true), place(2, 5), place(3, 6)));

	it('stands under its number', () => {
		expect(three.nodes.map((n) => n.x)).toEqual(three.cells.slice(0, 3).map((c) => c.x));
		expect(three.nodes.map((n) => n.labels[0]?.value)).toEqual(['holds', 'preempted', 'spins']);
		expect(three.nodes.map((n) => n.badge.quiet)).toEqual([false, true, false]);
		expect(three.described).toBe(
			'Numbers: owner 4 is served, next 7 is the next to deal. 4: T1, holds; 5: T2, preempted; 6: T3, spins.',
		);
	});

	it('stands below another one that has the same number', () => {
		const [first, second] = drawn(tickets(4, 5, place(1, 4, true), place(3, 4))).nodes;
		expect(second?.x).toBe(first?.x);
		expect(second?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
		expect(second?.labels[0]?.value).toBe('its turn');
	});

	it('is said to have been passed over', () => {
		expect(drawn(tickets(4, 4, place(1, 3))).described).toContain('3: T1, whose turn has passed');
	});
});
