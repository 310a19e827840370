/** A goal and a schedule, as the core reads them. */

import type { Config, Schedule } from './config';
import type { Engine } from './engine';

/** As the core reads it: LevelFacts.goal. */
export type Goal = readonly number[];

/** Returns how many bytes and how many actions there are. The config must have been written. */
export function writeGoal(
	engine: Engine,
	{ goal, from }: { goal: Goal; from: Schedule },
): [bytes: number, actions: number] {
	engine.memory.writeBytes(goal);
	engine.memory.writeBytes(from, goal.length);
	return [goal.length, from.length];
}

export interface Along {
	facts: number;
	/** by moment: bit i is fact i, or the i-th recorded step */
	done: number[];
	/** the first moment from which the goal is out of reach, or -1 */
	lost: number;
}

const LOST = 0x80000000; /* LS_GOAL_LOST */

export const isDone = (mask: number, fact: number): boolean => ((mask >>> fact) & 1) === 1;

/** The first moment at which all is reached, or -1. */
export const wonAt = ({ facts, done }: Along): number => done.indexOf(2 ** facts - 1);

/** What of a goal is reached at each moment of a schedule. The core judges; its machine stays as it is. */
export function goalAlong(
	core: { family(lock: number): Engine },
	config: Config,
	goal: Goal,
	schedule: Schedule,
): Along {
	const engine = core.family(config.lock);
	engine.memory.writeConfig(config);
	const { ls_api_goal_along, ls_api_goal_done } = engine.exports;
	const facts = ls_api_goal_along(...writeGoal(engine, { goal, from: schedule }));
	if (facts === 0) throw new RangeError('the goal cannot be followed');
	const done = engine.memory.readBytes(schedule.length + 1).map((r) => ls_api_goal_done(r) >>> 0);
	return { facts, done, lost: done.indexOf(LOST) };
}
