import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Core, exploreHere, type Session } from '../../../wasm/src';
import { cacheOf, lineNames } from '../../../wasm/src/cache';
import { FakeWorker } from '../../../wasm/src/fake-worker';
import { builtCore } from '../../../wasm/src/testing';
import { Page } from '../app/App';
import { hashOf, routeOf } from '../app/route';
import { bindKeyboard } from '../controls/keyboard';
import { App } from '../store/app';
import { AppContext } from '../store/react';
import type { CompareRoute } from '../store/state';
import { conclusionOf, failureOf } from './comes-to';
import { type Growing, grownAll, grownOf, grownText } from './grown';
import { grow } from './grown-client';
import { grownFigure, grownRows } from './grown-rows';
import type { GrownWorker } from './grown-worker';
import { type Cost, measure, noCost, soFar, sumOf } from './measure';
import { Pair } from './pair';
import { routeOfPair, sessionOn } from './testing';
import { played, playedOn } from './workload';

vi.setConfig({ testTimeout: 60_000 });

let core: Core;
beforeAll(async () => {
	core = await builtCore();
});
afterEach(cleanup);

const sessionOf = (of: CompareRoute, name: string) => sessionOn(core, of, name);

/** Whose line a step touched (0: the lock's, -1: none), and whether it had to come. */
function touchOf(session: Session, i: number): { tid: number; transfer: boolean } {
	const { line, transfer } = cacheOf(session).touch(i);
	const names = lineNames(core.lock(session.config.lock), session.config.threads);
	return { tid: line === null ? -1 : (names[line]?.tid ?? -1), transfer };
}

