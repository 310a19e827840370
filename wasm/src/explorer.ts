/** Exhaustive search, in slices short enough to report and to stop between them. */
import { SAVED, VERDICTS } from '../generated/machine';
import type { Config, Schedule } from './config';
import type { Engine } from './engine';
import { type Goal, writeGoal } from './goal';
import type { ExploreProgress } from './moment';
import { FIRST_SLICE, nextSize, nextTask, PROGRESS_MS } from './slices';

/** A goal is looked for from behind these steps, instead of faults from the start. */
export interface Towards {
	goal: Goal;
	from: Schedule;
}

export interface ExploreOptions {
	/** the search ends with verdict BOUNDED after this many states */
	maxStates: number;
	towards?: Towards | undefined;
	/** faults are looked for behind these steps alone, and whether any schedule from there ends well */
	behind?: Schedule | undefined;
	/** data races are looked for, by the declared orders, and nothing else */
	races?: boolean | undefined;
	onProgress?(progress: ExploreProgress): void;
	signal?: AbortSignal;
}

const CANCELLED = 'CANCELLED';

/** Before the first report. */
export const nothingYet = (): ExploreProgress => ({
	done: false,
	states: 0,
	transitions: 0,
	depth: 0,
	seconds: 0,
	verdict: 'OK',
	what: '',
	path: [],
	found: false,
	collision: 0,
	sum: '',
	brokenAt: 0,
	saved: 'unknown',
	ran: [],
});

export const cancelled = (last: ExploreProgress): ExploreProgress => ({
	...last,
	done: true,
	verdict: CANCELLED,
	what: '',
	path: [],
});

/**
 * Searches in this very thread. The page uses explore() of explorer-client.ts instead; this is for
 * the Worker behind it and for tests. `pause` is awaited between slices, so that timers and an
 * abort get their turn. Cancelling is an answer, not an error.
 */
export async function exploreHere(
	core: { family(lock: number): Engine },
	config: Config,
	options: ExploreOptions,
	pause: () => Promise<void> = nextTask,
): Promise<ExploreProgress> {
	const engine = core.family(config.lock);
	engine.memory.writeConfig(config);
	engine.holder = undefined;
	engine.forgetPassed();
	const begun = start(engine, options);
	if (begun < 0) throw new RangeError('this configuration cannot be searched');
	const started = performance.now();
	let progress = nothingYet();
	if (begun > 0) return { ...progressOf(engine, true, 0), brokenAt: begun, saved: 'no' };
	let reported = started;
	let size = FIRST_SLICE;
	for (;;) {
		if (options.signal?.aborted) return cancelled(progress);
		const before = performance.now();
		engine.holder = undefined;
		const more = engine.exports.ls_api_explore_slice(size) === 1;
		const now = performance.now();
		progress = progressOf(engine, !more, (now - started) / 1000);
		if (!more) return options.behind ? withSaved(engine, progress, options.maxStates) : progress;
		size = nextSize(size, now - before);
		if (now - reported >= PROGRESS_MS) {
			reported = now;
			options.onProgress?.(progress);
		}
		await pause();
	}
}

/** Where all goes well everywhere, nothing is to be asked. */
function withSaved(engine: Engine, end: ExploreProgress, maxStates: number): ExploreProgress {
	if (end.verdict === 'OK') return { ...end, saved: 'yes' };
	return { ...end, saved: SAVED[engine.exports.ls_api_ahead_saved(maxStates)] ?? 'unknown' };
}

/** Of steps that have broken something, which of them, from 1 on. */
function start(engine: Engine, { maxStates, towards, behind, races }: ExploreOptions): number {
	if (races) return engine.exports.ls_api_races_start(maxStates);
	if (behind) {
		engine.memory.writeBytes(behind);
		return engine.exports.ls_api_ahead_start(behind.length, maxStates);
	}
	if (!towards) return engine.exports.ls_api_explore_start(maxStates);
	return engine.exports.ls_api_goal_start(...writeGoal(engine, towards), maxStates);
}

function progressOf(engine: Engine, done: boolean, seconds: number): ExploreProgress {
	const { memory, exports } = engine;
	const stats = memory.readStats(exports.ls_api_explore_stats());
	return {
		done,
		states: stats.states,
		transitions: stats.transitions,
		depth: stats.depth,
		seconds,
		verdict: VERDICTS[stats.verdict] ?? '',
		what: done ? stats.what : '',
		path: done ? memory.readBytes(stats.pathLength) : [],
		found: done && stats.found,
		collision: stats.collision,
		sum: done ? stats.sum : '',
		brokenAt: 0,
		saved: 'unknown',
		ran: done ? engine.whatPassed() : [],
	};
}
