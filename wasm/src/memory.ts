/**
 * Where things stand in the module's memory: known to this file and cache-memory.ts alone. All offsets
 * are generated (C's offsetof); only the widths of the fields are written here.
 */
import { LAYOUT, LIMITS } from '../generated/machine';
import type { Config } from './config';
import type { LocalFacts } from './facts';
import type { CoreExports } from './loader';
import type { PlaceView } from './moment';

/** The step record as numbers, exactly as C states it. */
export interface RawRecord {
	action: number;
	result: number;
	op: number;
	order: number;
	/** counted from that of the procedure */
	line: number;
	proc: number;
	ok: number;
	word: number;
	target: number;
	flags: number;
	old: number;
	new: number;
	arg: number;
}

/** A call as it lies on a thread's stack. */
export interface RawFrame {
	proc: number;
	/** counted from that of the procedure */
	line: number;
	object: number;
	/** address of its first local */
	locals: number;
}

interface RawThread {
	status: number;
	state: number;
	onCpu: number;
	needResched: number;
	preemptOff: number;
	inKernel: number;
	threshold: number;
	timeout: number;
	signal: number;
	holds: number;
	role: number;
	frames: RawFrame[];
}

interface RawStats {
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
const { budgets: BUDGETS, taskStride: TASK_STRIDE } = LIMITS;
const WORD = 4;

export const emptyRecord = (): RawRecord => ({
	action: 0,
	result: 0,
	op: 0,
	order: 0,
	line: 0,
	proc: 0,
	ok: 0,
	word: 0,
	target: 0,
	flags: 0,
	old: 0,
	new: 0,
	arg: 0,
});

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

	writeConfig(config: Config): void {
		this.refresh();
		const { view, bytes, config: at } = this;
		const o = this.layout.config;
		bytes.fill(0, at, at + o.size);
		bytes[at + o.lock] = config.lock;
		bytes[at + o.variant] = config.variant;
		bytes[at + o.n] = config.threads;
		bytes[at + o.rounds] = config.rounds;
		view.setUint32(at + o.switches, config.switches, true);
		for (let i = 0; i < BUDGETS; i++) bytes[at + o.budget + i] = config.budget[i] ?? 0;
		for (let i = 0; i < this.layout.maxThreads; i++) bytes[at + o.role + i] = config.roles[i] ?? 0;
	}

	readConfig(scenario: string): Config {
		this.refresh();
		const { view, bytes, config: at } = this;
		const o = this.layout.config;
		const threads = bytes[at + o.n] as number;
		return {
			scenario,
			lock: bytes[at + o.lock] as number,
			variant: bytes[at + o.variant] as number,
			threads,
			rounds: bytes[at + o.rounds] as number,
			switches: view.getUint32(at + o.switches, true),
			budget: Array.from(bytes.subarray(at + o.budget, at + o.budget + BUDGETS)),
			roles: Array.from(bytes.subarray(at + o.role, at + o.role + threads)),
		};
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
		const at = this.exports.ls_api_record();
		const { view } = this;
		const o = this.layout.record;
		into.action = view.getUint8(at + o.action);
		into.result = view.getUint8(at + o.result);
		into.op = view.getUint8(at + o.op);
		into.order = view.getUint8(at + o.order);
		into.line = view.getUint16(at + o.line, true);
		into.proc = view.getUint8(at + o.proc);
		into.ok = view.getUint8(at + o.ok);
		into.word = view.getUint16(at + o.word, true);
		into.target = view.getUint8(at + o.target);
		into.flags = view.getUint8(at + o.flags);
		into.old = view.getUint32(at + o.old, true);
		into.new = view.getUint32(at + o.new, true);
		into.arg = view.getUint32(at + o.arg, true);
		return into;
	}

	writeRecord(from: RawRecord): void {
		this.refresh();
		const at = this.exports.ls_api_record();
		const { view } = this;
		const o = this.layout.record;
		view.setUint8(at + o.action, from.action);
		view.setUint8(at + o.result, from.result);
		view.setUint8(at + o.op, from.op);
		view.setUint8(at + o.order, from.order);
		view.setUint16(at + o.line, from.line, true);
		view.setUint8(at + o.proc, from.proc);
		view.setUint8(at + o.ok, from.ok);
		view.setUint16(at + o.word, from.word, true);
		view.setUint8(at + o.target, from.target);
		view.setUint8(at + o.flags, from.flags);
		view.setUint32(at + o.old, from.old, true);
		view.setUint32(at + o.new, from.new, true);
		view.setUint32(at + o.arg, from.arg, true);
	}

