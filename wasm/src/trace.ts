/**
 * A recorded run: its events put into one order that the model allows, or up to the first that does
 * not fit. See docs/traces.md.
 */

import type { Config } from './config';
import type { Engine } from './engine';
import type { Facts, LockFacts } from './facts';
import { LoadError } from './load-error';
import { COMMON_NAMES, type CoreExports } from './loader';

/** Longer texts are refused before they are read. */
export const MAX_TRACE_BYTES = 64 << 20;
/** What the module of recorded runs exports. */
interface TraceExports extends CoreExports {
	ls_api_trace_buffer(bytes: number): number;
	ls_api_trace_open(length: number): number;
	ls_api_trace_slice(count: number): number;
	ls_api_trace_result(): number;
	ls_api_trace_actions(): number;
	ls_api_trace_when(): number;
	ls_api_trace_events(): number;
}

/** Their names, for the test against exports.txt. */
export const TRACE_EXPORT_NAMES = [
	'ls_api_trace_buffer',
	'ls_api_trace_open',
	'ls_api_trace_slice',
	'ls_api_trace_result',
	'ls_api_trace_actions',
	'ls_api_trace_when',
	'ls_api_trace_events',
] as const satisfies readonly (keyof TraceExports)[];

/** All that reading a recording calls. */
export const READER_NAMES: readonly string[] = [...COMMON_NAMES, ...TRACE_EXPORT_NAMES];

/** Instead of an event: this step stands in the schedule, but no event of the recording is it. */
export const NO_EVENT = 0xffffffff;

/** The first event that the model does not allow. */
export interface TraceDiffers {
	/** counted from 0, in the order of the file */
	event: number;
	/** of the file */
	line: number;
	tid: number;
	/** what was recorded, as a sentence */
	saw: string;
	/** another event that cannot be beside this one, in whichever order, and why */
	rival?: { event: number; line: number; why: string };
	/** what the model allows instead */
	allowed: string[];
}

/** Lines of the lock's text that the run went through, of those that it could. */
export interface TraceLines {
	covered: number;
	reachable: number;
	missed: string[];
}

export interface Trace {
	config: Config;
	/** every access, or only the kernel's trace events and the calls */
	seen: 'all' | 'calls' | 'source';
	events: number;
	/** of the recording's clock, in a microsecond */
	ticks: number;
	cut: boolean;
	/** the line that could not be read: it and what follows was left out; 0: none */
	damaged: number;
	/** where it comes from: whatever the file says */
	about: Record<string, string>;
	/** what was dropped of the file, with its line */
	notes: string[];
	/** events that fit, from the first on */
	conforming: number;
	differs: TraceDiffers | null;
	lines: TraceLines | null;
	/** the schedule that the events are */
	actions: Uint8Array;
	/** by action: when it was over, in ticks from the start */
	when: Float64Array;
	/** by action: which event it is, or NO_EVENT */
	event: Uint32Array;
}

/** A text of which nothing can be read gives only the reasons. */
export type TraceOpened = { ok: true; trace: Trace } | { ok: false; notes: string[] };

export interface TraceProgress {
	/** events put in order so far */
	conforming: number;
	events: number;
}

/** As ls_api_trace_open() says it. */
interface Head
	extends Pick<Trace, 'seen' | 'events' | 'ticks' | 'cut' | 'damaged' | 'about' | 'notes'> {
	ok: boolean;
	scenario: string;
}

/** As ls_api_trace_result() says it. */
interface Result extends Pick<Trace, 'conforming' | 'events' | 'differs'> {
	actions: number;
	verdict: 'agrees' | 'differs' | 'running' | 'no room';
	lines?: TraceLines | null;
}

const HEAD_BYTES = 4096; /* the line is one of the first */
const FIRST_SLICE = 2000; /* events; later slices are sized by the clock */
const SLICE_MS = 30;

