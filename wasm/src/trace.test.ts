/** Recorded runs on the real module: those that come with the page, and what becomes of damaged ones. */
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from './core';
import type { Engine } from './engine';
import { builtCore, madeTraceText, traceEngine } from './testing';
import { lockOfTrace, NO_EVENT, openTraceHere, type Trace, type TraceProgress } from './trace';

const FOLDER = new URL('../../web/traces/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.trace'));
const linesOf = (name: string) => readFileSync(new URL(name, FOLDER), 'utf8').split('\n');
/** One in which every access was seen, so that none can be changed unnoticed. */
const WHOLE = FILES.find((name) => linesOf(name).includes('seen all')) as string;

let core: Core;
let openers: Map<string, Engine>;
beforeAll(async () => {
	core = await builtCore();
	openers = new Map();
	for (const { name } of core.facts.locks) openers.set(name, await traceEngine(name));
});

/** With the module that the page would take. */
function read(bytes: Uint8Array<ArrayBuffer>, onProgress?: (progress: TraceProgress) => void) {
	const engine = openers.get(lockOfTrace(core.facts, bytes.buffer)?.name ?? '');
	if (!engine) throw new Error('no module reads this');
	return openTraceHere(engine, bytes, onProgress);
}

const open = (lines: readonly string[], onProgress?: (progress: TraceProgress) => void) =>
	read(new TextEncoder().encode(lines.join('\n')), onProgress);

function opened(lines: readonly string[]): Trace {
	const answer = open(lines);
	if (!answer.ok) throw new Error(answer.notes.join(' '));
	return answer.trace;
}

/** The schedule must be one of the machine that the page steps. */
function expectToApply({ config, actions }: Trace): void {
	expect(core.session(config).load(actions)).toBe(actions.length);
}

const isEvent = (line: string) => /^\d+ \d+ \d+ /.test(line);
/** Events that must be in the schedule: those that were over when the trace was cut off. */
function judged(lines: readonly string[]): number {
	const cut = lines.find((line) => line.startsWith('cut '))?.slice(4) ?? 'Infinity';
	return lines.filter((line) => isEvent(line) && Number(line.split(' ')[2]) <= Number(cut)).length;
}
const changed = (lines: readonly string[], at: number, change: (line: string) => string) =>
	lines.map((line, i) => (i === at ? change(line) : line));

describe.each(FILES)('%s', (name) => {
	it('is a schedule of the model, with each event in it, in the order of time', () => {
		const lines = linesOf(name);
		const trace = opened(lines);
		expect(trace.notes).toEqual([]);
		expect(trace.differs).toBeNull();
		expect(trace.events).toBe(lines.filter(isEvent).length);
		expect(trace.conforming).toBe(judged(lines));
		const { actions, when, event } = trace;
		expect([when.length, event.length]).toEqual([actions.length, actions.length]);
		expectToApply(trace);
		const told = event.filter((e) => e !== NO_EVENT);
		/* sleeping and waking are two steps of the model, and one event */
		const shown = new Set(told).size;
		if (trace.seen !== 'calls') {
			expect(shown).toBeGreaterThanOrEqual(trace.conforming);
			/* one that was not over may be in it, too */
			expect(shown - trace.conforming).toBeLessThanOrEqual(trace.events - judged(lines));
		} else expect(shown).toBeLessThan(trace.conforming); /* a call and its return are no steps */
		expect(Math.max(...told)).toBeLessThan(trace.events);
		for (let i = 1; i < when.length; i++)
			expect(when[i]).toBeGreaterThanOrEqual(when[i - 1] as number);
	});

	it('is read by a module that has read nothing before, as in the Worker of the page', async () => {
		const bytes = new Uint8Array(readFileSync(new URL(name, FOLDER)));
		const fresh = await traceEngine(lockOfTrace(core.facts, bytes.buffer)?.name ?? '');
		const answer = openTraceHere(fresh, bytes);
		expect(answer.ok && answer.trace.actions.length).toBeGreaterThan(0);
	});

	it('says where it comes from', () => {
		const { about, config, ticks } = opened(linesOf(name));
		expect(about.kernel).toMatch(/^\d+\.\d+/);
		expect(ticks).toBeGreaterThan(0);
		expect(core.scenario(config.scenario)?.sandbox).toBe(true);
	});
});