describe('what an acquisition costs', () => {
	const flagship = routeOfPair('mutex-stampede', 'mutex-mcs-queue');

	it('is less in the queue than in the stampede, and least of all where many spin', () => {
		const of = (r: CompareRoute, name: string) => measure(core, sessionOf(r, name));
		const stampede = sumOf(of(flagship, 'mutex-stampede'), 4);
		const queue = sumOf(of(flagship, 'mutex-mcs-queue'), 4);
		expect(stampede).toMatchObject({ releases: 3, disturbed: 6, transfers: 35 });
		expect(queue).toMatchObject({ releases: 3, disturbed: 3, transfers: 29 });
		const crowd = routeOfPair('mutex-3.9', 'mutex-mcs', { by: 'turns', threads: 8, rounds: 3 });
		const many = sumOf(of(crowd, 'mutex-3.9'), 24);
		const lined = sumOf(of(crowd, 'mutex-mcs'), 24);
		expect(many.transfers).toBeGreaterThan(2 * lined.transfers);
		expect(many.disturbed).toBeGreaterThan(3 * lined.disturbed);
	});

	it('says why few threads show little, and what more of them cost', () => {
		const of = (name: string) => sumOf(measure(core, sessionOf(flagship, name)), 4);
		const now = [of('mutex-stampede'), of('mutex-mcs-queue')] as const;
		const grown = grownOf(core, 'mutex-stampede', 'mutex-mcs-queue');
		if (!grown) throw new Error('eight threads reach nothing');
		const many = routeOfPair('mutex-stampede', 'mutex-mcs-queue', {
			by: 'turns',
			threads: 8,
			rounds: 2,
		});
		const right = sumOf(measure(core, sessionOf(many, 'mutex-mcs-queue')), 16);
		expect(grown.transfers[1]).toBe(right.transfers / 16);
		expect(grownText(grown, now)).toMatch(
			/^Few threads show little, .* with 8 threads in turn an acquisition takes 24\.1 transfers on the left and 8\.8 on the right\.$/,
		);
		/* what is as far apart with few threads has the figures alone; what costs the same, nothing */
		const far: Cost = { ...now[0], transfers: 10 * now[1].transfers };
		expect(grownText(grown, [far, now[1]])).toMatch(/^With 8 threads in turn/);
		const sleepy = { ...grown, sleeps: [0.9, 0] } as const;
		expect(grownText(sleepy, now)).toContain(
			'takes 24.1 transfers and 0.9 sleeps on the left and 8.8 and 0.0 sleeps on the right.',
		);
		const same = grownOf(core, 'mutex-mcs-queue', 'mutex-mcs-queue');
		expect(same && grownText(same, now)).toBe('');
	});

	it('stands in a table for few threads and many, and says nothing of a lock that fails', () => {
		const told: Growing[] = [];
		const all = grownAll(core, 'mutex-stampede', 'mcs-queue', (so) => told.push(so));
		expect(all.map(({ threads, common }) => [threads, common])).toEqual([
			[2, 4],
			[4, 8],
			[8, 16],
		]);
		expect(new Set(told.map(({ threads }) => threads))).toContain(8);
		const of = (name: string, rows = grownRows(all)) => rows.find((row) => row.name === name);
		expect(of('cache line transfers')?.sides[0].map(grownFigure)).toEqual(['6.5', '15', '24.1']);
		expect(of('bypasses of one waiter')).toMatchObject({
			unit: 'the most',
			sides: [
				[0, 3, 7],
				[0, 0, 0],
			],
		});
		/* nobody sleeps */
		expect(of('sleeps')).toBeUndefined();
		/* as often as the comparison has it */
		const often = grownAll(core, 'ticket-storm', 'mcs-queue', () => {}, 4);
		expect(often.map(({ common }) => common)).toEqual([8, 16, 32]);
		const failing = all.map((at) => ({ ...at, fails: [at.threads === 4, false] as const }));
		expect(of('cache line transfers', grownRows(failing))?.sides.map((side) => side[1])).toEqual([
			null,
			null,
		]);
		expect(grownFigure(null)).toBe('–');
	});

	it('measures many threads elsewhere, tells how far it is, and can be stopped', async () => {
		const steps: Growing[] = [];
		const ends = new AbortController();
		const { signal } = ends;
		const measureMany: GrownWorker['measureMany'] = async (modules, left, right, onStep) => {
			expect(Object.keys(modules)).toEqual(['mutex']);
			const told: Growing[] = [];
			const grown = grownOf(core, left, right, (so) => told.push(so));
			expect(new Set(told.map(({ side }) => side))).toEqual(new Set([0, 1]));
			/* until it is heard: what is said after the answer is heard by nobody */
			for (const so of told) await onStep(so);
			return grown;
		};
		const worker = new FakeWorker({ measureMany });
		const pair = ['mutex-stampede', 'mutex-mcs-queue'] as const;
		const onStep = (so: Growing) => steps.push(so);
		const grown = await grow(core, ...pair, { signal, onStep, makeWorker: () => worker });
		expect(grown).toEqual(grownOf(core, ...pair));
		expect(worker.ended).toBe(true);
		expect(steps.map(({ side }) => side)).toEqual(expect.arrayContaining([0, 1]));
		const silent = new FakeWorker({ measureMany: () => new Promise(() => {}) });
		const asked = grow(core, ...pair, { signal, onStep, makeWorker: () => silent });
		ends.abort();
		expect(await asked).toBe('stopped');
		expect(silent.ended).toBe(true);
	});

	it('counts handoffs where the lock is given to a waiter, and none where it is freed', () => {
		const handed = (name: string) => {
			const measures = measure(core, sessionOf(routeOfPair(name, name), name));
			return sumOf(measures, measures.costs.length).handed;
		};
		expect(handed('mutex-stampede')).toBe(0);
		expect(handed('tp-handoff')).toBe(1);
		expect(handed('mutex-6.12-handoff')).toBe(1);
	});

	it('adds up to what the records say, in every scenario', () => {
		for (const { name } of core.facts.scenarios) {
			const session = sessionOf(routeOfPair(name, name), name);
			const { acquired, costs } = measure(core, session);
			const ofLock = Array.from({ length: acquired.at(-1) ?? 0 }, (_, i) => touchOf(session, i));
			expect(sumOf({ acquired, costs }, costs.length).ofLock, name).toBe(
				ofLock.filter(({ tid, transfer }) => tid === 0 && transfer).length,
			);
			const end = acquired.at(-1) ?? 0;
			const records = Array.from({ length: end }, (_, i) => session.record(i));
			const sum = sumOf({ acquired, costs }, costs.length);
			expect(
				records.filter((r) => r.acquired),
				name,
			).toHaveLength(acquired.length);
			expect(sum.sleeps, name).toBe(records.filter((r) => r.op === 'sleep').length);
			expect(sum.wakes, name).toBe(records.filter((r) => r.op === 'wake' && r.ok).length);
			expect(sum.releases, name).toBe(
				records.slice(0, end - 1).filter((r) => r.released && isAfterWork(records, r)).length,
			);
		}
	});

	it('counts who is passed by: the thief, and nobody in a queue of the MCS lock', () => {
		const bypasses = (name: string) =>
			measure(core, sessionOf(routeOfPair(name, name), name)).costs.map((c) => c.passed);
		expect(bypasses('mutex-thief')).toContain(1);
		/* who has given the lock away and not moved since is in no line */
		const two = core.session(core.configOf('mutex-3.9', { threads: 2, rounds: 2 }));
		expect(two.load([0, 0, 0, 0, 0, 1])).toBe(6);
		expect(measure(core, two).costs.map((c) => c.passed)).toEqual([0, 0]);
		const fair = measure(
			core,
			sessionOf(routeOfPair('mcs', 'mcs', { by: 'turns', threads: 5, rounds: 3 }), 'mcs'),
		);
		expect(fair.costs).toHaveLength(15);
		expect(sumOf(fair, 15).passed).toBe(0);
	});

	it('counts spinners that are passed, and nobody in a queue, whoever looks at its node first', () => {
		const passed = (name: string, more: Partial<CompareRoute>) => {
			const all = measure(core, sessionOf(routeOfPair(name, name, more), name));
			return sumOf(all, all.costs.length).passed;
		};
		const crowd = { by: 'turns', threads: 8, rounds: 2 } as const;
		/* T1 comes back at step 72, and waits until all others have had both of their rounds: seven second ones */
		expect(passed('mutex-stampede', crowd)).toBe(7);
		expect(passed('mcs-queue', crowd)).toBe(0);
		/* with one round each, whose first tries and turns are in one order, nobody is passed */
		expect(passed('mutex-stampede', {})).toBe(0);
		/* a head that fails leaves its queue, and newcomers ask none: T4 comes fourth, and gets it behind nine that came later */
		expect(passed('mutex-mcs-queue', crowd)).toBe(9);
		let seed = 1;
		const below = (n: number) => {
			seed = (seed * 1103515245 + 12345) & 0x7fffffff;
			return (seed >> 8) % n;
		};
		let got = 0;
		for (const name of ['mcs', 'ticket', 'osq'])
			for (let run = 0; run < 20; run++) {
				const session = core.session(core.configOf(name, { threads: 4, rounds: 3 }));
				for (let idle = 0; idle < 40; ) idle = session.step(below(4)) === 'moved' ? 0 : idle + 1;
				const all = measure(core, session);
				got += all.costs.length;
				expect(sumOf(all, all.costs.length).passed, `${name}, run ${run}`).toBe(0);
			}
		expect(got).toBeGreaterThan(400);
	});

	it('says of the lock that starves a writer that one sleeper is passed more often', () => {
		const pair = routeOfPair('rwsem-starved-writer', 'rwsem-handoff-rescue');
		const [starves, rescues] = [pair.left, pair.right].map((name) =>
			measure(core, sessionOf(pair, name)),
		);
		if (!starves || !rescues) throw new Error('two stories are compared');
		const common = Math.min(starves.acquired.length, rescues.acquired.length);
		expect(sumOf(starves, common).passedAsleep).toBe(2);
		expect(sumOf(rescues, common).passedAsleep).toBe(1);
		/* T1 of the rescue spins for its last round, while T2 has two more: as many, and of no sleeper */
		expect([starves, rescues].map((m) => sumOf(m, common).passed)).toEqual([2, 2]);
		expect(conclusionOf([sumOf(starves, common), sumOf(rescues, common)], common, true)).toContain(
			'The price: 2 bypasses of one sleeper against 1',
		);
	});
});

