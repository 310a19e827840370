import { describe, expect, it } from 'vitest';
import type { OpName, StepRecord } from '../../../../wasm/src';
import { history, locked, step, TAIL } from '../fake';
import { arrowOf, marksOf, shapeOfStep } from './marks';
import { overviewRuns } from './overview';
import { segmentsOf, strokeOf } from './segments';
import { timelineOf } from './timeline';

const of = (result: Uint8Array) => timelineOf({ result, action: new Uint8Array(result.length) });

describe('shapeOfStep', () => {
	const shape = (op: OpName, more: Partial<StepRecord> = {}) => shapeOfStep(step(1, op, more));
	it('tells reads, writes, failures and the environment apart', () => {
		expect(shape('load')).toBe('hollow');
		expect(shape('store')).toBe('filled');
		expect(shape('cas')).toBe('filled');
		expect(shape('cas', { ok: false })).toBe('crossed');
		expect(shape('critical')).toBe('tick');
		expect(shape('preempt', { env: 'preempt' })).toBe('diamond');
	});
	it('is no read where a thread writes its own state', () => {
		expect(shape('awake')).toBe('tick');
		expect(shape('no_sleep')).toBe('hollow');
		expect(shape('no_sleep', { old: 1, new: 0 })).toBe('tick');
	});
});

describe('arrowOf', () => {
	it('goes where the record says that something is sent', () => {
		for (const sign of ['wake', 'handoff', 'link'] as const)
			expect(arrowOf(step(1, 'store', { sign, target: 2 }))).toEqual({
				from: 1,
				to: 2,
				kind: sign,
			});
	});
	it('is none for bookkeeping, whoever the step is about', () => {
		expect(arrowOf(step(1, 'store', { word: locked(2), target: 2 }))).toBeNull();
		expect(arrowOf(step(1, 'list_add', { target: 2 }))).toBeNull();
	});
	it('comes from the environment to the thread that it acts on', () => {
		expect(arrowOf(step(2, 'preempt', { env: 'preempt' }))).toEqual({
			from: 0,
			to: 2,
			kind: 'env',
		});
	});
});

describe('marksOf', () => {
	const records = [
		step(1, 'xchg', { word: TAIL, new: 1, acquired: true }),
		step(2, 'await', { word: locked(2), result: 'spun' }),
		step(3, 'await', { word: locked(3), result: 'spun' }),
		step(2, 'await', { word: locked(2), result: 'spun' }),
		step(1, 'store', { word: locked(2), new: 1, sign: 'handoff', target: 2 }),
	];
	const session = history(records);
	const columns = session.columns();
	const timeline = timelineOf(columns);

	it('counts the spins of each thread in a shared column', () => {
		const { marks, arrows } = marksOf(session, columns, timeline, 0, 9);
		expect(marks.map((m) => [m.position, m.lane, m.shape, m.times])).toEqual([
			[1, 1, 'filled', 1],
			[2, 2, 'spin', 2],
			/* one look has no number to tell */
			[2, 3, 'hollow', 1],
			[3, 1, 'filled', 1],
		]);
		expect(arrows).toEqual([{ position: 3, from: 1, to: 2, kind: 'handoff' }]);
	});

	it('tells steps that no event shows', () => {
		const { marks } = marksOf(session, columns, timeline, 0, 9, (i) => i === 4);
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
		marksOf(spy, columns, timeline, 3, 3);
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
