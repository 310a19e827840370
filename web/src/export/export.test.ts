// @vitest-environment node
/** After a deliberate change: GOLDEN=write npx vitest run web/src/export */
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { builtCore, seeded, walk } from '../../../wasm/src/testing';
import { chromeTrace } from './chrome';
import { ascii, COLUMNS, hanging, withRight, wrapped } from './columns';
import { inTurns } from './slices';
import type { Order } from './telling';
import { plainText } from './text';
import { type AnyEvent, faultsOf, type TraceFile } from './trace-rules';

const core = await builtCore();
const stories = core.facts.scenarios.filter((s) => !s.sandbox);
const GOLDEN = 'mcs-queue';

function storyOf(name: string): Order {
	const config = core.configOf(name);
	const actions = core.scenario(name)?.story ?? [];
	const address = `https://example.org/lockstep/#/${core.formatUrl(config, actions, actions.length)}`;
	return { core, config, actions, address };
}

function textOf(order: Order): string {
	let body = '';
	const work = plainText(order, (t) => {
		body += t;
	});
	for (let next = work.next(); ; next = work.next())
		if (next.done) return next.value.head + body + next.value.tail;
}

function writtenTrace(order: Order): string {
	let text = '';
	for (const _ of chromeTrace(order, (t) => {
		text += t;
	}));
	return text;
}

const traceOf = (order: Order): TraceFile => JSON.parse(writtenTrace(order)) as TraceFile;

function randomOrder(scenario: string, threads: number, steps: number, seed: number): Order {
	const config = core.configOf(scenario, { threads, rounds: 200 });
	const actions = walk(core.session(config), steps, seeded(seed));
	return { core, config, actions, address: 'https://example.org/#/' };
}

/** Another text has another fingerprint, and a comment above a procedure moves its lines: neither is of the export. */
function heldAgainst(file: string, text: string): void {
	const { fingerprint } = core.lock(core.configOf(GOLDEN).lock);
	const plain = text
		.replaceAll(fingerprint, 'FINGERPRINT')
		.replace(/(\bmspin_\w+|\bmcs_worker|mcs\.c):\d+/g, '$1:LINE')
		.replace(/"line":\d+/g, '"line":0');
	const url = new URL(`./golden/${file}`, import.meta.url);
	if (process.env.GOLDEN === 'write') writeFileSync(url, plain);
	expect(plain).toBe(readFileSync(url, 'utf8'));
}

const of = (file: TraceFile, cat: string): AnyEvent[] =>
	file.traceEvents.filter((e) => e.cat === cat);

describe('plain text', () => {
	test('golden', () => heldAgainst(`${GOLDEN}.txt`, textOf(storyOf(GOLDEN))));

	test.each(stories.map((s) => [s.name]))('%s: fit for a mail, with every step', (name) => {
		const order = storyOf(name);
		const text = textOf(order);
		const lines = text.split('\n');
		expect(text).toMatch(/^[\x20-\x7e\n]*$/);
		expect(lines.filter((l) => l.length > COLUMNS && l !== `<${order.address}>`)).toEqual([]);
		expect(lines.filter((l) => l !== l.trimEnd())).toEqual([]);
		expect(lines).toContain(`<${order.address}>`);
		const numbered = lines.flatMap((l) => /^[* ] +(\d+) {2}(T\d+|env) /.exec(l)?.slice(1, 3) ?? []);
		const session = core.session(order.config);
		session.load(order.actions);
		const told = [...order.actions].flatMap((_, i) => {
			const r = session.record(i);
			const again = r.result === 'spun' && i > 0 && session.record(i - 1).result === 'spun';
			const joins = again && session.record(i - 1).action === r.action;
			return joins ? [] : [String(i + 1), r.env ? 'env' : `T${r.tid}`];
		});
		expect(numbered).toEqual(told);
		const acts = lines.filter((l) => l.startsWith('*')).length;
		expect(acts).toBe([...order.actions].filter((a) => a >= 16).length);
	});

	test('polls of one thread are one line', () => {
		const config = core.configOf('mcs', { threads: 2 });
		const session = core.session(config);
		for (let i = 0; i < 3; i++) session.step(0);
		while (session.step(1) === 'moved');
		for (let i = 0; i < 20; i++) session.step(1);
		const text = textOf({ core, config, actions: session.actions(), address: 'x' });
		expect(text).toMatch(/\(21 times, steps (\d+) to (\d+)\)/);
		expect(text.match(/^ +T2 spins/gm)).toHaveLength(1);
	});

	test('a fault is told where it comes about', () => {
		const text = textOf(storyOf('rwsem-fault-blind-steal'));
		expect(text).toContain('!!! rule broken: mutual exclusion, after step 15.');
		expect(text.indexOf('!!!')).toBeGreaterThan(text.indexOf('\n   15  T1'));
		expect(text.indexOf('!!!')).toBeLessThan(text.indexOf('\n   16  T1'));
		expect(text).toMatch(/at the end: rule broken: mutual\s+exclusion/);
	});

	test('an address longer than a line of mail is given in pieces that join to it', () => {
		const address = `https://example.org/#/mcs?s=${'abcdefghij'.repeat(120)}`;
		const text = textOf({ ...storyOf(GOLDEN), address });
		expect(text.split('\n').filter((l) => l.length > COLUMNS)).toEqual([]);
		expect(text.replaceAll('\n', '')).toContain(address);
	});

	test('without an address it says so', () => {
		const text = textOf({ ...storyOf(GOLDEN), address: '' });
		expect(text).toContain('too long for an address');
		expect(text).not.toContain('Open it');
	});

	test('what a search found stands in the head', () => {
		const text = textOf({ ...storyOf(GOLDEN), searched: 'holds; 1,234 states' });
		expect(text).toMatch(/^All schedules: holds; 1,234 states$/m);
	});
});