/** The thread has worked under the lock since it last gave it away. */
function isAfterWork(
	records: { tid: number; op: string; released: boolean }[],
	release: { tid: number },
): boolean {
	const own = records
		.slice(0, records.indexOf(release as never))
		.filter((r) => r.tid === release.tid);
	return own.findLastIndex((r) => r.op === 'critical') > own.findLastIndex((r) => r.released);
}

function pairOf(left: string, right: string): Pair {
	const route = routeOfPair(left, right);
	const app = new App(async () => {
		throw new Error('not asked for');
	});
	app.store.set({ core, route });
	return new Pair(app, [core, core], route);
}

/** Where both stand after each press of Page Down, to the last that leads on. */
function pressed(pair: Pair): [number, number][] {
	const stops: [number, number][] = [];
	while (pair.canAdvance()) {
		pair.milestone(1);
		const stop: [number, number] = [pair.at(0), pair.at(1)];
		expect(stop).not.toEqual(stops.at(-1));
		stops.push(stop);
	}
	return stops;
}

describe('what follows from the figures', () => {
	const cost = (changes: Partial<Cost> = {}) => ({ ...noCost(), releases: 2, ...changes });

	it('is one sentence, and no more than the figures say', () => {
		const less = [cost({ transfers: 9, passed: 1 }), cost({ transfers: 4 })] as const;
		expect(conclusionOf(less, 2, true)).toBe(
			'In these two schedules the right side costs less: 4 cache line transfers against 9 and 0 bypasses of one waiter against 1.',
		);
		const split = [cost({ transfers: 9 }), cost({ transfers: 4, disturbed: 1 })] as const;
		expect(conclusionOf(split, 2, true)).toBe(
			'In these two schedules the right side has 4 cache line transfers where the left side has 9. The price: 1 thread disturbed by releases against 0.',
		);
		/* where the two are not in sight, each by its name */
		const named = (sums: readonly [Cost, Cost]) =>
			conclusionOf(sums, 2, true, [], ['Ticket spinlock', 'MCS queue']);
		expect(named(less)).toBe(
			'In these two schedules MCS queue costs less than Ticket spinlock: 4 cache line transfers against 9 and 0 bypasses of one waiter against 1.',
		);
		expect(named(split)).toBe(
			'In these two schedules MCS queue has 4 cache line transfers where Ticket spinlock has 9. The price: 1 thread disturbed by releases against 0.',
		);
		for (const sums of [less, split, [cost(), cost()] as const])
			expect(named(sums)).not.toMatch(/left|right/);
		expect(conclusionOf([cost(), cost()], 2, true)).toMatch(/cost the same\.$/);
		/* where the leading figures are even, the atomic operations tell them apart */
		expect(conclusionOf([cost({ rmws: 10 }), cost({ rmws: 8 })], 2, true)).toMatch(
			/right side costs less: 8 read-modify-writes against 10\.$/,
		);
		expect(
			conclusionOf([cost({ rmws: 10, transfers: 1 }), cost({ rmws: 8, transfers: 2 })], 2, true),
		).not.toContain('read-modify');
		/* where one side sleeps and the other does not, that is among what it costs */
		const sleeps = [cost({ sleeps: 1, wakes: 1 }), cost({ transfers: 4 })] as const;
		expect(conclusionOf(sleeps, 2, true)).toBe(
			'In these two schedules the left side has 0 cache line transfers where the right side has 4. The price: 1 sleep against 0 and 1 wake-up against 0.',
		);
		const both = [cost({ sleeps: 1, wakes: 1, transfers: 1 }), cost({ sleeps: 1, wakes: 1 })];
		expect(conclusionOf(both as [Cost, Cost], 2, true)).not.toContain('sleep');
	});

	it('before a room says first what is greatest, by the names of the locks, and then the price', () => {
		const names = ['A', 'B'] as const;
		const said = (sums: readonly [Cost, Cost]) => conclusionOf(sums, 2, true, [], names);
		const few = cost({ transfers: 141, disturbed: 20, passed: 9 });
		const many = cost({ transfers: 386, disturbed: 64, passed: 7 });
		expect(said([many, few])).toBe(
			'In these two schedules B has 20 threads disturbed by releases where A has 64, and 141 cache line transfers against 386. The price: 9 bypasses of one waiter against 7.',
		);
		expect(said([few, many])).toMatch(/schedules A has 20 .* where B has 64, .* The price: 9 /);
		expect(said([cost({ transfers: 9 }), cost({ transfers: 4 })])).toBe(
			'In these two schedules B costs less than A: 4 cache line transfers against 9.',
		);
		/* from 1 to 0 is less than from 386 to 141 */
		expect(said([cost({ transfers: 386, passed: 1 }), cost({ transfers: 141 })])).toMatch(
			/: 141 cache line transfers against 386 and 0 bypasses/,
		);
	});

	it('is nothing where the work is not the same, or there is none', () => {
		const less = [cost({ transfers: 9 }), cost({ transfers: 4 })] as const;
		expect(conclusionOf(less, 2, true, [1])).toMatch(
			/^So far the right side costs less: .*\. The right side is unfinished: /,
		);
		expect(conclusionOf(less, 2, false)).toBe('');
		expect(conclusionOf(less, 0, true)).toBe('');
	});

	it('says first that a side fails, and of an edited text up to where it does the same', () => {
		const fault = { at: 40, verdict: 'VIOLATED', what: 'counted waiters' };
		expect(failureOf([null, null], null)).toBe('');
		expect(failureOf([fault, null], null)).toBe(
			'On the left, at step 40: the rule “counted waiters” is broken. Costs are not compared where a lock fails.',
		);
		expect(failureOf([null, { ...fault, at: 27 }], { sameUpTo: 11 })).toBe(
			'The same up to step 11. In yours, at step 27: the rule “counted waiters” is broken. Costs are not compared where a lock fails.',
		);
	});

	it('is told of a finding beside a sound lock, which is played to where it fails', () => {
		const pair = pairOf('rwsem-single-pass', 'rwsem-reader-handoff');
		expect(pair.fault(0)).toMatchObject({ verdict: 'VIOLATED', what: 'mutual exclusion' });
		expect(pair.fault(1)).toBeNull();
		expect(pair.end(0)).toBeGreaterThanOrEqual(pair.fault(0)?.at ?? Infinity);
		expect(pair.moment(0, pair.common)).toBeLessThan(pair.fault(0)?.at ?? 0);
		pair.toEnd();
		expect(pair.at(0)).toBe(pair.fault(0)?.at);
	});

	it('is no end for steps that stop before their threads are done: they are called unfinished', () => {
		const { story = [] } = core.scenario('mutex-stampede') ?? {};
		const steps = [...story.slice(0, 16), 3, 3];
		const own = core.formatUrl(core.configOf('mutex-stampede'), steps, 18);
		const pair = pairOf('mutex-stampede', own);
		expect([pair.isUnfinished(0), pair.isUnfinished(1)]).toEqual([false, true]);
		expect(pair.titles[1]).toBe(`${pair.titles[0]}, other steps`);
		pair.sides[1].app.documents.replaceSchedule(
			playedOn(core, sessionOn(core, pair.route, 'mutex-stampede')),
			18,
		);
		expect(pair.isUnfinished(1)).toBe(false);
	});

	it('ends its side, which is told no further', () => {
		let found = 0;
		for (const { name, verdict } of core.facts.scenarios) {
			if (verdict === 'OK') continue;
			const pair = pairOf(name, name);
			const fault = pair.fault(0)?.at;
			if (!fault) continue;
			found++;
			const stops = pressed(pair);
			expect(stops.at(-1), name).toEqual([fault, fault]);
			expect([fault, pair.canAdvance()], name).toEqual([pair.length(0), false]);
		}
		expect(found).toBeGreaterThan(50);
	});

	it('on one side lets the other go on to its own end', () => {
		const stops = pressed(pairOf('mutex-wake', 'mutex-fault-blind-sleep'));
		/* asleep, woken, with the mutex, done */
		expect(stops).toEqual([
			[1, 1],
			[15, 16],
			[23, 16],
			[27, 16],
			[36, 16],
		]);
		const pair = pairOf('mutex-wake', 'mutex-fault-blind-sleep');
		let steps = 0;
		while (pair.advance()) steps++;
		expect([steps, pair.at(0), pair.at(1)]).toEqual([36, 36, 16]);
	});

	it('is where the steps of an address go past it, and is not stepped over', () => {
		const { config, story } = {
			config: core.configOf('mutex-fault-sleeping-head'),
			story: core.scenario('mutex-fault-sleeping-head')?.story ?? [],
		};
		const own = core.formatUrl(config, story, 0);
		const pair = pairOf(own, 'mutex-fault-sleeping-head');
		expect(pair.length(0)).toBeGreaterThan(pair.fault(0)?.at ?? Infinity);
		expect(pressed(pair).map(([left]) => left)).toContain(pair.fault(0)?.at);
	});

	it('leaves who was stepped alone where it is, when the other follows', () => {
		const pair = pairOf('mutex-stampede', 'mutex-mcs-queue');
		const [, second = 0] = pair.measures(0).acquired;
		pair.sides[0].app.cursor.seek(second);
		for (const at of [second, second]) {
			pair.milestone(1);
			expect(pair.at(0)).toBe(at);
		}
		expect(pair.reached).toBe(2);
		/* and behind the last that both reach it is not called back */
		const whole = pair.length(0);
		pair.sides[0].app.cursor.seek(whole);
		for (let i = 0; i < 4; i++) pair.milestone(1);
		expect(pair.at(0)).toBe(whole);
		expect(pair.reached).toBe(pair.common);
	});

	it('counts up to any moment what the sums say at an acquisition', () => {
		for (const { name } of core.facts.scenarios) {
			const session = sessionOf(routeOfPair(name, name), name);
			const measures = measure(core, session);
			measures.acquired.forEach((at, k) => {
				expect(sumOf(measures, k + 1), `${name} ${k + 1}`).toMatchObject(soFar(core, session, at));
			});
		}
	});
});

