import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { VERDICTS } from '../generated/machine';
import { Core } from './core';
import type { ScenarioFacts } from './facts';
import { LANE, laneState } from './lanes';
import { EXPORT_NAMES } from './loader';
import { STARVATION_EXPORT_NAMES, STARVATION_NAMES } from './starvation';
import {
	builtCore,
	emptyCore,
	moduleFile,
	seeded,
	starvationModuleFile,
	traceModuleFile,
	walk,
} from './testing';
import { READER_NAMES, TRACE_EXPORT_NAMES } from './trace';
import { sharedWords, threadWords, wordPlace } from './words';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** Runs the check for each scenario and names the one that fails. */
function eachScenario(check: (scenario: ScenarioFacts) => void): void {
	for (const scenario of core.facts.scenarios)
		try {
			check(scenario);
		} catch (cause) {
			throw new Error(`${scenario.name}: ${cause instanceof Error ? cause.message : cause}`, {
				cause,
			});
		}
}

describe('the boundary', () => {
	const listed = readFileSync(new URL('../exports.txt', import.meta.url), 'utf8')
		.split('\n')
		.map((line) => line.replace(/#.*/, '').trim())
		.filter((line) => line !== '');

	const edits = readFileSync(new URL('../edits.txt', import.meta.url), 'utf8').match(/^ls_\w+/gm);
	const isOfOthers = (name: string) => /^ls_api_(?:trace|starvation)_/.test(name);

	const locks = emptyCore().facts.locks.map(({ name }) => name);
	it.each([
		...locks.map((lock) => ({
			url: moduleFile(lock),
			wanted: listed.filter((name) => !isOfOthers(name)),
		})),
		...locks.map((lock) => ({ url: traceModuleFile(lock), wanted: READER_NAMES })),
		...locks.map((lock) => ({
			url: starvationModuleFile(lock),
			wanted: [...STARVATION_NAMES, ...(edits ?? [])],
		})),
	])('exports what exports.txt lists, and nothing else: $url', async ({ url, wanted }) => {
		const module = await WebAssembly.compile(readFileSync(url));
		/* emscripten's own, for embedders that need them; nothing here does */
		const own = new Set([
			'memory',
			'_initialize',
			'__indirect_function_table',
			'__errno_location',
			'stackAlloc',
			'stackRestore',
			'stackSave',
		]);
		const names = WebAssembly.Module.exports(module).map(({ name }) => name);
		expect(names.filter((name) => !own.has(name)).sort()).toEqual([...wanted].sort());
	});
	/** How many functions are called through a pointer. */
	const pointedAt = async (file: string) => {
		const names = ['wasi_snapshot_preview1', 'env'];
		const any = new Proxy({}, { get: () => () => 0 });
		const imports = Object.fromEntries(names.map((name) => [name, any]));
		const { instance } = await WebAssembly.instantiate(readFileSync(file), imports);
		const { __indirect_function_table: table } = instance.exports;
		return (table as WebAssembly.Table).length;
	};
	it('has the procedures of a lock in no table but where a text may be exchanged', async () => {
		for (const { name, procs } of core.facts.locks) {
			const spared =
				(await pointedAt(moduleFile(`${name}-edit`))) - (await pointedAt(moduleFile(name)));
			/* what a goal asks is in LOCK.wasm alone */
			expect(spared, name).toBeGreaterThanOrEqual(procs.length - 1);
		}
	});
	it('is what the loader checks for', () => {
		expect([...EXPORT_NAMES, ...TRACE_EXPORT_NAMES, ...STARVATION_EXPORT_NAMES].sort()).toEqual(
			[...listed].sort(),
		);
	});
	it('states facts that hang together', () => {
		const { facts } = core;
		expect(facts.scenarios.length).toBeGreaterThan(0);
		expect(new Set(facts.scenarios.map(({ name }) => name)).size).toBe(facts.scenarios.length);
		for (const lock of facts.locks) {
			expect(lock.fingerprint, lock.name).toMatch(/^[0-9a-f]{6}$/);
			expect(sharedWords(lock).length, lock.name).toBeGreaterThan(0);
			for (const { size, words } of lock.memory)
				for (const word of words) {
					expect(word.offset, word.name).toBeGreaterThanOrEqual(0);
					expect(word.offset, word.name).toBeLessThan(size);
				}
			for (const field of lock.memory.flatMap((p) => p.words).flatMap((word) => word.fields))
				expect(field.shift + field.bits).toBeLessThanOrEqual(32);
			for (const proc of lock.procs) {
				expect(proc.first, proc.name).toBeLessThan(proc.last);
				for (const called of proc.calls) expect(lock.procs[called], proc.name).toBeDefined();
			}
		}
		eachScenario((scenario) => {
			expect(VERDICTS).toContain(scenario.verdict);
			expect(core.lock(scenario.lock).variants[scenario.variant]).toBeDefined();
			expect(scenario.roles.length === scenario.threads || scenario.roles.length === 0).toBe(true);
		});
	});
	it('finds every word of every lock by its number, and no other', () => {
		for (const lock of core.facts.locks) {
			const found = new Map<number, [facts: unknown, tid: number]>();
			const add = (words: ReturnType<typeof sharedWords>, tid: number) => {
				for (const { id, facts } of words)
					for (let i = 0; i < (facts.kind === 'list' ? 4 : 1); i++) found.set(id + i, [facts, tid]);
			};
			add(sharedWords(lock), 0);
			for (let tid = 0; tid <= core.facts.maxThreads; tid++) add(threadWords(lock, tid), tid);
			/* also where the words of tasks begin, which are none of the lock's */
			for (let id = 0; id < 6000; id++) {
				const place = wordPlace(lock, id);
				expect(place && [place.facts, place.tid], `${lock.name} ${id}`).toEqual(found.get(id));
			}
		}
	});
	it('names actions as the command line does', () => {
		expect(core.actionName(0)).toBe('1');
		expect(core.actionName(16 + 1)).toBe('p2');
	});
});

describe('the modules', () => {
	it('come one by one: the gallery knows all, and what a lock does is known with its own', async () => {
		const own = emptyCore();
		const name = 'mutex-stampede';
		const lock = own.scenario(name)?.lock ?? -1;
		expect(own.has(lock)).toBe(false);
		expect(own.scenario(name)?.title).not.toBe('');
		expect(() => own.session(own.configOf(name))).toThrow('mutex');
		await Promise.all([own.load(lock), own.load(lock)]);
		expect(own.facts).not.toEqual(core.facts);
		expect(own.lock(lock)).toEqual(core.lock(lock));
		const session = own.session(own.configOf(name));
		expect(session.load(own.scenario(name)?.story ?? [])).toBeGreaterThan(0);
		expect(own.facts.locks.filter(({ id }) => own.has(id))).toHaveLength(1);
	});
	it('have one lock each, and say so of any other', async () => {
		const wrong = new Core(() => new Uint8Array(readFileSync(moduleFile('mcs'))));
		const lock = wrong.scenario('mutex-stampede')?.lock ?? -1;
		await wrong.load(lock);
		expect(() => wrong.session(wrong.configOf('mutex-stampede'))).toThrow('no such lock');
	});
	it('are asked for again after a failure', async () => {
		let there = false;
		const late = new Core((lock) => {
			if (!there) throw new Error('offline');
			return new Uint8Array(readFileSync(moduleFile(lock)));
		});
		await expect(late.load(0)).rejects.toThrow('offline');
		there = true;
		await late.load(0);
		expect(late.has(0)).toBe(true);
	});
	it('are of at most 40 kB gzip', () => {
		for (const { name } of core.facts.locks)
			for (const file of [moduleFile(name), traceModuleFile(name)])
				expect(gzipSync(readFileSync(file), { level: 9 }).length, file).toBeLessThan(40_000);
	});
});

describe('scenarios', () => {
	it('every story replays to its end', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			expect(session.load(scenario.story)).toBe(scenario.story.length);
			expect(session.cursor).toBe(scenario.story.length);
			expect(session.actions()).toEqual(scenario.story);
		});
	});

	it('every step of every story has a sentence and a name for its word', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			session.load(scenario.story);
			for (let i = 0; i < session.length; i++) {
				expect(session.narrate(i), `step ${i}`).not.toBe('');
				expect(session.record(i).wordName, `step ${i}`).not.toMatch(/^mem\[/);
			}
		});
	});

	it('says what every thread is about to do, or why it cannot', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			walk(session, 60, seeded(1));
			for (let at = 0; at <= session.length; at++) {
				session.seek(at);
				const { threads } = session.machine();
				for (const option of session.options()) {
					const where = `moment ${at}, ${core.actionName(option.action)} ${option.result}`;
					expect(option.result, where).not.toBe('illegal');
					if (option.result === 'moved') {
						expect(option.about, where).not.toBe('');
						expect(option.why, where).toBe('');
					} else {
						expect(option.why, where).not.toBe('');
						expect(threads[option.tid - 1], where).toBeDefined();
					}
				}
			}
		});
	});
});

