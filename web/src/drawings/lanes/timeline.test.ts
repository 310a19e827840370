import { describe, expect, it } from 'vitest';
import { columnWidth, fingerprint, keepInView, momentAt, positionOf, timelineOf } from './timeline';

const M = 0;
const S = 1;
const of = (...results: number[]) =>
	timelineOf({ result: Uint8Array.from(results), action: new Uint8Array(results.length) });

describe('timelineOf', () => {
	it('gives each step that moved a column of its own', () => {
		const t = of(M, M, M);
		expect(t.count).toBe(3);
		expect([...t.column]).toEqual([0, 1, 2]);
	});

	it('lets a run of spins share one column', () => {
		const t = of(M, S, S, S, M, S);
		expect(t.count).toBe(4);
		expect([...t.column]).toEqual([0, 1, 1, 1, 2, 3]);
		expect([...t.first.subarray(0, 5)]).toEqual([0, 1, 4, 5, 6]);
	});

	it('is empty for an empty schedule', () => {
		expect(of().count).toBe(0);
		expect(positionOf(of(), 0)).toBe(0);
		expect(momentAt(of(), 3)).toBe(0);
	});
});

it('knows where each thread began', () => {
	const t = timelineOf({ result: Uint8Array.of(0, 1, 1, 0), action: Uint8Array.of(1, 1, 2, 0) });
	expect(t.started.slice(1, 5)).toEqual([3, 1, 2, Number.POSITIVE_INFINITY]);
});

describe('positions and moments', () => {
	const t = of(M, S, S, M);
	it('stands on the column of the step just taken', () => {
		expect([0, 1, 2, 3, 4].map((at) => positionOf(t, at))).toEqual([0, 1, 2, 2, 3]);
	});
	it('goes to the end of a run of spins, and never outside', () => {
		expect([-4, 0, 1, 2, 3, 9].map((p) => momentAt(t, p))).toEqual([0, 0, 1, 3, 4, 4]);
	});
});

describe('keepInView', () => {
	it('leaves the view alone while the position is inside', () => {
		expect(keepInView({ first: 10, visible: 20 }, 20, 100)).toBe(10);
	});
	it('moves by as little as it takes', () => {
		expect(keepInView({ first: 10, visible: 20 }, 29, 100)).toBe(14);
		expect(keepInView({ first: 10, visible: 20 }, 5, 100)).toBe(1);
	});
	it('stays within the schedule', () => {
		expect(keepInView({ first: 0, visible: 20 }, 99, 100)).toBe(80);
		expect(keepInView({ first: 50, visible: 20 }, 0, 10)).toBe(0);
	});
});

it('chooses the widest column that lets all fit, and never an unreadable one', () => {
	expect(columnWidth(900, 30)).toBe(30);
	expect(columnWidth(900, 45)).toBe(18);
	expect(columnWidth(900, 10_000)).toBe(15);
});

it('tells schedules of one length apart', () => {
	expect(fingerprint(Uint8Array.of(0, 1, 2))).not.toBe(fingerprint(Uint8Array.of(0, 2, 1)));
});