	/** Lock, variant, switches and remaining budget of the machine. */
	readHead(): {
		lock: number;
		variant: number;
		threads: number;
		switches: number;
		budget: number[];
	} {
		this.refresh();
		const { view, bytes, machine: at } = this;
		const o = this.layout.machine;
		return {
			lock: bytes[at + o.lock] as number,
			variant: bytes[at + o.variant] as number,
			threads: bytes[at + o.n] as number,
			switches: view.getUint32(at + o.switches, true),
			budget: Array.from(bytes.subarray(at + o.budget, at + o.budget + BUDGETS)),
		};
	}

	/** What is left of the environment's budget in the machine. */
	writeBudget(budget: readonly number[]): void {
		this.refresh();
		this.bytes.set(budget.slice(0, BUDGETS), this.machine + this.layout.machine.budget);
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

	readThread(tid: number): RawThread {
		this.refresh();
		const { bytes } = this;
		const o = this.layout.thread;
		const at = this.threadAt(tid);
		const byte = (offset: number) => bytes[at + offset] as number;
		return {
			status: byte(o.status),
			state: byte(o.state),
			onCpu: byte(o.onCpu),
			needResched: byte(o.needResched),
			preemptOff: byte(o.preemptOff),
			inKernel: byte(o.inKernel),
			threshold: byte(o.threshold),
			timeout: byte(o.timeout),
			signal: byte(o.signal),
			holds: byte(o.holds),
			role: byte(o.role),
			frames: this.readFrames(at + o.stack, byte(o.sp)),
		};
	}

	private readFrames(stack: number, sp: number): RawFrame[] {
		const o = this.layout.frame;
		const frames: RawFrame[] = [];
		for (let at = 0; at < sp; ) {
			const size = this.bytes[stack + at + o.bytes] as number;
			if (size === 0) break; /* never in a machine that C made */
			frames.push({
				proc: this.bytes[stack + at + o.proc] as number,
				line: this.view.getUint16(stack + at + o.line, true),
				object: this.view.getUint16(stack + at + o.object, true),
				locals: stack + at + o.size,
			});
			at += size;
		}
		return frames;
	}

	readLocal(at: number, { size, signed }: LocalFacts): number {
		this.refresh();
		if (size === 1) return signed ? this.view.getInt8(at) : this.view.getUint8(at);
		if (size === 2) return signed ? this.view.getInt16(at, true) : this.view.getUint16(at, true);
		return signed ? this.view.getInt32(at, true) : this.view.getUint32(at, true);
	}

	/** The threads in a queue, of which C has just said how many. */
	readPlaces(count: number): PlaceView[] {
		this.refresh();
		const o = this.layout.place;
		return Array.from({ length: count }, (_, i) => {
			const byte = (offset: number) => this.bytes[this.text + i * o.size + offset] as number;
			return {
				tid: byte(o.tid),
				ready: byte(o.ready) !== 0,
				linked: byte(o.linked) !== 0,
				next: byte(o.next),
				number: this.view.getUint32(this.text + i * o.size + o.number, true),
			};
		});
	}

	/** One byte per thread, see LANE in lanes.ts: made here because it runs after every step of a long load. */
	writeLanes(to: Uint8Array, offset: number, threads: number): void {
		this.refresh();
		const { bytes } = this;
		const o = this.layout.thread;
		const frameBytes = o.stack + this.layout.frame.bytes;
		for (let i = 0; i < threads; i++) {
			const at = this.threadAt(i + 1);
			const sp = bytes[at + o.sp] as number;
			const inCall = sp > (bytes[at + frameBytes] as number) ? 1 : 0;
			to[offset + i] =
				(bytes[at + o.status] as number) | ((bytes[at + o.holds] as number) << 3) | (inCall << 5);
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

	readStats(at: number): RawStats {
		this.refresh();
		const { view } = this;
		const o = this.layout.stats;
		return {
			states: view.getUint32(at + o.states, true),
			transitions: view.getFloat64(at + o.transitions, true),
			depth: view.getUint32(at + o.depth, true),
			verdict: view.getUint32(at + o.verdict, true),
			pathLength: view.getUint32(at + o.pathLength, true),
			found: view.getUint32(at + o.found, true) !== 0,
			collision: view.getFloat64(at + o.collision, true),
			sum: hex32(view.getUint32(at + o.sumHigh, true)) + hex32(view.getUint32(at + o.sumLow, true)),
			what: this.readCString(view.getUint32(at + o.what, true)),
		};
	}
}

const hex32 = (value: number): string => value.toString(16).padStart(8, '0');