describe('Session', () => {
	it('loads a schedule in parts as in one go, and stops where a step does not apply', () => {
		const config = core.configOf('mcs', { threads: 3, rounds: 9 });
		const actions = walk(core.session(config), 200, seeded(5));
		const whole = core.session(config);
		whole.load(actions);
		const parts = core.session(config);
		const schedule = Uint8Array.from(actions);
		while (parts.length < actions.length) {
			const before = parts.length;
			core.session(config); /* another one uses the machine between the parts */
			expect(parts.extend(schedule, 33)).toBe(Math.min(before + 33, actions.length));
		}
		expect(parts.cursor).toBe(actions.length);
		expect([77, actions.length].map((at) => parts.hash(at))).toEqual(
			[77, actions.length].map((at) => whole.hash(at)),
		);
		expect(parts.laneStates()).toEqual(whole.laneStates());
		expect(core.session(config).extend([0, 255, 0], 9)).toBe(1);
	});

	it('gives the same bytes however a moment is reached', () => {
		eachScenario((scenario) => {
			const random = seeded(7);
			const session = core.session(core.configOf(scenario.name, { rounds: 9 }));
			const hashes = [session.hash()];
			for (let i = 0; i < 300; i++) {
				const before = session.length;
				walk(session, 1, random);
				if (session.length === before) break;
				hashes.push(session.hash());
			}
			for (let i = 0; i < 200; i++) {
				const at = Math.floor(random() * hashes.length);
				expect(session.hash(at)).toBe(hashes[at]);
			}
			const again = core.session(session.config);
			expect(again.load(session.actions())).toBe(session.length);
			expect(again.hash()).toBe(hashes.at(-1));
		});
	});

	it('keeps sessions of one core apart', () => {
		const sessions = core.facts.scenarios
			.slice(0, 6)
			.map((scenario) => core.session(core.configOf(scenario.name, { rounds: 3 })));
		const random = seeded(3);
		for (let i = 0; i < 50; i++) for (const session of sessions) walk(session, 1, random);
		const mixed = sessions.map((session) => session.hash());
		const alone = sessions.map((session) => {
			const other = core.session(session.config);
			other.load(session.actions());
			return other.hash();
		});
		expect(mixed).toEqual(alone);
	});

	it('is not changed by looking: options, machine, narrate, judge', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			walk(session, 40, seeded(11));
			for (const at of [0, Math.floor(session.length / 2), session.length]) {
				session.seek(at);
				const before = session.hash();
				session.options();
				expect(session.hash()).toBe(before);
				session.machine();
				session.machine(0);
				session.judge();
				if (at > 0) session.narrate(at - 1);
				expect(session.hash()).toBe(before);
				expect(session.cursor).toBe(at);
			}
		});
	});

	it('refuses what does not apply and stays as it was', () => {
		const name = core.facts.scenarios[0]?.name ?? '';
		const session = core.session(core.configOf(name, { threads: 2 }));
		walk(session, 10, seeded(5));
		const before = session.hash();
		const length = session.length;
		for (const action of [-1, 2, 15, 1.5, Number.NaN, 128, 255, 256, 1e9, Number.POSITIVE_INFINITY])
			expect(session.step(action), String(action)).toBe('illegal');
		expect(session.length).toBe(length);
		expect(session.hash()).toBe(before);
		const actions = session.actions();
		expect(session.load([...actions.slice(0, 4), 255, ...actions.slice(4)])).toBe(4);
		expect(session.cursor).toBe(4);
		expect(session.load([])).toBe(0);
	});

	it('takes another future from a moment in the past', () => {
		const name = core.facts.scenarios[0]?.name ?? '';
		const session = core.session(core.configOf(name, { threads: 3, rounds: 20 }));
		walk(session, 200, seeded(5));
		const past = session.hash(70);
		session.seek(70);
		const other = session
			.options()
			.find((option) => option.result === 'moved' && option.action !== session.action(70));
		expect(session.step(other?.action ?? -1)).toBe('moved');
		expect(session.length).toBe(71);
		expect(session.hash(70)).toBe(past);
		const again = core.session(session.config);
		again.load(session.actions());
		expect(again.hash()).toBe(session.hash());
		expect(() => session.machine(72)).toThrow(RangeError);
		session.seek(1e9);
		expect(session.cursor).toBe(71);
		session.seek(-3);
		expect(session.cursor).toBe(0);
	});

	it('previews the record that the step then makes', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			const random = seeded(13);
			for (let i = 0; i < 40; i++) {
				const options = session
					.options()
					.filter(({ result }) => result === 'moved' || result === 'spun');
				const option = options[Math.floor(random() * options.length)];
				if (!option) break;
				expect(session.step(option.action)).toBe(option.result);
				expect(session.record(session.length - 1)).toEqual(option.preview);
			}
		});
	});

	it('draws lanes that agree with the machine', () => {
		eachScenario((scenario) => {
			const session = core.session(core.configOf(scenario.name));
			walk(session, 80, seeded(17));
			const lanes = session.laneStates();
			expect(lanes.length).toBe((session.length + 1) * session.config.threads);
			for (let at = 0; at <= session.length; at++)
				for (const thread of session.machine(at).threads) {
					const byte = lanes[at * session.config.threads + thread.tid - 1] as number;
					expect(laneState(byte)).toEqual({
						status: thread.status,
						holds: thread.holds,
						inCall: thread.frames.length > 1,
					});
					expect(byte & ~(LANE.status | LANE.holds | LANE.inCall)).toBe(0);
				}
		});
	});

	it('loads 100,000 steps, and goes anywhere in them', () => {
		const name = core.facts.scenarios.find((scenario) => scenario.sandbox)?.name ?? '';
		const config = core.configOf(name, { threads: 16, rounds: 255 });
		const session = core.session(config);
		const random = seeded(23);
		const actions: number[] = [];
		while (actions.length < 100_000) {
			const action = Math.floor(random() * config.threads);
			const result = session.step(action);
			if (result === 'moved' || result === 'spun') actions.push(action);
			else if (session.machine().threads.every(({ status }) => status === 'done')) break;
		}
		const other = core.session(config);
		expect(other.load(actions)).toBe(actions.length);
		for (let i = 0; i < 2000; i++) other.machine(Math.floor(random() * other.length));
		expect(other.hash()).toBe(session.hash());
		expect(actions.length).toBe(100_000);
	});
});
