/** Who holds the lock, and from whom it came to them: read from the bytes of the lanes. */
import { laneState } from '../../../../wasm/src';
import type { StepReader } from './marks';

export interface Holder {
	tid: number;
	/** whom it came from, when the last step brought it; 0 = from nobody */
	from: number;
	/** the last step brought it */
	gained: boolean;
}

interface Reader extends StepReader {
	laneStates(): Uint8Array;
}

function holdersAt(states: Uint8Array, threads: number, at: number): number[] {
	const found: number[] = [];
	for (let tid = 1; tid <= threads; tid++)
		if (laneState(states[at * threads + tid - 1] as number).holds !== 'nothing') found.push(tid);
	return found;
}

/** Who had it last before a moment at which nobody has. */
function lastHolder(states: Uint8Array, threads: number, at: number): number {
	for (let before = at - 1; before >= 0; before--) {
		const had = holdersAt(states, threads, before);
		if (had.length > 0) return had.at(-1) ?? 0;
	}
	return 0;
}

/**
 * Who holds it after `at` steps. A thread that has come to it has it from the one that lost it in the same step or handed
 * it on, else from the one that had it last; not from one that still holds it too.
 */
export function holdersOf(session: Reader, threads: number, at: number): Holder[] {
	const states = session.laneStates();
	const now = holdersAt(states, threads, at);
	if (at === 0) return now.map((tid) => ({ tid, from: 0, gained: false }));
	const before = holdersAt(states, threads, at - 1);
	const record = session.record(at - 1);
	const source = () => {
		const lost = before.find((tid) => !now.includes(tid));
		if (lost !== undefined) return lost;
		if (record.sign === 'handoff') return record.tid;
		return before.length > 0 ? 0 : lastHolder(states, threads, at - 1);
	};
	return now.map((tid) => {
		const gained = !before.includes(tid);
		const from = gained ? source() : 0;
		return { tid, from: from === tid ? 0 : from, gained };
	});
}
