import { describe, expect, it } from 'vitest';
import { geometryOf } from './geometry';
import { ticksOf } from './ticks';
import { timelineOf } from './timeline';
import { transformOf, windowOf } from './transform';
import { held, widthsOf, windowOver } from './window';

const INNER = 900;
const widths = widthsOf(INNER, 400);

describe('the window of the lanes', () => {
	it('is the same as a transform and as a stretch of the schedule', () => {
		const window = { first: 12.5, column: 40 };
		const back = windowOf(transformOf(window));
		expect(back.first).toBeCloseTo(12.5);
		expect(back.column).toBeCloseTo(40);
		const g = geometryOf({ width: INNER + 70, height: 200 }, 3, window);
		expect(g.x(12.5)).toBeCloseTo(g.left + 20);
		expect(g.position(g.x(20))).toBe(20);
		expect([g.from, g.to]).toEqual([12, 34]);
	});

	it('stays within the schedule and within what can be read', () => {
		expect(held({ first: -3, column: 20 }, widths, INNER, 400)).toEqual({ first: 0, column: 20 });
		expect(held({ first: 999, column: 30 }, widths, INNER, 400)).toEqual({
			first: 370,
			column: 30,
		});
		expect(held({ first: 0, column: 1000 }, widths, INNER, 400).column).toBe(60);
		expect(held({ first: 0, column: 0.1 }, widths, INNER, 400).column).toBe(4);
	});

	it('is not wider than a schedule that fits', () => {
		expect(widthsOf(INNER, 30)).toEqual({ least: 30, own: 30, most: 60 });
		expect(widthsOf(INNER, 100).least).toBe(9);
	});

	it('keeps the end that was not moved, even at the limits', () => {
		const now = { first: 100, column: 15 };
		const over = (stretch: [number, number], moved: 'from' | 'to' | 'both') =>
			windowOver(stretch, moved, now, widths, INNER);
		expect(over([130, 190], 'both')).toEqual({ first: 130, column: 15 });
		expect(over([100, 130], 'to')).toEqual({ first: 100, column: 30 });
		expect(over([130, 160], 'from')).toEqual({ first: 130, column: 30 });
		expect(over([158, 160], 'from')).toEqual({ first: 145, column: 60 });
	});
});

describe('the numbers of the ruler', () => {
	const steps = (...results: number[]) =>
		timelineOf({ result: Uint8Array.from(results), action: new Uint8Array(results.length) });
	const moved = steps(...new Array<number>(400).fill(0));

	it('are round, and as many as there is room for', () => {
		const shown = (from: number, to: number) => ticksOf(moved, from, to, 6).map((t) => t.step);
		expect(shown(0, 60)).toEqual([0, 10, 20, 30, 40, 50, 60]);
		expect(shown(30, 42)).toEqual([30, 32, 34, 36, 38, 40, 42]);
		expect(shown(7, 10)).toEqual([7, 8, 9, 10]);
		expect(shown(0, 400)).toEqual([0, 50, 100, 150, 200, 250, 300, 350, 400]);
	});

	it('say, of a run of spins, the moment after it', () => {
		const spun = steps(0, 0, ...new Array<number>(30).fill(1), 0, 0);
		const ticks = ticksOf(spun, 0, 5, 5);
		expect(ticks.map(({ step }) => step)).toEqual([0, 1, 2, 32, 33, 34]);
		expect(ticks[3]).toEqual({ position: 3, step: 32 });
	});
});
