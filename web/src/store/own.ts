/** Which schedules of a level the reader has found step by step, and was not shown. */
import type { Action, Schedule, Session } from '../../../wasm/src';
import { commonPrefix } from './branches';
import { keep, readKept } from './kept';

const KEY = 'lockstep.own-steps';

/** So many ways are remembered, the newest. */
const KEPT = 40;

const isWay = (way: unknown): way is Action[] =>
	Array.isArray(way) && way.every((action) => Number.isInteger(action));

export class OwnSteps {
	private ways: Action[][] = [];

	constructor(private readonly level: string) {}

	/** As after a reload: what this browser has kept of the level that was played last. */
	static of(level: string): OwnSteps {
		const own = new OwnSteps(level);
		const kept = readKept(KEY) as { level?: unknown; ways?: unknown } | null;
		if (kept?.level === level && Array.isArray(kept.ways)) own.ways = kept.ways.filter(isWay);
		return own;
	}

	/** The first steps of a schedule, each of them: none were shown or chosen by the page. */
	has(schedule: Schedule, length: number): boolean {
		return length === 0 || this.ways.some((way) => commonPrefix(way, schedule) >= length);
	}

	/** The reader has moved somebody. */
	any(): boolean {
		return this.ways.length > 0;
	}

	/** The reader has chosen the last step before the session's cursor; it counts where all before it do. */
	took(session: Session): void {
		const steps = [...session.actions().slice(0, session.cursor)];
		const before = steps.length - 1;
		if (this.has(steps, steps.length) || !this.has(steps, before)) return;
		const rest = this.ways.filter((way) => commonPrefix(way, steps) < way.length);
		this.ways = [...rest.slice(1 - KEPT), steps];
	}

	keep(): void {
		if (this.ways.length > 0) keep(KEY, { level: this.level, ways: this.ways });
	}
}
