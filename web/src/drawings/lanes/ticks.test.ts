import { describe, expect, it } from 'vitest';
import { ticksOf } from './ticks';
import { timelineOf } from './timeline';

/** A thread that moves with every step but those, which are looks in vain. */
function timeline(steps: number, spins: (step: number) => boolean = () => false) {
	const result = Uint8Array.from({ length: steps }, (_, i) => (spins(i) ? 1 : 0));
	return timelineOf({ action: new Uint8Array(steps), result });
}

describe('the ruler', () => {
	it.each([
		[100, 0, 100, 10, [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100]],
		[26, 0, 26, 6, [0, 5, 10, 15, 20, 25]],
		[7, 3, 7, 20, [3, 4, 5, 6, 7]],
		[431, 117, 431, 4, [200, 300, 400]],
		[5, 5, 5, 3, [5]],
	])('of %d steps, from %d to %d, about %d round numbers', (steps, from, to, count, numbers) => {
		expect(ticksOf(timeline(steps), from, to, count).map(({ step }) => step)).toEqual(numbers);
	});

	it('has its ticks as far from each other, also where steps share a column', () => {
		const some = timeline(60, (i) => (i > 20 && i < 34) || (i > 40 && i < 45));
		const ticks = ticksOf(some, 0, some.count, 8);
		const apart = ticks.slice(1).map(({ position }, i) => position - (ticks[i]?.position ?? 0));
		expect(ticks.length).toBeGreaterThan(6);
		expect(new Set(apart).size, apart.join()).toBe(1);
		for (const { position, step } of ticks) expect(step).toBe(some.first[position]);
	});
});
