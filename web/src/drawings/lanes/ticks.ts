/** Which step numbers the ruler shows. */
import type { Timeline } from './timeline';

interface Tick {
	position: number;
	step: number;
}

/** Columns from tick to tick. */
const EVERY = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 2500, 5000];

/** So many more ticks may be taken where round numbers ask for that. */
const ABOUT = 0.75;

const everyOf = (columns: number, count: number): number => {
	const wanted = (ABOUT * columns) / Math.max(1, count);
	return EVERY.find((every) => every >= wanted) ?? Math.ceil(wanted);
};

/**
 * About `count` ticks between two positions, as far from each other. Columns are what is as far from each other on the
 * lanes: each tick says the moment of its column, and they begin where most of these are round. A column of several
 * looks in vain shows the moment after them, so that is what it says.
 */
export function ticksOf(timeline: Timeline, from: number, to: number, count: number): Tick[] {
	const end = Math.min(to, timeline.count);
	const step = (position: number) => timeline.first[position] as number;
	const every = everyOf(end - from, count);
	const ticksFrom = (first: number): Tick[] => {
		const ticks: Tick[] = [];
		for (let position = first; position <= end; position += every)
			ticks.push({ position, step: step(position) });
		return ticks;
	};
	const isRound = (tick: Tick) => tick.step % every === 0;
	let best: Tick[] = [];
	let most = -1;
	for (let first = from; first < from + every && first <= end; first++) {
		const ticks = ticksFrom(first);
		const round = ticks.filter(isRound).length;
		if (round > most) [best, most] = [ticks, round];
	}
	return best;
}
