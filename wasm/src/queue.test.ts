/** Who stands in a queue, as C reads it from one state, against who came and went before it. */
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from './core';
import { hex, valueSaid } from './format';
import type { StepRecord } from './moment';
import type { Session } from './session';
import { builtCore, pick, seeded } from './testing';
import { wordPlace } from './words';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const name = (word: string) => /^T(\d+)\.(\w+)$/.exec(word);

/** What a step does to a line: an xchg of the tail joins it; three sorts of writes leave it. */
function after(line: readonly number[], record: StepRecord, tail: string): readonly number[] {
	const { tid, op, ok, wordName, old, new: now, result, env } = record;
	if (result !== 'moved' || env !== '') return line;
	if (wordName === tail) {
		if (op === 'xchg') return [...line, tid];
		/* the last leaves: to nobody, or to the one before */
		return op === 'cas' && ok && old === tid && now !== tid ? line.filter((t) => t !== tid) : line;
	}
	const [, of, word] = name(wordName) ?? [];
	if (op !== 'store' || Number(of) === tid) return line;
	const passedOn = word === 'locked' && now !== 0;
	const steppedOut = word === 'prev'; /* it tells the one behind who stands before it now */
	return passedOn || steppedOut ? line.filter((t) => t !== tid) : line;
}

function expectLines(session: Session, seed: number, steps: number): number {
	const { lock } = session.config;
	const at = core.lock(lock).queues.findIndex((q) => q.kind === 'mcs');
	const spec = core.lock(lock).queues[at];
	const tail = spec?.kind === 'mcs' ? spec.tail : '';
	const random = seeded(seed);
	let line: readonly number[] = [];
	let longest = 0;
	for (let i = 0; i < steps; i++) {
		const options = session
			.options()
			.filter((o) => o.result === 'moved' && (o.env === '' || random() < 0.1));
		if (options.length === 0) break;
		session.step(pick(random, options).action);
		line = after(line, session.record(i), tail);
		longest = Math.max(longest, line.length);
		const { queues, words } = session.machine();
		const places = queues[at] ?? [];
		const where = `seed ${seed}, step ${i + 1}: ${session.narrate(i)}`;
		expect(
			places.map(({ tid }) => tid),
			where,
		).toEqual(line);
		expect(places.at(-1)?.tid ?? 0, where).toBe(words.find((w) => w.name === tail)?.value);
		places.forEach(({ linked }, k) => {
			expect(linked, where).toBe(k === 0 || places[k - 1]?.next === places[k]?.tid);
		});
		expect(
			places.slice(1).filter((p) => p.ready),
			where,
		).toEqual([]);
	}
	return longest;
}

describe('a queue of spinners', () => {
	it.each(['mcs', 'mutex-mcs', 'rwsem', 'rwsem-handoff'])('%s', (scenario) => {
		let longest = 0;
		for (let seed = 1; seed <= 25; seed++) {
			const session = core.session(core.configOf(scenario, { threads: 5, rounds: 9 }));
			longest = Math.max(longest, expectLines(session, seed, 300));
		}
		expect(longest).toBeGreaterThan(2);
	});

	it('is the same however the moment is reached', () => {
		const session = core.session(core.configOf('mutex-mcs-queue'));
		session.load(core.scenario('mutex-mcs-queue')?.story ?? []);
		const told = Array.from({ length: session.length + 1 }, (_, i) => session.machine(i).queues);
		for (let i = session.length; i >= 0; i--) expect(session.machine(i).queues).toEqual(told[i]);
	});
});

describe('a queue whose tail is a part of the lock word', () => {
	const tailOf = (val: number) => val >>> 18;

	/** What a step does to it, as the kernel's comments say: who joins writes the tail; who leaves clears it, or tells the next. */
	const after = (line: readonly number[], record: StepRecord): readonly number[] => {
		const { tid, wordName, op, ok, old, new: now } = record;
		if (wordName === 'val' && op === 'xchg') return [...line, tid];
		if (wordName === 'val' && op === 'cas' && ok && tailOf(old) === tid)
			return line.filter((t) => t !== tid);
		const passedOn = op === 'store' && wordName.endsWith('.locked') && now === 1;
		return passedOn ? line.filter((t) => t !== tid) : line;
	};

	it.each(['qspinlock', 'qspinlock-x86'])('%s', (scenario) => {
		let longest = 0;
		for (let seed = 1; seed <= 25; seed++) {
			const session = core.session(core.configOf(scenario, { threads: 5, rounds: 9 }));
			const random = seeded(seed);
			let line: readonly number[] = [];
			for (let i = 0; i < 300; i++) {
				const options = session
					.options()
					.filter((o) => o.result === 'moved' && (o.env === '' || random() < 0.1));
				if (options.length === 0) break;
				session.step(pick(random, options).action);
				line = after(line, session.record(i));
				longest = Math.max(longest, line.length);
				const { queues } = session.machine();
				const where = `seed ${seed}, step ${i + 1}: ${session.narrate(i)}`;
				expect(
					queues[0]?.map(({ tid }) => tid),
					where,
				).toEqual(line);
				queues[0]?.forEach(({ linked }, k, places) => {
					expect(linked, where).toBe(k === 0 || places[k - 1]?.next === places[k]?.tid);
				});
			}
		}
		expect(longest).toBeGreaterThan(2);
	});
});

