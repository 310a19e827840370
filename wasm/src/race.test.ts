import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { actionEnv } from './actions';
import type { Core } from './core';
import { exploreHere } from './explorer';
import { raceAlong } from './race';
import { builtCore } from './testing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

const MAX = 100_000;

/** Of an address: its first race, with the words and lines of the two accesses that could order it. */
function raceOf(address: string) {
	const { config, schedule } = core.parseUrl(address);
	const race = raceAlong(core, config, schedule);
	const session = core.session(config);
	session.load(schedule);
	const by = race?.by;
	return {
		...race,
		word: by && session.record(by.wrote - 1).wordName,
		same: by && session.record(by.read - 1).wordName,
	};
}

describe('a race along a schedule', () => {
	it('of two plain accesses lacks both orders (M0)', () => {
		expect(raceOf('mcs?v=1&n=2&r=1&s=NUBO6')).toEqual({
			first: 5,
			second: 13,
			by: { wrote: 11, read: 12, lacksRelease: true, lacksAcquire: true },
			word: 'T2.locked',
			same: 'T2.locked',
		});
	});

	it('of a release that is read plainly lacks the acquire alone (W3)', () => {
		expect(raceOf('wait-wake-rw?v=1&n=2&r=2&b=0.0.0.0.0&s=ZbCpX0')).toEqual({
			first: 12,
			second: 25,
			by: { wrote: 14, read: 24, lacksRelease: false, lacksAcquire: true },
			word: 'lock',
			same: 'lock',
		});
	});

	it('there is none with the orders mended, nor in front of the step', () => {
		const { config, schedule } = core.parseUrl('mcs?v=1&n=2&r=1&s=NUBO6');
		const mend = core.facts.locks
			.find(({ id }) => id === config.lock)
			?.switches.findIndex(({ name }) => name === 'mend_orders');
		expect(raceAlong(core, { ...config, switches: 1 << Number(mend) }, schedule)).toBeNull();
		expect(raceAlong(core, config, schedule.slice(0, 12))).toBeNull();
		expect(raceAlong(core, config, [])).toBeNull();
	});

	it('is judged beside a session, which stays where it was', () => {
		const session = core.session(core.configOf('mcs-no-order'));
		session.load(core.scenario('mcs-no-order')?.story ?? []);
		const hash = session.hash();
		expect(raceAlong(core, session.config, session.actions())).toMatchObject({ second: 13 });
		expect(session.hash()).toBe(hash);
	});

	it('is told of each schedule by which a finding shows one, at its last step', () => {
		const findings = readFileSync(new URL('../../docs/findings.md', import.meta.url), 'utf8');
		const shown = [...findings.matchAll(/a? ?RACE after (\d+) steps, `#\/([^`]+)`/g)];
		expect(shown.length).toBeGreaterThanOrEqual(4);
		for (const [, steps, address = ''] of shown)
			expect(raceOf(address), address).toMatchObject({
				second: Number(steps),
				by: expect.anything(),
			});
	});

	it('is not told behind a kill, which the search does not look away from', async () => {
		const kind = core.facts.envKinds.findIndex(({ name }) => name === 'kill');
		const robust = core.facts.locks
			.find(({ name }) => name === 'tp_futex')
			?.roles.findIndex(({ letter }) => letter === 'R');
		const config = core.configOf('tp-futex', {
			threads: 2,
			rounds: 1,
			roles: [Number(robust), Number(robust)],
			budget: core.facts.envKinds.map((_, i) => Number(i === kind)),
		});
		const { found, path } = await exploreHere(core, config, { maxStates: MAX, races: true });
		expect(found).toBe(true);
		expect(path.some((action) => actionEnv(action) === kind)).toBe(true);
		expect(raceAlong(core, config, path)).toBeNull();
	});
});

describe('the search for a race', () => {
	const search = (name: string, more = {}) =>
		exploreHere(core, core.configOf(name, { threads: 2, rounds: 1, ...more }), {
			maxStates: MAX,
			races: true,
		});

	it('finds the shortest, as the command line does', async () => {
		const end = await search('mcs');
		expect(end).toMatchObject({ found: true, states: 73 });
		expect(end.path).toHaveLength(13);
		const config = core.configOf('mcs', { threads: 2, rounds: 1 });
		expect(raceAlong(core, config, end.path)).toMatchObject({ second: 13 });
	});

	it('says that there is none, and leaves nothing behind for the next search', async () => {
		expect(await search('ticket', { rounds: 2 })).toMatchObject({
			found: false,
			verdict: 'OK',
			states: 101,
		});
		const config = core.configOf('mcs', { threads: 2, rounds: 1 });
		expect(await exploreHere(core, config, { maxStates: MAX })).toMatchObject({
			found: false,
			verdict: 'OK',
		});
	});
});
