/**
 * Where things stand in the module's memory: known to this file and cache-memory.ts alone. Places and widths of the
 * fields are generated (core-c/facts/layout.c), and so is what reads and writes them.
 */
import { LAYOUT, LIMITS } from '../generated/machine';
import {
	frameBytes,
	type RawRecord,
	type RawThread,
	readConfig,
	readFrame,
	readMachine,
	readPlace,
	readRecord,
	readStats,
	readThread,
	setMachineBudget,
	threadHolds,
	threadSp,
	threadStatus,
	writeConfig,
	writeRecord,
} from '../generated/records';
import type { Config } from './config';
import type { LocalFacts } from './facts';
import type { CoreExports } from './loader';
import type { PlaceView } from './moment';

/** A call as it lies on a thread's stack. */
export interface Call {
	proc: number;
	/** counted from that of the procedure */
	line: number;
	object: number;
	/** address of its first local */
	locals: number;
}

interface Thread extends RawThread {
	calls: Call[];
}

interface Stats {
	states: number;
	transitions: number;
	depth: number;
	verdict: number;
	pathLength: number;
	found: boolean;
	collision: number;
	sum: string;
	what: string;
}

export const { textBytes: TEXT_BYTES, maxSchedule: MAX_SCHEDULE } = LIMITS;
const { taskStride: TASK_STRIDE } = LIMITS;
const WORD = 4;

export class CoreMemory {
	readonly layout = LAYOUT;
	private readonly memory: WebAssembly.Memory;
	/** @internal */
	bytes: Uint8Array;
	/** @internal */
	view: DataView;
	private readonly text: number;
	private readonly machine: number;
	private readonly config: number;
	private readonly encoder = new TextEncoder();
	private readonly decoder = new TextDecoder();

	constructor(private readonly exports: CoreExports) {
		this.memory = exports.memory;
		this.bytes = new Uint8Array(this.memory.buffer);
		this.view = new DataView(this.memory.buffer);
		this.text = exports.ls_api_text();
		this.machine = exports.ls_api_machine();
		this.config = exports.ls_api_config();
	}

	/** Growth of the memory detaches the old buffer; every entry below starts here. */
	private refresh(): void {
		if (this.bytes.buffer === this.memory.buffer) return;
		this.bytes = new Uint8Array(this.memory.buffer);
		this.view = new DataView(this.memory.buffer);
	}

	/** @internal for what reads more of it: cache-memory.ts */
	open(): { bytes: Uint8Array; view: DataView } {
		this.refresh();
		return this;
	}

	readCString(at: number): string {
		this.refresh();
		if (at === 0) return '';
		const end = this.bytes.indexOf(0, at);
		return this.decoder.decode(this.bytes.subarray(at, end < 0 ? this.bytes.length : end));
	}

	/** Text that C left in the shared buffer. */
	readText(length: number): string {
		this.refresh();
		const size = Math.min(Math.max(length, 0), TEXT_BYTES);
		return this.decoder.decode(this.bytes.subarray(this.text, this.text + size));
	}

	/** Text in the shared buffer that ends at its NUL. */
	readTextZ(): string {
		return this.readCString(this.text);
	}

	/** Writes as much of the text as fits, NUL-terminated and cut at a whole character. */
	writeText(text: string): { written: number; whole: boolean } {
		this.refresh();
		const room = this.bytes.subarray(this.text, this.text + TEXT_BYTES - 1);
		const { read, written } = this.encoder.encodeInto(text, room);
		this.bytes[this.text + written] = 0;
		return { written, whole: read === text.length };
	}

	writeBytes(bytes: ArrayLike<number>, offset = 0): void {
		this.refresh();
		this.bytes.set(bytes, this.text + offset);
	}

	/** A text, and what follows it. */
	writeTextAndBytes(text: string, bytes: ArrayLike<number>): void {
		const { written } = this.writeText(text);
		this.writeBytes(bytes, written + 1);
	}

	readBytes(length: number, offset = 0): number[] {
		this.refresh();
		const from = this.text + offset;
		return Array.from(this.bytes.subarray(from, from + length));
	}

	writeConfig({ threads: n, roles: role, ...config }: Config): void {
		const { view, bytes } = this.open();
		bytes.fill(0, this.config, this.config + this.layout.config.size);
		writeConfig(view, this.config, { ...config, n, role });
	}