describe('what is played', () => {
	it('comes to an end with every thread done, whichever two are chosen', () => {
		for (const { name } of core.facts.scenarios) {
			const session = sessionOf(
				routeOfPair(name, name, { by: 'turns', threads: 3, rounds: 2 }),
				name,
			);
			expect(session.length, name).toBeLessThan(2000);
			const { verdict, sandbox } = core.scenario(name) ?? {};
			const ended = session.machine().threads.every(({ status }) => status === 'done');
			if (verdict === 'OK' && sandbox) expect(ended, name).toBe(true);
			expect(session.config).toMatchObject({ threads: 3, rounds: 2 });
		}
	});

	it('goes on when a holder has lost its CPU and the others spin in a circle', () => {
		const session = core.session(
			core.configOf('mutex-mcs-queue', { budget: [0, 1, 0, 0, 0, 0, 0, 0] }),
		);
		expect(session.load([1, 17, 0])).toBe(3);
		const whole = core.session(session.config);
		whole.load(playedOn(core, session));
		expect(measure(core, whole).acquired).toHaveLength(4);
		expect(whole.machine().threads.every(({ status }) => status === 'done')).toBe(true);
	});

	it('is the same work for a variant without a story as for the story beside it', () => {
		const r = routeOfPair('mutex-stampede', 'mutex-mcs');
		expect(played(core, r, 'mutex-mcs').config).toMatchObject({ threads: 4, rounds: 1 });
		expect(played(core, r, 'mutex-stampede').schedule.slice(0, 28)).toEqual(
			core.scenario('mutex-stampede')?.story,
		);
	});
});