describe('a line of tickets', () => {
	/** What a step does to it: an addition to next joins, the store of the owner leaves. */
	const expectTickets = (session: Session, seed: number): number => {
		const random = seeded(seed);
		let line: { tid: number; number: number }[] = [];
		let longest = 0;
		for (let i = 0; i < 200; i++) {
			const options = session
				.options()
				.filter((o) => o.result === 'moved' && (o.env === '' || random() < 0.1));
			if (options.length === 0) break;
			session.step(pick(random, options).action);
			const { tid, op, ok, old, new: now } = session.record(i);
			const [was, is] = [old >>> 24, now >>> 24];
			const drawn = op === 'add' || (op === 'cas' && ok);
			if (drawn && was !== is) line = [...line, { tid, number: was }];
			else if (op === 'store') line = line.filter((one) => one.tid !== tid);
			longest = Math.max(longest, line.length);
			const { queues, threads } = session.machine();
			const where = `seed ${seed}, step ${i + 1}: ${session.narrate(i)}`;
			expect(
				queues[0]?.map(({ tid, number }) => ({ tid, number })),
				where,
			).toEqual(line);
			const holding = threads.filter((t) => t.holds !== 'nothing').map((t) => t.tid);
			expect(
				queues[0]?.filter((p) => p.ready).map((p) => p.tid),
				where,
			).toEqual(holding);
		}
		return longest;
	};

	it('is in the order of the draws, each with its number', () => {
		let longest = 0;
		for (let seed = 1; seed <= 25; seed++) {
			const config = core.configOf('ticket', { threads: 5, rounds: 9 });
			config.roles[4] = core.lock(config.lock).roles.findIndex(({ letter }) => letter === 'T');
			longest = Math.max(longest, expectTickets(core.session(config), seed));
		}
		expect(longest).toBeGreaterThan(3);
	});

	it('has two threads at one number when the draw is torn', () => {
		const session = core.session(core.configOf('ticket-fault-torn-draw'));
		session.load(core.scenario('ticket-fault-torn-draw')?.story ?? []);
		expect(session.machine().queues[0]).toMatchObject([
			{ tid: 1, number: 253, ready: true },
			{ tid: 2, number: 253, ready: true },
		]);
	});
});

it('a list is in the order of its entries', () => {
	const session = core.session(core.configOf('mutex-stampede'));
	session.load(core.scenario('mutex-stampede')?.story ?? []);
	const at = core.lock(session.config.lock).queues.findIndex((q) => q.kind === 'list');
	for (let i = 0; i <= session.length; i++) {
		const { queues, words } = session.machine(i);
		const list = words.find((w) => w.facts.kind === 'list')?.list;
		expect(queues[at]?.map(({ tid }) => tid)).toEqual(list);
	}
});

describe('the locals of a call', () => {
	it('are those of its procedure, with what it has put there', () => {
		const session = core.session(core.configOf('mcs', { threads: 2, rounds: 1 }));
		session.load([0, 0, 0, 0, 1, 1, 1]); /* T2 has swapped itself in behind T1 */
		const top = session.machine().threads[1]?.frames.at(-1);
		expect(core.lock(session.config.lock).procs[top?.proc ?? -1]?.name).toBe('mspin_lock');
		expect(top?.locals).toMatchObject([{ name: 'prev', value: 1, of: 'tail' }]);
		expect(top?.locals[0]?.facts?.kind).toBe('node');
	});
	it('are nothing once nobody reads them any more', () => {
		const session = core.session(core.configOf('mcs', { threads: 2, rounds: 1 }));
		session.load([0, 0, 0, 0, 1, 1, 1, 1]); /* T2 has linked itself */
		expect(session.machine().threads[1]?.frames.at(-1)?.locals).toEqual([
			{ name: 'prev', value: null },
		]);
	});
	it('are values of the word that a system call was given the address of', () => {
		const { story } = core.scenario('grw-stalled') ?? { story: [] };
		const session = core.session(core.configOf('grw-stalled'));
		session.load(story);
		session.seek(40); /* T3 is about to sleep on what readers was */
		const calls = session.machine().threads[2]?.frames ?? [];
		const told = calls
			.flatMap(({ locals }) => locals)
			.map(({ name, value, facts, of }) => [
				name,
				value !== null && facts ? valueSaid(facts, value) : '',
				of,
			]);
		expect(told).toContainEqual(['uaddr', '&readers', undefined]);
		expect(told).toContainEqual(['val', '0xa (WRLOCKED, readers 1)', 'readers']);
	});
	it('are said as the sentences say the value', () => {
		let said = 0;
		for (const { name: scenario, story } of core.facts.scenarios) {
			const session = core.session(core.configOf(scenario));
			session.load(story);
			const lock = core.lock(session.config.lock);
			for (let i = 0; i < session.length; i++) {
				const { word, old } = session.record(i);
				const facts = wordPlace(lock, word)?.facts;
				const sentence = session.narrate(i);
				if (facts?.kind !== 'bits' || !sentence.includes(` ${hex(old, 1)} (`)) continue;
				expect(sentence).toContain(` ${valueSaid(facts, old)}`);
				said++;
			}
		}
		expect(said).toBeGreaterThan(1000);
	});
	it('are as many as its procedure has, in every story', () => {
		for (const { name: scenario, story } of core.facts.scenarios) {
			const session = core.session(core.configOf(scenario));
			session.load(story);
			for (const { frames } of session.machine().threads)
				for (const frame of frames)
					expect(frame.locals.length).toBe(
						core.lock(session.config.lock).procs[frame.proc]?.locals.length,
					);
		}
	});
});
