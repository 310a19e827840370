/**
 * What tests/pins holds: the smaller searches once more in the WASM module (all of them natively: ctest -R pins), and
 * the memory orders. After a deliberate change: npm run pins
 */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orders, readOrders } from '../../scripts/lib/orders.mjs';
import { ENV_LETTERS } from '../../wasm/generated/machine';
import { type Config, exploreHere } from '../../wasm/src';
import { builtCore } from '../../wasm/src/testing';

const MAX_STATES = 20_000;
const core = await builtCore();
const read = (name: string) =>
	readFileSync(new URL(`../pins/${name}.txt`, import.meta.url), 'utf8');

/** The letters of --budget, as enum ls_env counts them. */
const BUDGETS: readonly string[] = ENV_LETTERS;

function configOf(check: string): Config {
	const [name = '', ...options] = check.split(' ');
	const scenario = core.scenario(name);
	if (!scenario) throw new RangeError(`no scenario ${name}`);
	const lock = core.lock(scenario.lock);
	const given: Partial<Config> = scenario.sandbox ? { budget: BUDGETS.map(() => 0) } : {};
	let switches = scenario.switches;
	for (let i = 0; i < options.length; i += 2) {
		const value = options[i + 1] ?? '';
		const roles = [...value].map((letter) =>
			lock.roles.findIndex((role) => role.letter === letter),
		);
		if (options[i] === '--rounds') given.rounds = Number(value);
		else if (options[i] === '--budget')
			for (const one of value.split(','))
				(given.budget as number[])[BUDGETS.indexOf(one[0] ?? '')] = Number(one.slice(1));
		else if (options[i] === '--switch')
			switches |= 1 << lock.switches.findIndex(({ name: of }) => of === value);
		else if (/^\d+$/.test(value)) Object.assign(given, { threads: Number(value), roles: [] });
		else Object.assign(given, { threads: value.length, roles });
	}
	return core.configOf(name, { ...given, switches });
}

const searches = read('searches')
	.split('\n')
	.filter((line) => line.includes(' = '))
	.map((line) => line.split(' = ') as [string, string])
	.filter(([, figures]) => Number(/states (\d+)/.exec(figures)?.[1]) <= MAX_STATES);

test('there are searches to compare', () => {
	expect(searches.length).toBeGreaterThan(100);
});

test.each(searches)('%s', async (check, figures) => {
	const found = await exploreHere(core, configOf(check), { maxStates: 2 * MAX_STATES });
	const what = found.what ? ` "${found.what}"` : '';
	const steps = found.verdict === 'OK' ? '' : ` steps ${found.path.length}`;
	expect(
		`${found.verdict}${what}${steps} states ${found.states} transitions ${found.transitions} depth ${found.depth}`,
	).toBe(figures);
});

test('every access has the memory order that is pinned', async () => {
	expect(await orders()).toEqual(readOrders(read('orders')));
});
