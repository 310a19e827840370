/**
 * The recorded runs that ship: the tool and the module of the page come to the same verdict, and a
 * run with one event changed, dropped or swapped is refused, near that event.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { builtCore, traceEngine } from '../../wasm/src/testing';
import { lockOfTrace, openTraceHere } from '../../wasm/src/trace';
import { heldOf } from '../../web/src/trace/held';
import { SHIPPED } from '../../web/src/trace/shipped';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;
const FOLDER = new URL('../../web/traces/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.trace'));
const NEAR = 3; /* events of the same thread */
const PLACES = 60; /* tampered with in each file and way */
const folder = mkdtempSync(join(tmpdir(), 'lockstep-'));
const core = await builtCore();
const { facts } = core;

afterAll(() => rmSync(folder, { recursive: true }));

interface Native {
	trace: { events: number; notes: string[] };
	result: {
		verdict: string;
		conforming: number;
		actions: number;
		differs: { event: number } | null;
	};
}

/** `lockstep conform` ends with 1 when the trace differs. */
function nativeVerdict(text: string): Native {
	const path = join(folder, 'a.trace');
	writeFileSync(path, text);
	try {
		return JSON.parse(execFileSync(NATIVE, ['conform', '--json', path], { encoding: 'utf8' }));
	} catch (error) {
		return JSON.parse((error as { stdout: string }).stdout);
	}
}

const textOf = (head: string[], events: string[]) => `${[...head, ...events].join('\n')}\n`;

function parts(name: string): { head: string[]; events: string[] } {
	const lines = readFileSync(new URL(name, FOLDER), 'utf8').trimEnd().split('\n');
	const end = lines.indexOf('events') + 1;
	return { head: lines.slice(0, end), events: lines.slice(end) };
}

const threadOf = (event: string) => event.split(' ')[0];

/** Each gives the tampered events, or undefined where there is nothing to tamper with. */
const WAYS: Record<string, (events: string[], at: number) => string[] | undefined> = {
	changed: (events, at) => {
		const [found, name, value] = / (old|new)=(\S+)/.exec(events[at] as string) ?? [];
		if (!found || / on_cpu /.test(events[at] as string))
			return undefined; /* a preemption explains it */
		const other = (events[at] as string).replace(found, ` ${name}=${Number(value) ^ 1}`);
		return events.with(at, other);
	},
	dropped: (events, at) =>
		/* without it nobody would know that there was anybody to wake */
		/ wake .*ok=0/.test(events[at] as string) ? undefined : events.toSpliced(at, 1),
	swapped: (events, at) => {
		const tid = threadOf(events[at] as string);
		const next = events.findIndex((event, i) => i > at && threadOf(event) === tid);
		if (next < 0) return undefined;
		const [first, second] = [events[at], events[next]].map((event) => (event as string).split(' '));
		const timed = (times: string[], what: string[]) =>
			[...times.slice(0, 3), ...what.slice(3)].join(' ');
		if (!first || !second || first.slice(3).join() === second.slice(3).join()) return undefined;
		return events.with(at, timed(first, second)).with(next, timed(second, first));
	},
};

describe.each(FILES)('%s', (name) => {
	const { head, events } = parts(name);

	it('conforms, here and there alike', async () => {
		const text = textOf(head, events);
		const there = nativeVerdict(text);
		const bytes = new TextEncoder().encode(text);
		const engine = await traceEngine(lockOfTrace(facts, bytes.buffer)?.name ?? '');
		const here = openTraceHere(engine, bytes);
		if (!here.ok) throw new Error(here.notes.join(' '));
		expect(there.trace.notes).toEqual([]);
		expect(there.result).toMatchObject({ verdict: 'agrees', differs: null });
		expect(here.trace.conforming).toBe(there.result.conforming);
		expect(here.trace.actions.length).toBe(there.result.actions);
		const card = SHIPPED.find(({ id }) => `${id}.trace` === name);
		expect(card?.held).toEqual(heldOf(here.trace, facts));
	});

	it('has what its card says that one can see, in that order', async () => {
		const bytes = new TextEncoder().encode(textOf(head, events));
		const engine = await traceEngine(lockOfTrace(facts, bytes.buffer)?.name ?? '');
		const here = openTraceHere(engine, bytes);
		if (!here.ok) throw new Error(here.notes.join(' '));
		const session = core.session(here.trace.config);
		session.extend(here.trace.actions, here.trace.actions.length);
		const left = [...(SHIPPED.find(({ id }) => `${id}.trace` === name)?.look ?? [])];
		expect(left).not.toEqual([]);
		for (let i = 0; i < session.length && left[0]; i++)
			if (left[0].test(session.narrate(i))) left.shift();
		expect(left).toEqual([]);
	});

	it.each(Object.keys(WAYS))(
		'is refused with one event %s',
		(way) => {
			const step = Math.max(1, Math.floor((events.length - 30) / PLACES));
			let tried = 0;
			let near = 0;
			const accepted: string[] = [];
			for (let at = 3; at < events.length - 25; at += step) {
				const wrong = WAYS[way]?.(events, at);
				if (!wrong) continue;
				tried++;
				const { result } = nativeVerdict(textOf(head, wrong));
				if (result?.verdict !== 'differs') accepted.push(`${at}: ${events[at]}`);
				const named = result?.differs?.event ?? Number.NaN;
				const [low, high] = [Math.min(at, named), Math.max(at, named)];
				const between = wrong
					.slice(low, high)
					.filter((event) => threadOf(event) === threadOf(events[at] as string));
				near += between.length <= NEAR && named >= 0 ? 1 : 0;
			}
			expect(accepted).toEqual([]);
			expect(tried).toBeGreaterThan(20);
			expect(near / tried).toBeGreaterThan(0.95);
		},
		60_000,
	); // tens of processes: a loaded machine takes its time
});
