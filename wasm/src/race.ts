/** The first data race of a schedule, by the orders that its accesses declare (core-c/check/race.h). */
import type { Config, Schedule } from './config';
import type { Engine } from './engine';

/** Steps are counted from 1. */
export interface Race {
	/** work under the lock of two threads: nothing orders the second behind the first */
	first: number;
	second: number;
	/** a write of the first thread, and a read of that word by the second, which could order them; null: no two do */
	by: { wrote: number; read: number; lacksRelease: boolean; lacksAcquire: boolean } | null;
}

/** null: none of the steps races. The core judges; its machine stays as it is. */
export function raceAlong(
	core: { family(lock: number): Engine },
	config: Config,
	schedule: Schedule,
): Race | null {
	const { memory, exports } = core.family(config.lock);
	memory.writeConfig(config);
	memory.writeBytes(schedule);
	const told = memory.readText(exports.ls_api_race_along(schedule.length));
	if (told === '') return null;
	const [first = 0, second = 0, wrote = 0, read = 0, release, acquire] = told
		.split(' ')
		.map(Number);
	const by = { wrote, read, lacksRelease: release === 1, lacksAcquire: acquire === 1 };
	return { first, second, by: wrote > 0 ? by : null };
}
