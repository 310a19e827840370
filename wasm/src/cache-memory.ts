/** Where the cache lines and what a step did to one stand in the module's memory; beside memory.ts, for few need it. */
import { LAYOUT, USES } from '../generated/machine';
import type { Engine } from './engine';

/** What one step did to a cache line; the sets have bit T for thread T. */
export interface RawTouch {
	line: number;
	use: number;
	before: number;
	after: number;
	transfer: number;
	from: number;
	lost: number;
	disturbed: number;
}

interface RawLine {
	has: number;
	watch: number;
	transfers: number;
	lost: number;
	state: number;
}

interface RawCache {
	transfers: number;
	lost: number;
	disturbed: number;
	/** by number of the use */
	uses: number[];
}

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
		const { view } = this.engine.memory.open();
		const o = LAYOUT.touch;
		return {
			line: view.getUint16(at + o.line, true),
			use: view.getUint8(at + o.use),
			before: view.getUint8(at + o.before),
			after: view.getUint8(at + o.after),
			transfer: view.getUint8(at + o.transfer),
			from: view.getUint8(at + o.from),
			lost: view.getUint32(at + o.lost, true),
			disturbed: view.getUint32(at + o.disturbed, true),
		};
	}

	line(id: number): RawLine {
		const { view } = this.engine.memory.open();
		const o = LAYOUT.line;
		const line = this.at + LAYOUT.cache.line + id * o.size;
		return {
			has: view.getUint32(line + o.has, true),
			watch: view.getUint32(line + o.watch, true),
			transfers: view.getUint32(line + o.transfers, true),
			lost: view.getUint32(line + o.lost, true),
			state: view.getUint8(line + o.state),
		};
	}

	/** Sums over all lines. */
	sums(): RawCache {
		const { view } = this.engine.memory.open();
		const o = LAYOUT.cache;
		return {
			transfers: view.getUint32(this.at + o.transfers, true),
			lost: view.getUint32(this.at + o.lost, true),
			disturbed: view.getUint32(this.at + o.disturbed, true),
			uses: USES.map((_, i) => view.getUint32(this.at + o.uses + 4 * i, true)),
		};
	}
}