function open(hash: string) {
	const app = new App((config, options) => exploreHere(core, config, options));
	app.store.set({ core });
	const unbind = bindKeyboard(app);
	const { route: to, notices } = routeOf(core, hash);
	app.goTo(to, notices);
	render(
		<AppContext value={app}>
			<Page />
		</AppContext>,
	);
	return { app, unbind };
}

/** The key for the end is pressed until both sides are there: at first the keys may not have been taken over yet. */
const endsWith = (sentences: readonly string[]) =>
	waitFor(() => {
		act(() => void fireEvent.keyDown(document.body, { key: 'End' }));
		expect(screen.getAllByTestId('so-far').map(({ textContent }) => textContent)).toEqual(
			sentences,
		);
	});

describe('two side by side', () => {
	it('meet at milestones, and end at the last that both reach', () => {
		const app = new App(async () => {
			throw new Error('not asked for');
		});
		app.store.set({ core, route: routeOfPair('mutex-stampede', 'mutex-mcs-queue') });
		const pair = new Pair(app, [core, core], routeOfPair('mutex-stampede', 'mutex-mcs-queue'));
		const detach = pair.attach();
		expect(pair.common).toBe(4);
		for (let k = 1; k <= 4; k++) {
			pair.milestone(1);
			expect(pair.reached).toBe(k);
			for (const index of [0, 1] as const) {
				const { session } = pair.sides[index].app.state.doc ?? {};
				expect(session?.record(pair.at(index) - 1).acquired).toBe(true);
			}
		}
		expect(pair.canAdvance()).toBe(false);
		pair.milestone(-1);
		expect(pair.reached).toBe(3);
		expect(app.state.route).toMatchObject({ left: 'mutex-stampede', right: 'mutex-mcs-queue' });
		/* another choice on one side goes into the address, and back */
		const { next, options } = pair.sides[1].app.state.doc?.moment ?? {};
		const other = options?.find(
			(o) => o.env === '' && o.result === 'moved' && o.action !== next?.action,
		);
		pair.sides[1].app.steps.step(other?.action ?? -1);
		const changed = hashOf(app.state);
		expect(changed).toMatch(/compare\/mutex-stampede\/mutex-mcs-queue%3F/);
		detach();
		expect(app.comparison.pilot).toBeNull();
		const again = routeOf(core, changed).route as CompareRoute;
		const second = new Pair(app, [core, core], again);
		expect([second.at(0), second.at(1)]).toEqual([pair.at(0), pair.at(1)]);
		expect(second.sides[1].app.state.doc?.session.actions()).toEqual(
			pair.sides[1].app.state.doc?.session.actions(),
		);
	});

	it('say in the first rows that one side sleeps, and that a context switch is no transfer', async () => {
		const { unbind } = open('#/compare/pm-today/pm-spin');
		const costs = await screen.findByTestId('costs');
		const names = within(costs)
			.getAllByRole('rowheader')
			.map(({ textContent }) => textContent?.replace(/:.*/, ''));
		expect(names.slice(0, 4)).toEqual([
			'cache line transfers',
			'threads disturbed by releases',
			'sleeps',
			'wake-ups',
		]);
		expect(screen.getByTestId('uncounted').textContent).toMatch(
			/^A context switch is not among the transfers/,
		);
		/* what is counted as disturbed stands beside the name */
		expect(costs.textContent).toContain('threads disturbed by releases: the line they watch');
		await endsWith([
			'pthread-normal-2.36: So far: 12 cache line transfers · 0 threads disturbed by 1 release · 1 sleep · 1 wake-up',
			'pthread-adaptive-2.5: So far: 4 cache line transfers · 1 thread disturbed by 1 release',
		]);
		unbind();
	});

	it('say how often each side sleeps where both do so as often', async () => {
		const { unbind } = open('#/compare/pm-today/pm-spin?by=turns&n=8&rounds=2');
		const costs = await screen.findByTestId('costs');
		const row = within(costs).getByRole('row', { name: /^sleeps/ });
		const counts = within(row)
			.getAllByRole('cell')
			.map(({ textContent }) => Number.parseInt(textContent ?? '', 10));
		expect(counts[0]).toBeGreaterThan(0);
		expect(counts[1]).toBe(counts[0]);
		unbind();
	});

	it('say what each costs, are stepped and preempted one by one, and checked', async () => {
		const { app, unbind } = open('#/compare/mutex-stampede/mutex-mcs-queue');
		const costs = await screen.findByTestId('costs');
		const cells = (name: RegExp) =>
			within(within(costs).getByRole('rowheader', { name }).closest('tr') as HTMLElement)
				.getAllByRole('cell')
				.map((cell) => cell.textContent);
		expect(screen.queryByTestId('uncounted')).toBeNull();
		fireEvent.click(screen.getByTestId('all-figures'));
		expect(cells(/^cache line transfers/)).toEqual([
			'35 (8.8 for each acquisition)',
			'29 (7.3 for each acquisition), fewer',
		]);
		expect(cells(/^threads disturbed/)).toEqual([
			'6 (2 for each release)',
			'3 (1 for each release), fewer',
		]);
		expect(screen.getByTestId('conclusion').textContent).toBe(
			'In these two schedules the right side costs less: 3 threads disturbed by releases against 6 and 29 cache line transfers against 35.',
		);
		for (const name of [/^sleeps$/, /^wake-ups$/, /bypasses/])
			expect(within(costs).queryByRole('rowheader', { name })).toBeNull();
		expect(screen.getByTestId('work').textContent).toContain(
			'On neither side: no sleeps, no wake-ups, no bypasses of one waiter and no bypasses of one sleeper.',
		);
		const ofLock = cells(/of the lock’s own lines/).map((cell) => cell?.match(/^\d+/)?.[0]);
		expect(ofLock).toEqual(['29', '14']);
		/* at the end each side says the figures of the table */
		await endsWith([
			'mutex-3.9: So far: 35 cache line transfers · 6 threads disturbed by 3 releases',
			'mutex-mcs: So far: 29 cache line transfers · 3 threads disturbed by 3 releases',
		]);
		act(() => void fireEvent.keyDown(document.body, { key: 'Home' }));
		expect(screen.queryByTestId('cache-button')).toBeNull();
		act(() => void fireEvent.keyDown(document.body, { key: 'v' }));
		expect(app.state.view.cache).toBe(false);
		expect(screen.getByTestId('work').textContent).toContain('Both: 4 threads, 1 round each.');

		const right = within(screen.getByTestId('side-right'));
		fireEvent.click(right.getByTestId('actor-1'));
		expect(right.getByTestId('side-position-right').textContent).toContain('step 1 of');
		const left = within(screen.getByTestId('side-left'));
		expect(left.getByTestId('side-position-left').textContent).toContain('step 0 of');
		fireEvent.click(right.getByTestId('env-allow-preempt-1'));
		expect(right.getByTestId('side-sentence').textContent).toContain('T1');

		/* the side that was pressed last is the one that keys mean */
		fireEvent.pointerDown(screen.getByTestId('side-left'));
		act(() => void fireEvent.keyDown(document.body, { key: '1' }));
		expect(left.getByTestId('side-position-left').textContent).toContain('step 1 of');
		act(() => void fireEvent.keyDown(document.body, { key: 'PageDown' }));
		expect(app.comparison.pilot).not.toBeNull();
		fireEvent.click(left.getByTestId('check'));
		const panel = await left.findByTestId('check-panel');
		fireEvent.click(within(panel).getByTestId('check-start'));
		expect(await left.findByTestId('check-result')).toBeTruthy();
		act(() => void fireEvent.keyDown(document.body, { key: 'Escape' }));
		expect(left.queryByTestId('check-panel')).toBeNull();
		unbind();
	});
});
