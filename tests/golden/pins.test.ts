/**
 * What tests/pins holds: the smaller searches once more in the WASM module (all of them natively: ctest -R pins), and
 * the memory orders. After a deliberate change: npm run pins
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { orders, readOrders } from '../../scripts/lib/orders.mjs';
import { type Config, exploreHere } from '../../wasm/src';
import { builtCore } from '../../wasm/src/testing';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;
const MAX_STATES = 20_000;
const core = await builtCore();
const read = (name: string) =>
	readFileSync(new URL(`../pins/${name}.txt`, import.meta.url), 'utf8');

/** What `lockstep check CHECK` would search; it ends with 3, having seen one state. */
function configOf(check: string): Config {
	const args = ['check', ...check.split(' '), '--states', '1', '--json'];
	const { stdout, stderr } = spawnSync(NATIVE, args, { encoding: 'utf8' });
	if (stderr) throw new Error(stderr);
	return JSON.parse(stdout).config;
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
