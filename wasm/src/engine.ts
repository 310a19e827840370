/** A running module: one machine, which whoever asks about a moment first puts that moment into. */

import type { Facts } from './facts';
import { type CoreExports, type CoreSource, instantiate } from './loader';
import { CoreMemory } from './memory';
import { Views } from './views';

export class Engine {
	readonly memory: CoreMemory;
	/** whose moment the one machine shows now, if anybody's */
	holder: { session: object; at: number } | undefined;

	constructor(
		readonly exports: CoreExports,
		/** of an edited text, by its marks: 1 where something has passed */
		private readonly passed: readonly WebAssembly.Global[] = [],
	) {
		this.memory = new CoreMemory(exports);
	}

	/** From now on anew. */
	forgetPassed(): void {
		for (const mark of this.passed) mark.value = 0;
	}

	whatPassed(): boolean[] {
		return this.passed.map(({ value }) => value === 1);
	}
}

/** One with names for what it does: all that the page shows of it. */
export class Family extends Engine {
	readonly views: Views;

	constructor(
		exports: CoreExports,
		readonly facts: Facts,
	) {
		super(exports);
		this.views = new Views(this.memory, facts, exports.ls_api_queue);
	}
}

/** For a Worker, which shows nothing; `names`: what it calls. */
export async function loadEngine(source: CoreSource, names?: readonly string[]): Promise<Engine> {
	return new Engine(await instantiate(source, names));
}
