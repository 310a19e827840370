import { describe, expect, it, vi } from 'vitest';
import type { Config } from './config';
import { nothingYet } from './explorer';
import { ExplorerClient } from './explorer-client';
import type { ExplorerWorker } from './explorer-worker';
import { Awaited, aWhile, FakeWorker } from './fake-worker';
import type { ExploreProgress } from './moment';

const config: Config = {
	scenario: 's',
	lock: 0,
	variant: 0,
	threads: 2,
	rounds: 1,
	switches: 0,
	budget: [],
	roles: [0, 0],
};

/** A search that the test conducts: what it was asked, and how to report, answer and fail. */
class Search {
	asked: unknown[] = [];
	report: (progress: ExploreProgress) => void = () => {};
	answer: (progress: ExploreProgress) => void = () => {};
	fail: (error: Error) => void = () => {};
	private readonly begin = new Awaited();
	/** the search was asked for: from here on it can report, answer and fail */
	readonly begun = this.begin.called;
	readonly worker: FakeWorker<ExplorerWorker>;

	constructor() {
		this.worker = new FakeWorker<ExplorerWorker>({
			explore: (wasmUrl, searched, options, onProgress) => {
				this.asked = [wasmUrl, searched, options];
				this.report = onProgress;
				this.begin.call();
				return new Promise<ExploreProgress>((resolve, reject) => {
					this.answer = resolve;
					this.fail = reject;
				});
			},
		});
	}
}

function client() {
	const searches: Search[] = [];
	const made = new ExplorerClient('https://example.org/core.wasm', () => {
		const search = new Search();
		searches.push(search);
		return search.worker;
	});
	return { client: made, searches };
}

const seen = (states: number): ExploreProgress => ({ ...nothingYet(), states });
const end = (states: number, verdict = 'OK') => ({ ...seen(states), done: true, verdict });

describe('ExplorerClient', () => {
	it('reports, answers and ends its Worker', async () => {
		const { client: explorer, searches } = client();
		const reported: number[] = [];
		const answer = explorer.explore(config, {
			maxStates: 5,
			onProgress: (p) => reported.push(p.states),
		});
		const [search] = searches as [Search];
		await search.begun;
		expect(search.asked).toEqual(['https://example.org/core.wasm', config, { maxStates: 5 }]);
		search.report(seen(3));
		await vi.waitFor(() => expect(reported).toEqual([3]));
		search.answer(end(5, 'BOUNDED'));
		expect(await answer).toMatchObject({ done: true, states: 5, verdict: 'BOUNDED' });
		expect(reported).toEqual([3]);
		expect(search.worker.ended).toBe(true);
	});

	it('answers an abort at once with CANCELLED and what was counted so far', async () => {
		const { client: explorer, searches } = client();
		const abort = new AbortController();
		const reported: number[] = [];
		const answer = explorer.explore(config, {
			maxStates: 5,
			signal: abort.signal,
			onProgress: (p) => reported.push(p.states),
		});
		const [search] = searches as [Search];
		await search.begun;
		search.report(seen(3));
		await vi.waitFor(() => expect(reported).toEqual([3]));
		abort.abort();
		expect(await answer).toMatchObject({ done: true, states: 3, verdict: 'CANCELLED', path: [] });
		expect(search.worker.ended).toBe(true);
		expect(reported).toEqual([3]);
	});

	it('hears nothing that comes after the answer or the abort', async () => {
		const { client: explorer, searches } = client();
		const abort = new AbortController();
		const reported: number[] = [];
		const onProgress = (p: ExploreProgress) => reported.push(p.states);
		const answered = explorer.explore(config, { maxStates: 5, onProgress });
		await searches[0]?.begun;
		searches[0]?.answer(end(5));
		await answered;
		searches[0]?.report(seen(6));
		const stopped = explorer.explore(config, { maxStates: 5, onProgress, signal: abort.signal });
		await searches[1]?.begun;
		searches[1]?.report(seen(7)); /* on its way when the reader cancels */
		abort.abort();
		searches[1]?.answer(end(8));
		await aWhile();
		expect((await stopped).verdict).toBe('CANCELLED');
		expect(reported).toEqual([]);
	});

	it('is not misled by what it did not ask for', async () => {
		const { client: explorer, searches } = client();
		const answer = explorer.explore(config, { maxStates: 5 });
		await searches[0]?.begun;
		const odd = [null, 0, 'x', { progress: end(9) }, { id: 'x', type: 'RAW', value: end(9) }];
		for (const data of odd) searches[0]?.worker.blurt(data);
		searches[0]?.answer(end(5));
		expect(await answer).toMatchObject({ states: 5 });
	});

	it('starts nothing when already aborted', async () => {
		const { client: explorer, searches } = client();
		const answer = await explorer.explore(config, { maxStates: 5, signal: AbortSignal.abort() });
		expect(answer.verdict).toBe('CANCELLED');
		expect(searches).toHaveLength(0);
	});

	it('cancels the search before when another starts', async () => {
		const { client: explorer, searches } = client();
		const first = explorer.explore(config, { maxStates: 5 });
		const second = explorer.explore(config, { maxStates: 6 });
		expect((await first).verdict).toBe('CANCELLED');
		await searches[1]?.begun;
		searches[1]?.answer(end(0));
		expect((await second).verdict).toBe('OK');
	});

	it('rejects with a sentence when the search cannot run', async () => {
		const { client: explorer, searches } = client();
		const first = explorer.explore(config, { maxStates: 5 });
		await searches[0]?.begun;
		searches[0]?.fail(new RangeError('no such lock'));
		await expect(first).rejects.toThrow('no such lock');
	});

	it('rejects when its Worker dies, before the search or in it', async () => {
		const { client: explorer, searches } = client();
		const first = explorer.explore(config, { maxStates: 5 });
		searches[0]?.worker.die('');
		await expect(first).rejects.toThrow('the search could not run: its Worker did not load');
		const second = explorer.explore(config, { maxStates: 5 });
		await searches[1]?.begun;
		searches[1]?.report(seen(3));
		searches[1]?.worker.die('out of memory');
		await expect(second).rejects.toThrow('the search could not run: out of memory');
		expect(searches.every(({ worker }) => worker.ended)).toBe(true);
	});
});
