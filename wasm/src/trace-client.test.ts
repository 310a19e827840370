import { describe, expect, it } from 'vitest';
import { MAX_TRACE_BYTES, type TraceOpened } from './trace';
import { type OpenTraceOptions, openTrace } from './trace-client';
import type { TraceMessage, TraceStart } from './trace-worker';

/** A Worker whose answers the test writes. */
class FakeWorker {
	onmessage: ((event: { data: TraceMessage }) => void) | null = null;
	onerror: ((event: { message: string }) => void) | null = null;
	started: TraceStart | undefined;
	moved: Transferable[] = [];
	ended = false;
	postMessage(message: TraceStart, transfer: Transferable[]): void {
		this.started = message;
		this.moved = transfer;
	}
	terminate(): void {
		this.ended = true;
	}
	say(data: TraceMessage): void {
		this.onmessage?.({ data });
	}
}

function opening(options: OpenTraceOptions = {}, bytes = new ArrayBuffer(3)) {
	const workers: FakeWorker[] = [];
	const answer = openTrace('https://example.org/core.wasm', bytes, {
		...options,
		makeWorker: () => {
			const worker = new FakeWorker();
			workers.push(worker);
			return worker as unknown as Worker;
		},
	});
	return { answer, worker: workers[0], workers };
}

const refused: TraceOpened = { ok: false, notes: ['Line 1: no trace.'] };

describe('openTrace', () => {
	it('hands the text over, reports, answers and ends its Worker', async () => {
		const bytes = new ArrayBuffer(3);
		const seen: number[] = [];
		const { answer, worker } = opening({ onProgress: (p) => seen.push(p.conforming) }, bytes);
		expect(worker?.started).toEqual({ wasmUrl: 'https://example.org/core.wasm', bytes });
		expect(worker?.moved).toEqual([bytes]);
		worker?.say({ progress: { conforming: 5, events: 9 } });
		worker?.say({ opened: refused });
		expect(await answer).toEqual(refused);
		expect(seen).toEqual([5]);
		expect(worker?.ended).toBe(true);
	});

	it('answers an abort with null and ends its Worker', async () => {
		const abort = new AbortController();
		const seen: number[] = [];
		const { answer, worker } = opening({
			signal: abort.signal,
			onProgress: (p) => seen.push(p.conforming),
		});
		abort.abort();
		worker?.say({ progress: { conforming: 5, events: 9 } });
		expect(await answer).toBeNull();
		expect(seen).toEqual([]);
		expect(worker?.ended).toBe(true);
	});

	it('starts nothing when already aborted, or for a text that is too long', async () => {
		const aborted = opening({ signal: AbortSignal.abort() });
		expect(await aborted.answer).toBeNull();
		const long = opening({}, { byteLength: MAX_TRACE_BYTES + 1 } as ArrayBuffer);
		expect(await long.answer).toMatchObject({ ok: false, notes: [expect.stringMatching(/64/)] });
		expect([...aborted.workers, ...long.workers]).toEqual([]);
	});

	it('rejects with a sentence when the Worker fails', async () => {
		const first = opening();
		first.worker?.say({ error: 'core.wasm is empty' });
		await expect(first.answer).rejects.toThrow('core.wasm is empty');
		const second = opening();
		second.worker?.onerror?.({ message: '' });
		await expect(second.answer).rejects.toThrow('its Worker did not load');
		expect(second.worker?.ended).toBe(true);
	});
});
