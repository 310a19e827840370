/** The line of a thread between two marks: what it was doing then. */
import { laneState } from '../../../../wasm/src';
import type { Timeline } from './timeline';

type Stroke =
	| 'gone'
	| 'idle'
	| 'waiting'
	| 'asleep'
	| 'held'
	| 'heldRead'
	| 'preempted'
	| 'preemptedHeld';

/** Reads one byte of Session.laneStates(). */
export function strokeOf(byte: number): Stroke {
	const { status, holds, inCall } = laneState(byte);
	if (status === 'done' || status === 'dead') return 'gone';
	if (status === 'preempted') return holds === 'nothing' ? 'preempted' : 'preemptedHeld';
	if (holds !== 'nothing') return holds === 'read' ? 'heldRead' : 'held';
	if (status === 'asleep') return 'asleep';
	return inCall ? 'waiting' : 'idle';
}

export interface Segment {
	stroke: Stroke;
	/** from position to position */
	from: number;
	to: number;
}

const END = 0.45; /* columns by which the last stretch reaches past its mark */

/**
 * The segments of one thread between positions `from` and `to`. The stretch that starts at a
 * position shows the state after the last step of its column. A thread that has taken no step yet
 * is idle, although it stands before the first line of its call.
 */
export function segmentsOf(
	states: Uint8Array,
	threads: number,
	tid: number,
	timeline: Timeline,
	from: number,
	to: number,
): Segment[] {
	const segments: Segment[] = [];
	for (let p = Math.max(0, from); p <= Math.min(to, timeline.count); p++) {
		const at = timeline.first[p] as number;
		const state = strokeOf(states[at * threads + tid - 1] as number);
		const begun = p >= (timeline.started[tid] as number);
		const stroke = state === 'waiting' && !begun ? 'idle' : state;
		const to = p === timeline.count ? p + END : p + 1;
		const last = segments.at(-1);
		if (last?.stroke === stroke) last.to = to;
		else segments.push({ stroke, from: p, to });
	}
	return segments.filter((s) => s.stroke !== 'gone');
}
