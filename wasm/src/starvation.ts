/** May a thread that waits be passed without bound? Every schedule with endless rounds is asked. See docs/checking.md. */
import { type Action, type Config, ENDLESS } from './config';
import type { Engine } from './engine';
import { COMMON_NAMES, type CoreExports } from './loader';
import { FIRST_SLICE, nextSize, nextTask, PROGRESS_MS } from './slices';

/** What the module of that search exports, beside what every module has. */
interface StarvationExports extends CoreExports {
	ls_api_starvation_start(maxStates: number): number;
	ls_api_starvation_slice(count: number): number;
	ls_api_starvation_result(): number;
}

/** Their names, for the test against exports.txt. */
export const STARVATION_EXPORT_NAMES = [
	'ls_api_starvation_start',
	'ls_api_starvation_slice',
	'ls_api_starvation_result',
] as const satisfies readonly (keyof StarvationExports)[];

/** All that the search calls. */
export const STARVATION_NAMES: readonly string[] = [...COMMON_NAMES, ...STARVATION_EXPORT_NAMES];

export interface StarvationOptions {
	/** the search sees no more states */
	maxStates: number;
	onProgress?(progress: Starvation): void;
	signal?: AbortSignal;
}

/** As in core-c/check/starvation.h. */
export interface Starvation {
	states: number;
	transitions: number;
	depth: number;
	seconds: number;
	/** every state was seen; else nobody is known to be safe */
	complete: boolean;
	/** no more states are looked for: threads are judged by those that were seen */
	built: boolean;
	/** each thread was judged; else memory ran out, or the search has not ended */
	judged: boolean;
	/** may be passed without bound */
	who: readonly number[];
	/** of them, who may be although it has gone to sleep for the lock */
	asleep: readonly number[];
	/** whom the schedule passes; 0: there is none */
	tid: number;
	/** steps to a state, and steps from there that lead back to it */
	lead: number;
	round: number;
	/** times that others are let in on the way round */
	passes: number;
	/** lead + round steps */
	path: readonly Action[];
}

const threadsIn = (bits: number): number[] =>
	Array.from({ length: 16 }, (_, i) => i + 1).filter((tid) => bits & (1 << (tid - 1)));

function resultOf(
	{ memory }: Engine,
	exports: StarvationExports,
	seconds: number,
	isOver: boolean,
): Starvation {
	const length = exports.ls_api_starvation_result();
	const numbers = memory.readText(length).split(' ').map(Number);
	const [states = 0, transitions = 0, depth = 0, complete, built, judged, ...rest] = numbers;
	const [who = 0, asleep = 0, tid = 0, lead = 0, round = 0, passes = 0] = rest;
	return {
		...{ states, transitions, depth, seconds },
		...{ complete: complete === 1, built: built === 1, judged: judged === 1 },
		...{ who: threadsIn(who), asleep: threadsIn(asleep), tid, lead, round, passes },
		path: isOver ? memory.readBytes(lead + round, length) : [],
	};
}

/**
 * Searches in this very thread, with endless rounds whatever the configuration says: for the Worker behind
 * starvation-client.ts and for tests. `pause` is awaited between slices. Null: it was aborted.
 */
export async function starvationHere(
	engine: Engine,
	config: Config,
	{ maxStates, onProgress, signal }: StarvationOptions,
	pause: () => Promise<void> = nextTask,
): Promise<Starvation | null> {
	const exports = engine.exports as StarvationExports;
	engine.memory.writeConfig({ ...config, rounds: ENDLESS });
	if (exports.ls_api_starvation_start(maxStates) < 0)
		throw new RangeError('this configuration cannot be searched');
	const started = performance.now();
	let reported = started;
	let size = FIRST_SLICE;
	for (;;) {
		if (signal?.aborted) return null;
		const before = performance.now();
		const more = exports.ls_api_starvation_slice(size) === 1;
		const now = performance.now();
		const found = () => resultOf(engine, exports, (now - started) / 1000, !more);
		if (!more) return found();
		size = nextSize(size, now - before);
		if (now - reported >= PROGRESS_MS) {
			reported = now;
			onProgress?.(found());
		}
		await pause();
	}
}
