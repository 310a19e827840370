/** The search for starvation is one, too: native and in WASM it finds the same states, the same threads, the same circle. */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ENV_LETTERS } from '../../wasm/generated/machine';
import { type Config, ENDLESS } from '../../wasm/src';
import { starvationHere } from '../../wasm/src/starvation';
import { builtCore, starvationEngine } from '../../wasm/src/testing';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;
const core = await builtCore();

interface SetUp {
	name: string;
	threads: string;
	budget?: Record<string, number>;
	on?: string;
	states?: number;
}

function native({ name, threads, budget = {}, on, states }: SetUp) {
	const given = Object.entries(budget).map(([letter, times]) => `${letter}${times}`);
	const args = [
		...['check', name, '--threads', threads],
		...(given.length > 0 ? ['--budget', given.join(',')] : []),
		...(on ? ['--switch', on] : []),
		...(states ? ['--states', String(states)] : []),
		...['--starvation', '--json'],
	];
	try {
		return JSON.parse(execFileSync(NATIVE, args, { encoding: 'utf8' }));
	} catch (error) {
		const { stdout } = error as { stdout?: string };
		if (!stdout) throw error;
		return JSON.parse(stdout);
	}
}

function configOf({ name, threads, budget = {}, on }: SetUp): Config {
	const { roles, switches } = core.lock(core.configOf(name).lock);
	const letters = roles.map(({ letter }) => letter);
	return core.configOf(name, {
		threads: threads.length,
		rounds: ENDLESS,
		roles: [...threads].map((letter) => letters.indexOf(letter)),
		budget: ENV_LETTERS.map((letter) => budget[letter] ?? 0),
		switches: on ? 1 << switches.findIndex((one) => one.name === on) : 0,
	});
}

test.each<SetUp>([
	{ name: 'mcs', threads: 'LLL', budget: { p: 1 } },
	{ name: 'ticket', threads: 'LL' },
	{ name: 'mutex-3.9', threads: 'LL' },
	{ name: 'mutex-6.12', threads: 'LLL' },
	{ name: 'mutex-6.12', threads: 'LLLL', states: 30_000 },
	{ name: 'mutex-6.12', threads: 'LLL', budget: { p: 1 }, on: 'no_handoff' },
	{ name: 'rwsem-6.12', threads: 'WW', budget: { p: 1, x: 255 } },
	{ name: 'rwsem-handoff', threads: 'WW', budget: { p: 1, x: 255 }, on: 'mend_try_asks' },
	{ name: 'tp-futex-simple', threads: 'LL', budget: { p: 1 } },
	{ name: 'wait-wake-rw', threads: 'RWR', states: 100_000 },
	{ name: 'futex-pi', threads: 'LL' },
])('$name $threads $budget $on', async (of) => {
	const there = native(of);
	const config = configOf(of);
	const engine = await starvationEngine(core.lock(config.lock).name);
	const here = await starvationHere(engine, config, { maxStates: of.states ?? 2_000_000 });
	if (!here) throw new Error('it was not aborted');
	expect(here.judged).toBe(true);
	expect(here.complete).toBe(of.states === undefined);
	const { states, transitions, depth, who, asleep, tid, lead, round, passes, path } = here;
	expect({ states, transitions, depth, who, asleep }).toEqual({
		states: there.states,
		transitions: there.transitions,
		depth: there.depth,
		who: there.who,
		asleep: there.asleep,
	});
	if (!there.thread) {
		expect([tid, path]).toEqual([0, []]);
		return;
	}
	expect({ thread: tid, lead, round, passes }).toEqual({
		thread: there.thread,
		lead: there.lead,
		round: there.round,
		passes: there.passes,
	});
	const url = core.formatUrl(config, path, path.length, { round: String(lead) });
	expect(`#/${url}`).toBe(there.url);
});