describe('columns', () => {
	test('other characters become ASCII', () => {
		expect(ascii('T1’s “a” → b … é 日')).toBe('T1\'s "a" -> b ... e ?');
	});
	test('wrapping keeps all words and cuts what is too long', () => {
		expect(wrapped('aa bb cc', 5)).toEqual(['aa bb', 'cc']);
		expect(wrapped('abcdefgh ij', 5)).toEqual(['abcde', 'fgh', 'ij']);
		expect(hanging('> ', '')).toEqual(['>']);
	});
	test('the right column needs two blanks', () => {
		expect(withRight(['x'.repeat(60)], 'y'.repeat(10))).toHaveLength(1);
		expect(withRight(['x'.repeat(60)], 'y'.repeat(11))).toHaveLength(2);
	});
});

describe('Chrome trace events', () => {
	test('golden', () => heldAgainst(`${GOLDEN}.trace`, writtenTrace(storyOf(GOLDEN))));

	test.each(stories.map((s) => [s.name]))('%s keeps the format and tells every step', (name) => {
		const order = storyOf(name);
		const file = traceOf(order);
		expect(faultsOf(file)).toEqual([]);
		const told = [...of(file, 'step'), ...of(file, 'environment')]
			.sort((a, b) => a.ts - b.ts)
			.map(({ ts, tid, args }) => ({ ts, tid, step: args?.step }));
		expect(told).toEqual(
			[...order.actions].map((a, i) => ({ ts: i, tid: a < 16 ? 10 * (a + 1) : 1000, step: i + 1 })),
		);
		expect(file.otherData).toMatchObject({ scenario: name, steps: order.actions.length });
		expect(file.otherData.address).toBe(order.address);
	});

	test('two writings are the same', () => {
		expect(writtenTrace(storyOf('rwsem-readers-group'))).toBe(
			writtenTrace(storyOf('rwsem-readers-group')),
		);
	});

	test('a wake leads to the next step of who was woken', () => {
		const file = traceOf(storyOf('mutex-wake'));
		const [from, to] = of(file, 'wake');
		const stepAt = (e?: AnyEvent) =>
			of(file, 'step').find((x) => e && x.tid === e.tid && x.ts < e.ts && e.ts < x.ts + 1)?.name;
		expect([from?.ph, stepAt(from)]).toEqual(['s', 'wake T2']);
		expect([to?.ph, stepAt(to)]).toEqual(['f', 'awake']);
	});

	test('sleep, hold and calls are slices around the steps they last', () => {
		const file = traceOf(storyOf('mutex-wake'));
		const span = (tid: number, name: string) =>
			file.traceEvents
				.filter((e) => e.tid === tid && e.name === name)
				.map((e) => [e.ts, e.ts + (e.dur ?? 0)]);
		expect(span(11, 'preempted')).toEqual([[3, 16]]);
		expect(span(21, 'asleep (UNINTERRUPTIBLE)')).toEqual([[15, 23]]);
		expect(span(21, 'woken')).toEqual([[23, 25]]);
		expect(span(12, 'holds the lock')).toEqual([[1, 21]]);
		expect(span(10, 'mutex_unlock_slowpath')).toEqual([[19, 24]]);
		expect(span(10, 'mutex13_unlock')).toEqual([[17, 24]]);
	});

	test('the counter follows the lock word', () => {
		const values = traceOf(storyOf('mutex-wake'))
			.traceEvents.filter((e) => e.ph === 'C')
			.map((e) => e.args?.value);
		expect(values).toEqual([1, 0, -1, 0, 1, -1, 0]);
		const fields = traceOf(storyOf('rwsem-fault-blind-steal')).traceEvents.find(
			(e) => e.ph === 'C',
		);
		expect(fields?.args).toEqual({ WRITER: 0, WAITERS: 0, HANDOFF: 0, readers: 0 });
	});

	test('a fault and the end are marked', () => {
		const marks = of(traceOf(storyOf('rwsem-fault-blind-steal')), 'verdict');
		expect(marks.map(({ ts, name }) => [ts, name])).toEqual([
			[15, 'rule broken: mutual exclusion'],
			[18, 'end: rule broken: mutual exclusion'],
		]);
	});

	test.each([
		['mcs', 16],
		['mutex-mcs', 4],
		['rwsem', 16],
		['tp-futex', 5],
	])('a long random run of %s with %i threads', (scenario, threads) => {
		for (const seed of [1, 2]) {
			const order = randomOrder(scenario, threads, 1500, seed);
			expect(order.actions.length).toBeGreaterThan(200);
			expect(faultsOf(traceOf(order))).toEqual([]);
			expect(
				textOf(order)
					.split('\n')
					.filter((l) => l.length > COLUMNS),
			).toEqual([]);
		}
	});

	test('recorded times are kept, in order and apart', () => {
		const order = storyOf('mutex-wake');
		const when = Float64Array.from([...order.actions], (_, i) => 5000.25 + 0.4 * i);
		when[4] = when[3] as number; // two at once
		when[8] = 0; // and one out of order
		when[20] = 9000.125; // a long wait
		const inferred = (i: number) => i === 6;
		const recorded = { when, inferred };
		const file = traceOf({ ...order, recorded });
		expect(faultsOf(file)).toEqual([]);
		const steps = of(file, 'step');
		const at = (step: number) => steps.find((e) => e.args?.step === step);
		expect(at(1)).toMatchObject({ ts: 0, dur: 0.4 });
		expect(at(4)).toMatchObject({ ts: 1.2, dur: 0.002 });
		expect(at(5)).toMatchObject({ ts: 1.202 });
		expect(at(20)?.dur).toBe(1);
		expect(at(21)?.ts).toBe(3999.875);
		expect(steps.filter((e) => e.args?.inferred).map((e) => e.args?.step)).toEqual([7]);
		expect(file.otherData.time).toMatch(/real times/);
		expect(textOf({ ...order, recorded }).match(/^.~.*/gm)).toEqual([
			expect.stringMatching(/^ ~ +7 {2}T2/),
		]);
		expect(traceOf(order).otherData.time).toMatch(/1 µs/);
	});
});

