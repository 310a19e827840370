/** A goal and a schedule, as the core reads them. */
import type { Engine } from './engine';
import type { Config, Schedule } from './types';

/** Returns how many actions there are. The config must have been written. */
export function writeGoal(
	engine: Engine,
	{ goal, from }: { goal: string; from: Schedule },
): number {
	engine.memory.writeTextAndBytes(goal, from);
	return from.length;
}

/** How many facts of a goal are reached at each moment of a schedule. The core judges; its machine stays as it is. */
export function goalAlong(
	core: { family(lock: number): Engine },
	config: Config,
	goal: string,
	schedule: Schedule,
): { facts: number; reached: number[] } {
	const engine = core.family(config.lock);
	engine.memory.writeConfig(config);
	const facts = engine.exports.ls_api_goal_along(writeGoal(engine, { goal, from: schedule }));
	if (facts === 0)
		throw new RangeError(`the goal cannot be followed: ${engine.memory.readTextZ()}`);
	return { facts, reached: engine.memory.readBytes(schedule.length + 1) };
}
