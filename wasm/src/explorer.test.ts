import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from './core';
import { exploreHere } from './explorer';
import type { LockFacts, SwitchFacts } from './facts';
import { configShowing } from './faults';
import { builtCore } from './testing';

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});

/** Keeps the suite in seconds; the whole spaces are searched by the native checks. */
const BOUND = 200_000;
/** A fault must be found whatever it takes; the shortest path to it is never far. */
const FAULT_BOUND = 8_000_000;

/** '' when the search finds what the fault states, and its path replays to just that. */
async function problemWith(lock: LockFacts, fault: SwitchFacts): Promise<string> {
	const config = configShowing(lock, fault);
	const end = await exploreHere(core, config, { maxStates: FAULT_BOUND });
	if (end.verdict !== fault.verdict || (fault.what !== '' && end.what !== fault.what))
		return `${end.verdict} ${end.what} after ${end.states} states, not ${fault.verdict} ${fault.what}`;
	if (end.verdict === 'OK') return '';
	const session = core.session(config);
	if (session.load(end.path) !== end.path.length) return `its path stops at step ${session.length}`;
	/* "no progress" is about all futures: no single state shows it */
	const { verdict, what } = session.judge();
	if (end.verdict === 'NO_PROGRESS' || (verdict === end.verdict && what === end.what)) return '';
	return `its path leads to ${verdict} ${what}, not ${end.verdict} ${end.what}`;
}

describe('exploreHere', () => {
	it('gives every scenario the verdict that it states', { timeout: 240_000 }, async () => {
		const wrong: string[] = [];
		for (const scenario of core.facts.scenarios) {
			const maxStates = scenario.verdict === 'OK' ? BOUND : FAULT_BOUND;
			/* what free play may do, a check is told: as `lockstep check NAME` without --budget */
			const calm = scenario.sandbox ? { budget: [0, 0, 0, 0, 0, 0, 0, 0] } : {};
			const end = await exploreHere(core, core.configOf(scenario.name, calm), { maxStates });
			const verdict = end.verdict === 'BOUNDED' ? 'OK' : end.verdict;
			if (verdict !== scenario.verdict || (verdict === 'VIOLATED' && end.what !== scenario.what))
				wrong.push(`${scenario.name}: ${end.verdict} ${end.what} after ${end.states} states`);
		}
		expect(wrong).toEqual([]);
	});

	it('catches every planted fault, by a path that replays to it', {
		timeout: 240_000,
	}, async () => {
		const wrong: string[] = [];
		for (const lock of core.facts.locks)
			for (const fault of lock.switches) {
				const problem = await problemWith(lock, fault).catch(String);
				if (problem !== '') wrong.push(`${lock.name} ${fault.name}: ${problem}`);
			}
		expect(wrong).toEqual([]);
	});

	it('says of steps what can still come of them', async () => {
		const config = core.configOf('mutex-fault-blind-sleep');
		const { story = [], lateAt = 0 } = core.scenario('mutex-fault-blind-sleep') ?? {};
		const behind = (at: number) =>
			exploreHere(core, config, { maxStates: BOUND, behind: story.slice(0, at) });
		expect(await behind(lateAt - 1)).toMatchObject({ saved: 'yes', brokenAt: 0 });
		const late = await behind(lateAt);
		expect(late).toMatchObject({ verdict: 'VIOLATED', saved: 'no', brokenAt: 0 });
		/* the shortest way from there ends as it says, and behind it the step is named */
		const schedule = [...story.slice(0, lateAt), ...late.path];
		const session = core.session(config);
		expect(session.load(schedule)).toBe(schedule.length);
		expect(session.judge()).toMatchObject({ verdict: 'VIOLATED', what: late.what });
		expect(await exploreHere(core, config, { maxStates: BOUND, behind: schedule })).toMatchObject({
			brokenAt: schedule.length,
			saved: 'no',
			what: late.what,
		});
		/* another choice in time, and no schedule fails any more */
		const alone = core.session(config);
		while (alone.step(0) === 'moved');
		const safe = await exploreHere(core, config, { maxStates: BOUND, behind: alone.actions() });
		expect(safe).toMatchObject({ verdict: 'OK', saved: 'yes' });
	});

	it('stops at its bound', async () => {
		const name = core.facts.scenarios.find((scenario) => scenario.sandbox)?.name ?? '';
		const end = await exploreHere(core, core.configOf(name, { threads: 4, rounds: 2 }), {
			maxStates: 1000,
		});
		expect(end).toMatchObject({ done: true, verdict: 'BOUNDED' });
		expect(end.states).toBeGreaterThanOrEqual(1000);
		expect(end.states).toBeLessThan(1100);
	});

	it('answers an abort with CANCELLED, in the middle of a search', async () => {
		const name = core.facts.scenarios.find((scenario) => scenario.sandbox)?.name ?? '';
		const config = core.configOf(name, { threads: 6, rounds: 3 });
		const abort = new AbortController();
		const seen: number[] = [];
		const end = await exploreHere(core, config, {
			maxStates: 1e8,
			signal: abort.signal,
			onProgress: (progress) => {
				seen.push(progress.states);
				if (seen.length === 2) abort.abort();
			},
		});
		expect(end).toMatchObject({ done: true, verdict: 'CANCELLED', path: [] });
		expect(end.states).toBeGreaterThan(0);
		expect(seen[1]).toBeGreaterThan(seen[0] as number);
	});

	it('leaves sessions of the same core as they were', async () => {
		const name = core.facts.scenarios[0]?.name ?? '';
		const session = core.session(core.configOf(name));
		session.step(0);
		const before = session.hash();
		await exploreHere(core, core.configOf(name), { maxStates: 1000 });
		expect(session.hash()).toBe(before);
		expect(session.step(0)).toMatch(/moved|spun/);
	});
});