/** The lock whose module can read a text: the one that its head names, else the first, which says what is wrong. */
export function lockOfTrace(facts: Facts, bytes: ArrayBuffer): LockFacts | undefined {
	const head = new TextDecoder().decode(bytes.slice(0, HEAD_BYTES));
	const variant = /^lock (\S+)/m.exec(head)?.[1];
	return facts.locks.find((l) => l.variants.some(({ name }) => name === variant)) ?? facts.locks[0];
}

/** Reads and orders a trace in this very thread: for the Worker behind trace-client.ts and for tests. */
export function openTraceHere(
	core: Engine,
	bytes: Uint8Array,
	onProgress: (progress: TraceProgress) => void = () => {},
): TraceOpened {
	const { memory } = core;
	const exports = traceExports(core);
	core.holder = undefined;
	if (bytes.length > MAX_TRACE_BYTES) return { ok: false, notes: [tooLong(bytes.length)] };
	const buffer = exports.ls_api_trace_buffer(bytes.length) >>> 0;
	if (buffer === 0) return { ok: false, notes: ['There is no memory for a text of that size.'] };
	new Uint8Array(exports.memory.buffer, buffer, bytes.length).set(bytes);
	const head = JSON.parse(memory.readText(exports.ls_api_trace_open(bytes.length))) as Head;
	if (!head.ok) return { ok: false, notes: head.notes };
	const config = memory.readConfig(head.scenario);
	order(core, exports, onProgress);
	const result = resultOf(core, exports);
	const { seen, events, ticks, cut, damaged, about } = head;
	const notes = [...head.notes];
	if (result.verdict === 'differs' && !result.differs)
		notes.push(`The model does not allow what comes after ${result.conforming} events.`);
	if (result.verdict === 'no room')
		notes.push(`There was no memory to go on after ${result.conforming} events.`);
	const count = result.actions;
	/* each may make room, and memory that grows has another buffer */
	const actions = exports.ls_api_trace_actions() >>> 0;
	const when = exports.ls_api_trace_when() >>> 0;
	const event = exports.ls_api_trace_events() >>> 0;
	const { buffer: heap } = exports.memory;
	return {
		ok: true,
		trace: {
			config,
			seen,
			events,
			ticks,
			cut,
			damaged,
			about,
			notes,
			conforming: result.conforming,
			differs: result.differs ?? null,
			lines: result.lines ?? null,
			actions: new Uint8Array(heap, actions, count).slice(),
			when: new Float64Array(heap, when, count).slice(),
			event: new Uint32Array(heap, event, count).slice(),
		},
	};
}

export function tooLong(bytes: number): string {
	const mib = (n: number) => (n / (1 << 20)).toFixed(0);
	return `It has ${mib(bytes)} MiB; a trace may have ${mib(MAX_TRACE_BYTES)}.`;
}

function traceExports(core: Engine): TraceExports {
	const missing = TRACE_EXPORT_NAMES.filter((name) => !(name in core.exports));
	if (missing.length > 0)
		throw new LoadError(
			`The module of recorded runs is of another version: it lacks ${missing.join(', ')}`,
		);
	return core.exports as TraceExports;
}

/** In slices sized by the clock, for the search may go back and forth; each is reported. */
function order(
	core: Engine,
	exports: TraceExports,
	onProgress: (progress: TraceProgress) => void,
): void {
	let size = FIRST_SLICE;
	for (;;) {
		const before = performance.now();
		if (exports.ls_api_trace_slice(size) !== 1) return;
		const factor = SLICE_MS / Math.max(performance.now() - before, 0.1);
		size = Math.ceil(size * Math.min(Math.max(factor, 0.5), 2));
		const { conforming, events } = resultOf(core, exports);
		onProgress({ conforming, events });
	}
}

function resultOf({ memory }: Engine, exports: TraceExports): Result {
	return JSON.parse(memory.readText(exports.ls_api_trace_result())) as Result;
}