describe('a recording in which one value was changed', () => {
	it('ends before that event, and says what was seen and what is allowed', () => {
		const lines = linesOf(WHOLE);
		const at = lines.findIndex((line, i) => i > lines.length / 2 && / load .*old=/.test(line));
		const trace = opened(changed(lines, at, (line) => line.replace(/old=\w+/, 'old=0x7717')));
		expect(trace.differs).toMatchObject({ line: at + 1 });
		expect(trace.differs?.saw).toMatch(/\S+ at \S+/);
		expect(trace.differs?.allowed.length).toBeGreaterThan(0);
		expect(trace.conforming).toBeLessThan(trace.events);
		expectToApply(trace);
		expect([...trace.event]).not.toContain(trace.differs?.event);
	});
});

describe('two events that cannot both be', () => {
	const take = (tid: number, before: number, after: number) =>
		`${tid} ${before} ${after} mutex612_lock#1 cas word=0 arg=0 old=0 new=${tid * 8} ok=1`;
	const of = (threads: string, ...events: string[]) =>
		opened([
			'lockstep-trace 1',
			'lock mutex-6.12',
			`threads ${threads}`,
			'seen all',
			'events',
			...events,
			'',
		]);

	it('are named together, whichever of them the search took first', () => {
		const { differs } = of('LL', take(1, 10, 30), take(2, 12, 32));
		expect([differs?.event, differs?.rival?.event].sort()).toEqual([0, 1]);
		expect([differs?.line, differs?.rival?.line].sort()).toEqual([6, 7]);
		expect(differs?.rival?.why).toBe(
			'events 1 and 2 overlap, and each found 0x0 in owner and changed it: whichever came first, the other could not have found that',
		);
	});

	it('are none where one was over before the other began', () => {
		const { differs } = of('LL', take(1, 10, 11), take(2, 12, 32));
		expect(differs).toMatchObject({ event: 1 });
		expect(differs?.rival).toBeUndefined();
	});

	it('are none where a third may have written back what they found', () => {
		const free = [
			'1 20 30 mutex_owner_worker#1 critical',
			'1 40 50 mutex612_unlock#3 cas word=0 arg=8 old=8 new=0 ok=1',
		];
		const trace = of('LLL', take(1, 10, 11), ...free, take(2, 12, 60), take(3, 13, 60));
		expect(trace.differs).not.toBeNull();
		expect(trace.differs?.rival).toBeUndefined();
	});
});

describe('a damaged file', () => {
	it('opens as far as it goes, and names the line', () => {
		const lines = linesOf(WHOLE);
		const at = Math.floor(lines.length / 2);
		const trace = opened(changed(lines, at, () => '1 what is this'));
		expect(trace.notes.join(' ')).toContain(`${at + 1}`);
		expect(trace.damaged).toBe(at + 1);
		expect(trace.differs).toBeNull();
		expect(trace.events).toBeLessThan(lines.filter(isEvent).length);
		expect(trace.events).toBeGreaterThan(0);
		expectToApply(trace);
	});

	it('of which nothing can be read gives the reason', () => {
		for (const lines of [
			[''],
			['\u0000\u0001\u00ff'],
			['lockstep-trace 99'],
			['<!doctype html>'],
		]) {
			const answer = open(lines);
			expect(answer).toMatchObject({ ok: false });
			expect(!answer.ok && answer.notes.join(' ')).toMatch(/\w/);
		}
	});
});

it('finds in a run of the model the very steps that were taken', () => {
	const trace = opened(madeTraceText(core, 5000).split('\n'));
	expect(trace).toMatchObject({ events: 5000, conforming: 5000, differs: null });
	expect([...trace.event]).toEqual(Array.from({ length: 5000 }, (_, i) => i));
	for (const [i, at] of trace.when.entries())
		expect(Math.abs(at - 1000 * i)).toBeLessThanOrEqual(1000);
	expectToApply(trace);
});

it('opens one after the other, and reports while it goes', () => {
	const lines = linesOf(WHOLE);
	const head = lines.slice(0, lines.indexOf('events') + 1);
	const first = lines.findIndex(isEvent);
	const last = lines.filter(isEvent).length + first;
	const short = opened([...head, ...lines.slice(first, first + 40), '']);
	expect(short.events).toBe(40);
	const seen: TraceProgress[] = [];
	expect(open(lines.slice(0, last), (progress) => seen.push(progress)).ok).toBe(true);
	for (const { conforming, events } of seen) expect(conforming).toBeLessThanOrEqual(events);
});

it('cannot be opened by the module that has no code for it', () => {
	const stepper = core.family(0);
	expect(() => openTraceHere(stepper, new Uint8Array(3))).toThrow('recorded runs');
});
