/** The sign of each step on its lane, and what runs from lane to lane. */

import { opDoes, RESULTS, type StepRecord, wrote } from '../../../../wasm/src';
import { actionTid } from '../../../../wasm/src/actions';
import type { Columns, Timeline } from './timeline';

export type Shape = 'hollow' | 'filled' | 'crossed' | 'tick' | 'diamond' | 'spin';

/**
 * A tick: what a thread does to its own task, and what touches no memory. The environment has a sign of its own.
 */
export function shapeOfStep(record: Pick<StepRecord, 'op' | 'ok' | 'env' | 'old' | 'new'>): Shape {
	const { op } = record;
	if (record.env !== '') return 'diamond';
	if (opDoes(op, 'mayFail') && !record.ok) return 'crossed';
	if (wrote(record)) return opDoes(op, 'own') ? 'tick' : 'filled';
	return opDoes(op, 'reads') ? 'hollow' : 'tick';
}

export interface Mark {
	position: number;
	/** 1..threads, or 0 for the lane of the environment */
	lane: number;
	tid: number;
	shape: Shape;
	/** how many polls a spin mark stands for */
	times: number;
	acquired: boolean;
	/** no event of the recording shows it */
	inferred?: boolean;
}

export interface Arrow {
	position: number;
	from: number;
	to: number;
	kind: Exclude<StepRecord['sign'], 'none'> | 'env';
}

const SPUN = RESULTS.indexOf('spun');

/** The arrow that a step sends to another lane, if it does: C says so in the record. */
export function arrowOf(
	record: Pick<StepRecord, 'tid' | 'env' | 'target' | 'sign' | 'result'>,
): Omit<Arrow, 'position'> | null {
	const { tid, env, target, sign, result } = record;
	if (result !== 'moved') return null;
	if (env) return { from: 0, to: tid, kind: 'env' };
	return sign === 'none' ? null : { from: tid, to: target, kind: sign };
}

export interface StepReader {
	record(i: number): StepRecord;
}

/** Marks and arrows of the columns at positions `from` to `to`. Reads only those steps. */
export function marksOf(
	session: StepReader,
	columns: Columns,
	timeline: Timeline,
	from: number,
	to: number,
	inferred?: (step: number) => boolean,
): { marks: Mark[]; arrows: Arrow[] } {
	const marks: Mark[] = [];
	const arrows: Arrow[] = [];
	for (let p = Math.max(1, from); p <= Math.min(to, timeline.count); p++) {
		const first = timeline.first[p - 1] as number;
		if (columns.result[first] === SPUN) {
			marks.push(...spinMarks(session, columns, [first, timeline.first[p] as number], p));
			continue;
		}
		const record = session.record(first);
		const env = record.env !== '';
		marks.push({
			position: p,
			lane: env ? 0 : record.tid,
			tid: record.tid,
			shape: shapeOfStep(record),
			times: 1,
			acquired: record.acquired,
			inferred: inferred?.(first) ?? false,
		});
		const arrow = arrowOf(record);
		if (arrow) arrows.push({ position: p, ...arrow });
	}
	return { marks, arrows };
}

/** A look that is alone has the sign of a look: only of several there is a number to tell. */
function spinMarks(
	session: StepReader,
	columns: Columns,
	[first, end]: [number, number],
	position: number,
): Mark[] {
	const looks = new Map<number, { step: number; times: number }>();
	for (let step = first; step < end; step++) {
		const tid = actionTid(columns.action[step] as number);
		const seen = looks.get(tid);
		if (seen) seen.times++;
		else looks.set(tid, { step, times: 1 });
	}
	return [...looks].map(([tid, { step, times }]) => ({
		position,
		lane: tid,
		tid,
		shape: times === 1 ? shapeOfStep(session.record(step)) : 'spin',
		times,
		acquired: false,
	}));
}
