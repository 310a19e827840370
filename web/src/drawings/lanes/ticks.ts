/** Which step numbers the ruler shows. */
import { scaleLinear } from 'd3-scale';
import { positionOf, type Timeline } from './timeline';

interface Tick {
	position: number;
	step: number;
}

/**
 * About `count` round step numbers between two positions. A number inside a run of spins stands at
 * their one column, which shows the moment after them, so that is what it says.
 */
export function ticksOf(timeline: Timeline, from: number, to: number, count: number): Tick[] {
	const end = Math.min(to, timeline.count);
	const step = (position: number) => timeline.first[position] as number;
	const round = scaleLinear()
		.domain([step(from), step(end)])
		.ticks(Math.max(1, Math.min(count, end - from)));
	const ticks: Tick[] = [];
	for (const at of round) {
		if (!Number.isInteger(at)) continue;
		const position = positionOf(timeline, at);
		if (position < from || position === ticks.at(-1)?.position) continue;
		ticks.push({ position, step: step(position) });
	}
	return ticks;
}
