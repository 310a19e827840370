/** A whole schedule squeezed into a line of pixels: who holds the lock at each. */
import { laneState } from '../../../../wasm/src';
import type { Timeline } from './timeline';

export interface Run {
	/** pixels */
	from: number;
	to: number;
	tid: number;
}

function holder(states: Uint8Array, offset: number, threads: number): number {
	for (let i = 0; i < threads; i++)
		if (laneState(states[offset + i] as number).holds !== 'nothing') return i + 1;
	return 0;
}

/** Samples one moment a pixel, so its cost does not grow with the schedule. */
export function overviewRuns(
	states: Uint8Array,
	threads: number,
	timeline: Timeline,
	pixels: number,
): Run[] {
	const runs: Run[] = [];
	for (let px = 0; px < pixels; px++) {
		const position = Math.floor((px / pixels) * (timeline.count + 1));
		const moment = timeline.first[position] as number;
		const tid = holder(states, moment * threads, threads);
		if (tid === 0) continue;
		const last = runs.at(-1);
		if (last && last.to === px && last.tid === tid) last.to = px + 1;
		else runs.push({ from: px, to: px + 1, tid });
	}
	return runs;
}
