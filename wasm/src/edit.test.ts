/** Texts that are compiled as the page does it, against the same texts compiled by emcc: each step, each search. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { IMPORT_NAMES } from '../../core-c/dialect/emit/imports';
import { ORDER_NUMBERS } from '../../core-c/dialect/emit/proc';
import { mutated } from '../../core-c/dialect/mutated';
import { randomFrom } from '../../core-c/dialect/random';
import { ORDERS } from '../generated/machine';
import type { Config } from './config';
import type { Core } from './core';
import { editedEngine } from './edit';
import { coreWith, edit, HERE, textsOf, tryEdit } from './edit-testing';
import type { Edit } from './edited';
import { exploreHere } from './explorer';
import type { LockFacts } from './facts';
import { configShowing } from './faults';
import { STARVATION_NAMES, starvationHere } from './starvation';
import { builtCore, pick, seeded, starvationEngine, starvationModuleFile } from './testing';

let built: Core;
beforeAll(async () => {
	built = await builtCore();
});

it('knows the exports of the module, and the orders by their numbers', () => {
	const names = readFileSync(join(HERE, '../edits.txt'), 'utf8').match(/^ls_\w+/gm) ?? [];
	expect(names.slice(4)).toEqual(IMPORT_NAMES);
	expect(ORDER_NUMBERS).toEqual(ORDERS);
});

/** What a step did, and the bytes of the machine behind it. */
function compareWalks(core: Core, config: Config, steps: number, random: () => number): number {
	const [ours, theirs] = [core.session(config), built.session(config)];
	for (let i = 0; i < steps; i++) {
		const options = theirs.options();
		expect(ours.options()).toEqual(options);
		const open = options.filter(({ result }) => result === 'moved');
		if (open.length === 0) return i;
		const { action } = pick(random, open);
		expect(ours.step(action)).toBe(theirs.step(action));
		expect(ours.record(i)).toEqual(theirs.record(i));
		expect(ours.hash()).toBe(theirs.hash());
		expect(ours.narrate(i)).toBe(theirs.narrate(i));
	}
	return steps;
}

/** By their fields, whatever the order in which these stand. */
const sorted = (means: readonly object[]) =>
	means.map((one) => Object.entries(one).sort(([a], [b]) => a.localeCompare(b)));