describe('the rules of the format find', () => {
	const spoilt = (change: (events: AnyEvent[]) => void): string[] => {
		const file = traceOf(storyOf('mutex-wake'));
		change(file.traceEvents);
		return faultsOf(file);
	};
	const first = (events: AnyEvent[], ph: string) => events.findIndex((e) => e.ph === ph);
	const cases: [what: string, change: (events: AnyEvent[]) => void, says: RegExp][] = [
		[
			'a slice that outlasts the one around it',
			(e) => Object.assign(e[first(e, 'X') + 1] ?? {}, { dur: 50 }),
			/ends after/,
		],
		[
			'an inner slice before its outer one',
			(e) => e.splice(first(e, 'X'), 0, e.splice(first(e, 'X') + 1, 1)[0] as AnyEvent),
			/ends after/,
		],
		[
			'B and E, which not every reader takes beside X',
			(e) => Object.assign(e[first(e, 'X')] ?? {}, { ph: 'B' }),
			/unknown phase B/,
		],
		['a negative duration', (e) => Object.assign(e[first(e, 'X')] ?? {}, { dur: -1 }), /dur -1/],
		['time that goes back', (e) => e.push(e.splice(first(e, 'C'), 1)[0] as AnyEvent), /goes back/],
		['a flow that goes nowhere', (e) => e.splice(first(e, 'f'), 1), /never ends/],
		['a flow from nowhere', (e) => e.splice(first(e, 's'), 1), /before it begins/],
		['a flow outside slices', (e) => Object.assign(e[first(e, 's')] ?? {}, { tid: 11 }), /no step/],
		['a thread id that is no number', (e) => Object.assign(e[9] ?? {}, { tid: 'T1' }), /tid T1/],
		['a track without a name', (e) => e.splice(1, 1), /has no name/],
		[
			'a counter without numbers',
			(e) => Object.assign(e[first(e, 'C')] ?? {}, { args: {} }),
			/counter/,
		],
		['an unknown scope', (e) => Object.assign(e[first(e, 'i')] ?? {}, { s: 'x' }), /scope x/],
	];
	test.each(cases)('%s', (_, change, says) => {
		expect(spoilt(change).join('\n')).toMatch(says);
	});
});

describe('work in turns', () => {
	test('ends with the result and says how far it is', async () => {
		const seen: number[] = [];
		function* slow(): Generator<number, string> {
			for (let i = 1; i <= 5; i++) {
				const until = performance.now() + 25;
				while (performance.now() < until);
				yield i;
			}
			return 'done';
		}
		const never = new AbortController().signal;
		expect(await inTurns(slow(), never, (n) => seen.push(n))).toBe('done');
		expect(seen).toEqual([1, 2, 3, 4, 5]);
	});

	test('stops when it is told to', async () => {
		const stop = new AbortController();
		function* endless(): Generator<number, string> {
			for (let i = 1; ; i++) yield i;
		}
		const work = inTurns(endless(), stop.signal, () => stop.abort());
		expect(await work).toBeUndefined();
	});
});