	readConfig(scenario: string): Config {
		const { n, role, ...config } = readConfig(this.open().view, this.config);
		return { scenario, ...config, threads: n, roles: role.slice(0, n) };
	}

	/** Copies the first `used` bytes of the machine to `to` at `offset`. */
	saveMachine(to: Uint8Array, offset: number, used: number): void {
		this.refresh();
		to.set(this.bytes.subarray(this.machine, this.machine + used), offset);
	}

	restoreMachine(from: Uint8Array): void {
		this.refresh();
		this.bytes.set(from, this.machine);
	}

	readRecord(into: RawRecord): RawRecord {
		this.refresh();
		return readRecord(this.view, this.exports.ls_api_record(), into);
	}

	writeRecord(from: RawRecord): void {
		this.refresh();
		writeRecord(this.view, this.exports.ls_api_record(), from);
	}

	/** Lock, variant, switches and remaining budget of the machine. */
	readHead() {
		return readMachine(this.open().view, this.machine);
	}

	/** What is left of the environment's budget in the machine. */
	writeBudget(budget: readonly number[]): void {
		setMachineBudget(this.open().view, this.machine, budget);
	}

	readWord(index: number): number {
		this.refresh();
		return this.view.getUint32(this.machine + this.layout.machine.mem + WORD * index, true);
	}

	/** Threads of a list that starts at word `index`, in order. */
	readList(index: number): number[] {
		this.refresh();
		const at = this.machine + this.layout.machine.mem + WORD * index;
		return Array.from(this.bytes.subarray(at, at + this.layout.listBytes)).filter((t) => t !== 0);
	}

	readThread(tid: number): Thread {
		const at = this.threadAt(tid);
		const thread = readThread(this.open().view, at);
		return { ...thread, calls: this.readCalls(at + this.layout.thread.stack, thread.sp) };
	}

	private readCalls(stack: number, sp: number): Call[] {
		const calls: Call[] = [];
		for (let at = 0; at < sp; ) {
			const { bytes, proc, line, object } = readFrame(this.view, stack + at);
			if (bytes === 0) break; /* never in a machine that C made */
			calls.push({ proc, line, object, locals: stack + at + this.layout.frame.size });
			at += bytes;
		}
		return calls;
	}

	readLocal(at: number, { size, signed }: LocalFacts): number {
		this.refresh();
		if (size === 1) return signed ? this.view.getInt8(at) : this.view.getUint8(at);
		if (size === 2) return signed ? this.view.getInt16(at, true) : this.view.getUint16(at, true);
		return signed ? this.view.getInt32(at, true) : this.view.getUint32(at, true);
	}

	/** The threads in a queue, of which C has just said how many. */
	readPlaces(count: number): PlaceView[] {
		const { view } = this.open();
		return Array.from({ length: count }, (_, i) => {
			const { ready, linked, ...place } = readPlace(view, this.text + i * this.layout.place.size);
			return { ...place, ready: ready !== 0, linked: linked !== 0 };
		});
	}

	/** One byte per thread, see LANE in lanes.ts: made here because it runs after every step of a long load. */
	writeLanes(to: Uint8Array, offset: number, threads: number): void {
		const { view } = this.open();
		for (let i = 0; i < threads; i++) {
			const at = this.threadAt(i + 1);
			const inCall = threadSp(view, at) > frameBytes(view, at + this.layout.thread.stack) ? 1 : 0;
			to[offset + i] = threadStatus(view, at) | (threadHolds(view, at) << 3) | (inCall << 5);
		}
	}

	private threadAt(tid: number): number {
		return this.machine + this.layout.machine.thread + this.layout.thread.size * (tid - 1);
	}

	/** Splits the number of a task's word; undefined for words of the lock. */
	taskWord(word: number): { tid: number; field: number } | undefined {
		if (word === this.layout.noWord || word < this.layout.taskWords) return undefined;
		const index = word - this.layout.taskWords;
		return { tid: Math.floor(index / TASK_STRIDE), field: index % TASK_STRIDE };
	}

	readHash(at: number): string {
		this.refresh();
		return this.view.getBigUint64(at, true).toString(16).padStart(16, '0');
	}

	readStats(at: number): Stats {
		const { found, sumHigh, sumLow, what, ...stats } = readStats(this.open().view, at);
		const sum = hex32(sumHigh) + hex32(sumLow);
		return { ...stats, found: found !== 0, sum, what: this.readCString(what) };
	}
}

const hex32 = (value: number): string => value.toString(16).padStart(8, '0');
