/** The search for starvation in slices: how it ends, and how it is stopped. What it finds: tests/golden/starvation.test.ts. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Config } from './config';
import type { Core } from './core';
import { Awaited, aWhile, FakeWorker } from './fake-worker';
import { type Starvation, starvationHere } from './starvation';
import { findStarvation } from './starvation-client';
import type { StarvationWorker } from './starvation-worker';
import { builtCore, starvationEngine } from './testing';

let core: Core;
let config: Config;
beforeAll(async () => {
	core = await builtCore();
	config = core.configOf('mutex-6.12', { threads: 4, rounds: 1, budget: Array(8).fill(0) });
});

const engine = () => starvationEngine(core.lock(config.lock).name);

describe('starvationHere', () => {
	it('finds a schedule that leads back to a state, whatever rounds were set', async () => {
		const found = await starvationHere(await engine(), config, { maxStates: 400_000 });
		expect(found).toMatchObject({ complete: true, built: true, judged: true, asleep: [] });
		const session = core.session({ ...config, rounds: 255 });
		expect(session.load(found?.path ?? [])).toBe((found?.lead ?? 0) + (found?.round ?? 0));
		const back = session.returns(found?.lead ?? 0);
		expect(back.at(-1)).toMatchObject({ end: session.length, starved: [found?.tid] });
	});

	it('ends at its bound, and says so', async () => {
		const mcs = core.configOf('mcs', { threads: 4, budget: Array(8).fill(0) });
		const found = await starvationHere(await starvationEngine('mcs'), mcs, { maxStates: 500 });
		expect(found).toMatchObject({ states: 500, complete: false, judged: true, who: [], tid: 0 });
	});

	it('reports states, then that it judges, and stops when it is told to', async () => {
		const seen: Starvation[] = [];
		const tired = new AbortController();
		let slices = 0;
		const clock = vi.spyOn(performance, 'now');
		clock.mockImplementation(() => 1000 * slices);
		const pause = async () => {
			slices++;
		};
		const options = { maxStates: 400_000, onProgress: (p: Starvation) => seen.push(p) };
		await starvationHere(await engine(), config, options, pause);
		expect(seen.filter(({ built }) => !built).length).toBeGreaterThan(1);
		expect(seen.at(-1)).toMatchObject({ built: true, judged: false, path: [] });
		const states = seen.map((p) => p.states);
		expect(states).toEqual([...states].sort((a, b) => a - b));
		const stopped = starvationHere(
			await engine(),
			config,
			{ ...options, signal: tired.signal },
			async () => tired.abort(),
		);
		expect(await stopped).toBeNull();
		clock.mockRestore();
	});

	it('refuses what is no set-up', async () => {
		const bad = { ...config, threads: 0, roles: [] };
		const searched = starvationHere(await engine(), bad, { maxStates: 9 });
		await expect(searched).rejects.toThrow('cannot be searched');
	});
});

describe('findStarvation', () => {
	function conducted(signal?: AbortSignal) {
		const begin = new Awaited();
		const made = {
			asked: [] as unknown[],
			report: (_: Starvation) => {},
			answer: (_: Starvation) => {},
		};
		const worker = new FakeWorker<StarvationWorker>({
			search: (...asked) => {
				made.asked = asked.slice(0, 3);
				made.report = asked[3];
				begin.call();
				return new Promise((resolve) => {
					made.answer = resolve;
				});
			},
		});
		const seen: number[] = [];
		const answer = findStarvation(
			'mcs',
			config,
			{ maxStates: 7, onProgress: ({ states }) => seen.push(states), ...(signal && { signal }) },
			undefined,
			() => worker,
		);
		return { made, worker, seen, answer, begun: begin.called };
	}
	const found = (states: number) => ({ states, who: [1] }) as unknown as Starvation;

	it('asks the module of the lock in a Worker, reports, and ends it with the answer', async () => {
		const { made, worker, seen, answer, begun } = conducted();
		await begun;
		expect(made.asked).toEqual([expect.stringMatching(/mcs-starvation.*\.wasm/), config, 7]);
		made.report(found(5));
		await vi.waitFor(() => expect(seen).toEqual([5]));
		made.answer(found(9));
		expect(await answer).toEqual(found(9));
		expect(worker.ended).toBe(true);
	});

	it('ends it when it is aborted', async () => {
		const tired = new AbortController();
		const { made, worker, seen, answer, begun } = conducted(tired.signal);
		await begun;
		tired.abort();
		expect(await answer).toBeNull();
		expect(worker.ended).toBe(true);
		made.report(found(5));
		await aWhile();
		expect(seen).toEqual([]);
	});
});
