/** Which step numbers the ruler shows. */
import { scaleLinear } from 'd3-scale';
import { positionOf, type Timeline } from './timeline';

interface Tick {
	position: number;
	step: number;
}

/** About `count` round whole numbers from `from` to `to`. */
export const roundNumbers = (from: number, to: number, count: number): number[] =>
	scaleLinear([from, to], [0, 1]).ticks(count).filter(Number.isInteger);

/**
 * About `count` round step numbers between two positions. A number inside a run of spins stands at
 * their one column, which shows the moment after them, so that is what it says.
 */
export function ticksOf(timeline: Timeline, from: number, to: number, count: number): Tick[] {
	const end = Math.min(to, timeline.count);
	const step = (position: number) => timeline.first[position] as number;
	const wanted = Math.max(1, Math.min(count, end - from));
	const ticks: Tick[] = [];
	for (const at of roundNumbers(step(from), step(end), wanted)) {
		const position = positionOf(timeline, at);
		if (position < from || position === ticks.at(-1)?.position) continue;
		ticks.push({ position, step: step(position) });
	}
	return ticks;
}
