import { describe, expect, it } from 'vitest';
import { nothingYet } from './explorer';
import { ExplorerClient } from './explorer-client';
import type { StartMessage, WorkerMessage } from './explorer-worker';
import type { Config } from './types';

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

/** A Worker whose answers the test writes. */
class FakeWorker {
	onmessage: ((event: { data: WorkerMessage }) => void) | null = null;
	onerror: ((event: { message: string }) => void) | null = null;
	started: StartMessage | undefined;
	ended = false;
	postMessage(message: StartMessage): void {
		this.started = message;
	}
	terminate(): void {
		this.ended = true;
	}
	say(data: WorkerMessage): void {
		this.onmessage?.({ data });
	}
}

function client() {
	const workers: FakeWorker[] = [];
	const made = new ExplorerClient('https://example.org/core.wasm', () => {
		const worker = new FakeWorker();
		workers.push(worker);
		return worker as unknown as Worker;
	});
	return { client: made, workers };
}

describe('ExplorerClient', () => {
	it('reports, answers and ends its Worker', async () => {
		const { client: explorer, workers } = client();
		const seen: number[] = [];
		const answer = explorer.explore(config, {
			maxStates: 5,
			onProgress: (p) => seen.push(p.states),
		});
		const worker = workers[0] as FakeWorker;
		expect(worker.started).toEqual({
			wasmUrl: 'https://example.org/core.wasm',
			config,
			maxStates: 5,
		});
		worker.say({ progress: { ...nothingYet(), states: 3 } });
		worker.say({ progress: { ...nothingYet(), done: true, states: 5, verdict: 'BOUNDED' } });
		expect(await answer).toMatchObject({ done: true, states: 5, verdict: 'BOUNDED' });
		expect(seen).toEqual([3]);
		expect(worker.ended).toBe(true);
	});

	it('answers an abort with CANCELLED and what was counted so far', async () => {
		const { client: explorer, workers } = client();
		const abort = new AbortController();
		const answer = explorer.explore(config, { maxStates: 5, signal: abort.signal });
		workers[0]?.say({ progress: { ...nothingYet(), states: 3 } });
		abort.abort();
		expect(await answer).toMatchObject({ done: true, states: 3, verdict: 'CANCELLED', path: [] });
		expect(workers[0]?.ended).toBe(true);
	});

	it('starts nothing when already aborted', async () => {
		const { client: explorer, workers } = client();
		const answer = await explorer.explore(config, { maxStates: 5, signal: AbortSignal.abort() });
		expect(answer.verdict).toBe('CANCELLED');
		expect(workers).toHaveLength(0);
	});

	it('cancels the search before when another starts', async () => {
		const { client: explorer, workers } = client();
		const first = explorer.explore(config, { maxStates: 5 });
		const second = explorer.explore(config, { maxStates: 6 });
		expect((await first).verdict).toBe('CANCELLED');
		workers[1]?.say({ progress: { ...nothingYet(), done: true } });
		expect((await second).verdict).toBe('OK');
	});

	it('rejects with a sentence when the search cannot run', async () => {
		const { client: explorer, workers } = client();
		const first = explorer.explore(config, { maxStates: 5 });
		workers[0]?.say({ error: 'no such lock' });
		await expect(first).rejects.toThrow('no such lock');
		const second = explorer.explore(config, { maxStates: 5 });
		workers[1]?.onerror?.({ message: '' });
		await expect(second).rejects.toThrow('its Worker did not load');
	});
});
