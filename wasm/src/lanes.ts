/**
 * What a lane of the timeline draws after a step, in one byte per thread: bits 0-2 the status,
 * bits 3-4 what the thread holds, bit 5 whether it is inside a lock or unlock call.
 */
import { HOLDS, STATUSES } from '../generated/machine';
import type { ThreadView } from './moment';

export const LANE = { status: 0b111, holds: 0b11000, holdsShift: 3, inCall: 0b100000 } as const;

export interface LaneState {
	status: ThreadView['status'];
	holds: ThreadView['holds'];
	inCall: boolean;
}

export function laneState(byte: number): LaneState {
	return {
		status: STATUSES[byte & LANE.status] ?? 'ready',
		holds: HOLDS[(byte & LANE.holds) >> LANE.holdsShift] ?? 'nothing',
		inCall: (byte & LANE.inCall) !== 0,
	};
}