describe('a text compiled in the page', () => {
	it('steps, tells and hashes as the built one, every text of every lock', {
		timeout: 120_000,
	}, async () => {
		const random = seeded(5);
		let steps = 0;
		for (const lock of built.facts.locks)
			for (const text of textsOf(lock)) {
				const core = await coreWith(lock, edit(lock, text));
				const scenarios = built.facts.scenarios.filter((one) => one.lock === lock.id);
				for (let walk = 0; walk < 12; walk++) {
					const config = built.configOf(pick(random, scenarios).name, {
						switches: Math.floor(random() * 2 ** lock.switches.length) & -Math.round(random()),
						budget: [0, 2, 2, 2, 2, 2, 1, 1],
						rounds: 2,
					});
					steps += compareWalks(core, config, 120, random);
				}
			}
		expect(steps).toBeGreaterThan(20_000);
	});

	it('says of each local what the built one says', () => {
		const wrong: string[] = [];
		let meanings = 0;
		for (const lock of built.facts.locks)
			for (const text of textsOf(lock))
				for (const { name, means } of edit(lock, text).procs) {
					const theirs = lock.procs.find((proc) => proc.name === name)?.means ?? [];
					meanings += theirs.length;
					if (JSON.stringify(sorted(means)) !== JSON.stringify(sorted(theirs)))
						wrong.push(`${lock.name}: ${name}`);
				}
		expect(wrong).toEqual([]);
		expect(meanings).toBeGreaterThan(200);
	});

	it('is searched as the built one: equal states, equal verdicts', {
		timeout: 240_000,
	}, async () => {
		const wrong: string[] = [];
		let states = 0;
		for (const lock of built.facts.locks) {
			const core = await coreWith(lock, edit(lock, lock.name));
			for (const fault of lock.switches) {
				const config = configShowing(lock, fault);
				const [ours, theirs] = [
					await exploreHere(core, config, { maxStates: 20_000 }),
					await exploreHere(built, config, { maxStates: 20_000 }),
				];
				states += theirs.states;
				const said = ({ seconds, ...rest }: typeof ours) => JSON.stringify(rest);
				if (said(ours) !== said(theirs))
					wrong.push(`${lock.name} ${fault.name}: ${said(ours)}, not ${said(theirs)}`);
			}
		}
		expect(wrong).toEqual([]);
		expect(states).toBeGreaterThan(500_000);
	});

	/** In a module of the search, with the edited text in it or without. */
	async function starvation(lock: LockFacts, config: Config, made?: Edit) {
		const source = new Uint8Array(readFileSync(starvationModuleFile(lock.name)));
		const engine = made
			? await editedEngine(source, made, STARVATION_NAMES)
			: await starvationEngine(lock.name);
		const found = await starvationHere(engine, config, { maxStates: 20_000 });
		return { ...found, seconds: 0 };
	}

	it('is asked for starvation as the built one: equal states, equal circles', {
		timeout: 240_000,
	}, async () => {
		const met = { somebody: 0, nobody: 0 };
		for (const lock of built.facts.locks) {
			const name = built.facts.scenarios.find((one) => one.sandbox && one.lock === lock.id)?.name;
			const config = built.configOf(name ?? '', { threads: 2, budget: [0, 1, 0, 0, 0, 0, 0, 0] });
			const theirs = await starvation(lock, config);
			met[theirs.tid ? 'somebody' : 'nobody']++;
			expect(await starvation(lock, config, edit(lock, lock.name)), lock.name).toEqual(theirs);
		}
		expect(met.somebody).toBeGreaterThan(5);
		expect(met.nobody).toBeGreaterThan(2);
	});

	it('is asked for starvation as it now stands', async () => {
		const lock = built.facts.locks.find(({ name }) => name === 'mutex_owner') as LockFacts;
		const bit = 1 << lock.switches.findIndex(({ name }) => name === 'no_handoff');
		const set = (switches: number) =>
			built.configOf('mutex-6.12', { threads: 2, switches, budget: [0, 1, 0, 0, 0, 0, 0, 0] });
		const made = edit(lock, 'mutex_owner', (text) =>
			text.replace('FAULT(mutex_owner, no_handoff)', 'true'),
		);
		const changed = await starvation(lock, set(0), made);
		expect(changed).toEqual(await starvation(lock, set(bit)));
		expect(changed.states).not.toBe((await starvation(lock, set(0))).states);
	});

	it('does what it now says, and what it breaks is found', async () => {
		const lock = built.facts.locks.find(({ name }) => name === 'mcs') as LockFacts;
		const config = built.configOf('mcs', { threads: 2, rounds: 1, budget: Array(8).fill(0) });
		const check = async (change: (text: string) => string) => {
			const core = await coreWith(lock, edit(lock, 'mcs', change));
			const found = await exploreHere(core, config, { maxStates: 100_000 });
			const session = core.session(config);
			const length = session.load(found.path);
			return { ...found, last: length > 0 ? session.narrate(length - 1) : '' };
		};
		const replaced = (from: string, to: string) => (text: string) => {
			expect(text).toContain(from);
			return text.replace(from, to);
		};
		expect((await check((text) => text)).verdict).toBe('OK');
		/* a comment more: other lines, the same steps */
		expect(
			(await check(replaced('PROC(mspin_lock', '/* one\n * more */\nPROC(mspin_lock'))).verdict,
		).toBe('OK');
		const late = await check(
			replaced('AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed);', 'RETURN(0);'),
		);
		expect(late.verdict).toBe('DEADLOCK');
		const bare = await check(replaced('if (my->prev == 0) {', 'if (my->prev == 0 || true) {'));
		expect([bare.verdict, bare.what]).toEqual(['VIOLATED', 'mutual exclusion']);
		const wild = await check(
			replaced('lk->node[my->prev].next', 'lk->node[my->prev + 77777].next'),
		);
		expect(wild.verdict).toBe('BUG');
		expect(wild.last).toBe('T2 links itself behind its predecessor: the lock has no word there.');
		/* the wait for the link taken out: who unlocks follows what it has read */
		const unlinked = await check(
			replaced('\t\tAWAIT(my->next, lk->node[me].next, VAL != 0, relaxed);', ''),
		);
		expect([unlinked.verdict, unlinked.what]).toEqual(['BUG', 'followed a NULL pointer']);
		expect(unlinked.last).toBe(
			'T1 passes the turn to its successor: through NULL, where nothing is.',
		);
	});

	it('ends in a sentence or in a machine that steps, whatever was written', {
		timeout: 240_000,
	}, async () => {
		const random = randomFrom(1965);
		const small = built.facts.locks.filter(({ procs }) => procs.length < 6);
		let ran = 0;
		for (let i = 0; i < 800; i++) {
			const lock = random.pick(i % 5 > 0 ? small : built.facts.locks);
			const made = tryEdit(lock, lock.name, (text) => {
				const at = text.indexOf('\nPROC(');
				return text.slice(0, at) + mutated(text.slice(at), random);
			});
			if (!made) continue;
			ran++;
			const core = await coreWith(lock, made);
			const [name = ''] = lock.variants.map((one) => one.name);
			const session = core.session(core.configOf(name, { threads: 3 }));
			for (let step = 0; step < 60; step++) {
				const open = session.options().filter(({ result }) => result === 'moved');
				if (open.length === 0) break;
				session.step(random.pick(open).action);
				session.narrate(step);
			}
		}
		expect(ran).toBeGreaterThan(50);
	});

	/** [expression of a u32 that is 1 and an s32 that is 0, its value as a u32] */
	const VALUES: [string, number][] = [
		['my->rounds - 2 < 1', 0],
		['my->s - 1 < 0', 1],
		['-1 < my->rounds', 0],
		['-1 < my->s', 1],
		['my->rounds - 2 >= 0x80000000u', 1],
		['my->s - 2 > 1', 0],
		['(my->s - 1) >> 1', 0xffffffff],
		['(my->rounds - 2) >> 1', 0x7fffffff],
		['my->rounds << 31', 0x80000000],
		['(my->rounds + 6) / 2', 3],
		['(my->rounds + 6) % 4', 3],
		['(my->rounds - 8) / 2u', 0x7ffffffc],
		['(my->s - 7) / 2', 0xfffffffd],
		['my->rounds * 3 - 4', 0xffffffff],
		['~my->rounds', 0xfffffffe],
		['!my->rounds', 0],
		['-my->rounds', 0xffffffff],
		['my->rounds && my->s', 0],
		['my->s || my->rounds', 1],
		['my->s ? 3 : my->rounds + 4', 5],
		['my->rounds == 1', 1],
		['(u32)(my->s - 1) > 5', 1],
		['(s32)(my->rounds - 2) > 5', 0],
		['(u8)(my->rounds - 2)', 0xff],
		['(s8)(my->rounds + 254)', 0xffffffff],
		['(bool)(my->rounds + 4)', 1],
		['(my->rounds ^ 3) | 8', 10],
		['__builtin_ctz(my->rounds << 5)', 5],
		['__builtin_popcount(my->rounds + 6)', 3],
		['me + LS_MAX_THREADS', 17],
	];

	it('works out what C does', async () => {
		const lock = built.facts.locks.find(({ name }) => name === 'mcs') as LockFacts;
		const config = built.configOf('mcs', { threads: 1, rounds: 1 });
		const stored = async (expr: string) => {
			const made = edit(lock, 'mcs', (text) =>
				text.replace(
					/PROC\(mcs_worker[\s\S]*END\(mcs_worker\)/,
					`PROC(mcs_worker, struct mcs, u32 rounds; s32 s;)\n\tSTORE(lk->tail, ${expr}, relaxed); /* stores it */\nEND(mcs_worker)`,
				),
			);
			const session = (await coreWith(lock, made)).session(config);
			session.step(0);
			return { value: session.record(0).new >>> 0, ...session.judge() };
		};
		for (const [expr, value] of VALUES) expect((await stored(expr)).value, expr).toBe(value);
		/* C says nothing of a division by 0 */
		await expect(stored('7 / my->rounds')).rejects.toThrow('cannot be run');
		await expect(stored('7 % 0')).rejects.toThrow('cannot be run');
	});
});
