/** Where the cache lines and what a step did to one stand in the module's memory; beside memory.ts, for few need it. */
import { LAYOUT } from '../generated/machine';
import {
	type RawCache,
	type RawLine,
	type RawTouch,
	readCache,
	readLine,
	readTouch,
} from '../generated/records';
import type { Engine } from './engine';

export class CacheMemory {
	private readonly at: number;
	/** bytes in use, which a copy needs */
	readonly used: number;

	/** All lines in memory, as before the first step. */
	constructor(
		private readonly engine: Engine,
		lock: number,
		threads: number,
	) {
		this.at = engine.exports.ls_api_cache();
		this.used = engine.exports.ls_api_cache_start(lock, threads);
	}

	/** How many lines there are. */
	get lines(): number {
		return (this.used - LAYOUT.cache.line) / LAYOUT.line.size;
	}

	save(to: Uint8Array, offset: number): void {
		to.set(this.engine.memory.open().bytes.subarray(this.at, this.at + this.used), offset);
	}

	restore(from: Uint8Array): void {
		this.engine.memory.open().bytes.set(from, this.at);
	}

	/** Takes the step of the record in the module. */
	take(): RawTouch {
		const at = this.engine.exports.ls_api_cache_take();
		return readTouch(this.engine.memory.open().view, at);
	}

	line(id: number): RawLine {
		const { view } = this.engine.memory.open();
		return readLine(view, this.at + LAYOUT.cache.line + id * LAYOUT.line.size);
	}

	/** Sums over all lines. */
	sums(): RawCache {
		return readCache(this.engine.memory.open().view, this.at);
	}
}
