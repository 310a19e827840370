/**
 * Native and WASM are one machine: for every scenario both searches find the same states (equal in
 * number and in the sum of their fingerprints), the same transitions, and the same shortest schedule.
 */
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { exploreHere } from '../../wasm/src';
import { builtCore } from '../../wasm/src/testing';

const NATIVE = new URL('../../build/native/lockstep', import.meta.url).pathname;
const MAX_STATES = 150_000;
const core = await builtCore();

/** What `lockstep check NAME --json` prints; it ends with 1 or 3 when the verdict is a fault or the bound. */
function nativeCheck(name: string) {
	try {
		const args = ['check', name, '--states', String(MAX_STATES), '--json'];
		return JSON.parse(execFileSync(NATIVE, args, { encoding: 'utf8' }));
	} catch (error) {
		const { stdout } = error as { stdout?: string };
		if (!stdout) throw error;
		return JSON.parse(stdout);
	}
}

function configOf(name: string, sandbox: boolean) {
	return core.configOf(name, sandbox ? { budget: [0, 0, 0, 0, 0, 0, 0, 0] } : {});
}

test('the native tool and the module were built from the same texts', () => {
	const facts = JSON.parse(
		execFileSync(NATIVE, ['facts'], { encoding: 'utf8', maxBuffer: 1 << 24 }),
	);
	/* a topic is for the search alone, and told apart from the module */
	const told = facts.scenarios.map(({ topic, ...scenario }: { topic?: string }) => scenario);
	expect(told).toEqual(core.facts.scenarios.map(({ planted, ...scenario }) => scenario));
	expect(facts.locks).toEqual(core.facts.locks);
});

test.each(core.facts.scenarios.map((s) => [s.name, s.sandbox] as const))(
	'%s',
	async (name, sandbox) => {
		const config = configOf(name, sandbox);
		const there = nativeCheck(name);
		const here = await exploreHere(core, config, { maxStates: MAX_STATES });
		expect({
			verdict: here.verdict,
			what: here.what,
			states: here.states,
			transitions: here.transitions,
			depth: here.depth,
			sum: here.sum,
		}).toEqual({
			verdict: there.verdict,
			what: there.what,
			states: there.states,
			transitions: there.transitions,
			depth: there.depth,
			sum: there.sum,
		});
		if (there.url) {
			const moment = core.parseUrl(there.url.replace('#/', ''));
			expect(moment.notes).toEqual([]);
			expect(moment.schedule).toEqual(here.path);
		}
	},
);
