import { describe, expect, it } from 'vitest';
import { history, locked, MCS, next, step, TAIL } from '../fake';
import { arrowOf, marksOf, shapeOfStep } from './marks';
import { overviewRuns } from './overview';
import { segmentsOf, strokeOf } from './segments';
import { timelineOf } from './timeline';

const of = (result: Uint8Array) => timelineOf({ result, action: new Uint8Array(result.length) });

describe('shapeOfStep', () => {
	it('tells reads, writes, failures and the environment apart', () => {
		expect(shapeOfStep('load', true, false)).toBe('hollow');
		expect(shapeOfStep('store', true, false)).toBe('filled');
		expect(shapeOfStep('cas', true, false)).toBe('filled');
		expect(shapeOfStep('cas', false, false)).toBe('crossed');
		expect(shapeOfStep('critical', true, false)).toBe('tick');
		expect(shapeOfStep('preempt', true, true)).toBe('diamond');
	});
});

describe('arrowOf', () => {
	const arrow = (record: ReturnType<typeof step>) => arrowOf(record, MCS, 3);
	it('goes to the thread that is woken', () => {
		expect(arrow(step(1, 'wake', { target: 2 }))).toEqual({ from: 1, to: 2, kind: 'wake' });
		expect(arrow(step(1, 'wake'))).toBeNull();
	});
	it('goes to the owner of the node that is written, as a link or as a hand-over', () => {
		expect(arrow(step(2, 'store', { word: next(1), new: 2 }))).toEqual({
			from: 2,
			to: 1,
			kind: 'link',
		});
		expect(arrow(step(1, 'store', { word: locked(2), new: 1 }))).toEqual({
			from: 1,
			to: 2,
			kind: 'hand',
		});
	});
	it('does not leave the lane for a thread’s own node, a read or a failed swap', () => {
		expect(arrow(step(1, 'store', { word: locked(1) }))).toBeNull();
		expect(arrow(step(1, 'load', { word: locked(2) }))).toBeNull();
		expect(arrow(step(1, 'cas', { word: TAIL, target: 2, ok: false }))).toBeNull();
	});
	it('follows the target of a write to the lock word', () => {
		expect(arrow(step(1, 'cas', { word: TAIL, target: 3 }))).toEqual({
			from: 1,
			to: 3,
			kind: 'hand',
		});
	});
});

describe('marksOf', () => {
	const records = [
		step(1, 'xchg', { word: TAIL, new: 1, acquired: true }),
		step(2, 'await', { word: locked(2), result: 'spun' }),
		step(3, 'await', { word: locked(3), result: 'spun' }),
		step(2, 'await', { word: locked(2), result: 'spun' }),
		step(1, 'store', { word: locked(2), new: 1 }),
	];
	const session = history(records);
	const columns = session.columns();
	const timeline = timelineOf(columns);

	it('counts the spins of each thread in a shared column', () => {
		const { marks, arrows } = marksOf(session, columns, timeline, { lock: MCS, threads: 3 }, 0, 9);
		expect(marks.map((m) => [m.position, m.lane, m.shape, m.times])).toEqual([
			[1, 1, 'filled', 1],
			[2, 2, 'spin', 2],
			[2, 3, 'spin', 1],
			[3, 1, 'filled', 1],
		]);
		expect(arrows).toEqual([{ position: 3, from: 1, to: 2, kind: 'hand' }]);
	});

	it('tells steps that no event shows', () => {
		const shown = { lock: MCS, threads: 3, inferred: (i: number) => i === 4 };
		const { marks } = marksOf(session, columns, timeline, shown, 0, 9);
		expect(marks.filter((m) => m.inferred).map((m) => m.position)).toEqual([3]);
	});

	it('reads only the steps in view', () => {
		const read: number[] = [];
		const spy = {
			record: (i: number) => {
				read.push(i);
				return session.record(i);
			},
		};
		marksOf(spy, columns, timeline, { lock: MCS, threads: 3 }, 3, 3);
		expect(read).toEqual([4]);
	});
});

describe('segments', () => {
	it('names the stroke of a lane state', () => {
		expect(strokeOf(0)).toBe('idle');
		expect(strokeOf(32)).toBe('waiting');
		expect(strokeOf(32 | 16)).toBe('held');
		expect(strokeOf(8)).toBe('heldRead');
		expect(strokeOf(32 | 1)).toBe('asleep');
		expect(strokeOf(32 | 2)).toBe('preempted');
		expect(strokeOf(16 | 2)).toBe('preemptedHeld');
		expect(strokeOf(3)).toBe('gone');
		expect(strokeOf(4)).toBe('gone');
	});

	it('joins equal stretches and leaves out what is over', () => {
		const timeline = of(Uint8Array.of(0, 0, 0, 0));
		const states = Uint8Array.of(0, 32, 32, 16, 3);
		expect(segmentsOf(states, 1, 1, timeline, -1, 9)).toEqual([
			{ stroke: 'idle', from: 0, to: 1 },
			{ stroke: 'waiting', from: 1, to: 3 },
			{ stroke: 'held', from: 3, to: 4 },
		]);
	});

	it('shows the state after the last of a run of spins', () => {
		const timeline = of(Uint8Array.of(1, 1, 0));
		const states = Uint8Array.of(0, 32, 1, 16);
		expect(segmentsOf(states, 1, 1, timeline, 1, 1)).toEqual([
			{ stroke: 'asleep', from: 1, to: 2 },
		]);
	});
});

it('squeezes who held the lock into pixels', () => {
	const timeline = of(Uint8Array.of(0, 0, 0));
	const states = Uint8Array.of(0, 0, 16, 0, 16, 0, 0, 16);
	expect(overviewRuns(states, 2, timeline, 8)).toEqual([
		{ from: 2, to: 6, tid: 1 },
		{ from: 6, to: 8, tid: 2 },
	]);
});
