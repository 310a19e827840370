import { describe, expect, it, vi } from 'vitest';
import { Awaited, aWhile, FakeWorker } from './fake-worker';
import { MAX_TRACE_BYTES, type TraceOpened, type TraceProgress } from './trace';
import { type OpenTraceOptions, openTrace } from './trace-client';
import type { TraceWorker } from './trace-worker';

/** Opening a text where the test says what the Worker reports and answers. */
class Reading {
	asked: { wasmUrl: string; bytes: ArrayBuffer } | undefined;
	report: (progress: TraceProgress) => void = () => {};
	respond: (opened: TraceOpened) => void = () => {};
	fail: (error: Error) => void = () => {};
	private readonly begin = new Awaited();
	/** it was asked to open the text: from here on it can report, answer and fail */
	readonly begun = this.begin.called;
	readonly worker: FakeWorker<TraceWorker>;

	constructor() {
		this.worker = new FakeWorker<TraceWorker>({
			open: (wasmUrl, bytes, onProgress) => {
				this.asked = { wasmUrl, bytes };
				this.report = onProgress;
				this.begin.call();
				return new Promise<TraceOpened>((resolve, reject) => {
					this.respond = resolve;
					this.fail = reject;
				});
			},
		});
	}
}

function opening(options: OpenTraceOptions = {}, bytes = new ArrayBuffer(3)) {
	const readings: Reading[] = [];
	const answer = openTrace('https://example.org/core.wasm', bytes, {
		...options,
		makeWorker: () => {
			const reading = new Reading();
			readings.push(reading);
			return reading.worker;
		},
	});
	return { answer, reading: readings[0] as Reading, readings };
}

const refused: TraceOpened = { ok: false, notes: ['Line 1: no trace.'] };

describe('openTrace', () => {
	it('hands the text over, reports, answers and ends its Worker', async () => {
		const bytes = new Uint8Array([1, 2, 3]).buffer;
		const seen: number[] = [];
		const { answer, reading } = opening({ onProgress: (p) => seen.push(p.conforming) }, bytes);
		await reading.begun;
		expect(reading.asked?.wasmUrl).toBe('https://example.org/core.wasm');
		expect([...new Uint8Array(reading.asked?.bytes ?? bytes)]).toEqual([1, 2, 3]);
		expect(reading.worker.moved[0]).toContain(bytes);
		expect(bytes.byteLength).toBe(0);
		reading.report({ conforming: 5, events: 9 });
		await vi.waitFor(() => expect(seen).toEqual([5]));
		reading.respond(refused);
		expect(await answer).toEqual(refused);
		expect(seen).toEqual([5]);
		expect(reading.worker.ended).toBe(true);
	});

	it('answers an abort with null and ends its Worker', async () => {
		const abort = new AbortController();
		const seen: number[] = [];
		const { answer, reading } = opening({
			signal: abort.signal,
			onProgress: (p) => seen.push(p.conforming),
		});
		await reading.begun;
		reading.report({ conforming: 5, events: 9 }); /* on its way when the reader cancels */
		abort.abort();
		await aWhile();
		expect(await answer).toBeNull();
		expect(seen).toEqual([]);
		expect(reading.worker.ended).toBe(true);
	});

	it('reports nothing after the answer', async () => {
		const seen: number[] = [];
		const { answer, reading } = opening({ onProgress: (p) => seen.push(p.conforming) });
		await reading.begun;
		const { report } = reading;
		reading.respond(refused);
		await answer;
		report({ conforming: 9, events: 9 });
		await aWhile();
		expect(seen).toEqual([]);
	});

	it('starts nothing when already aborted, or for a text that is too long', async () => {
		const aborted = opening({ signal: AbortSignal.abort() });
		expect(await aborted.answer).toBeNull();
		const long = opening({}, { byteLength: MAX_TRACE_BYTES + 1 } as ArrayBuffer);
		expect(await long.answer).toMatchObject({ ok: false, notes: [expect.stringMatching(/64/)] });
		expect([...aborted.readings, ...long.readings]).toEqual([]);
	});

	it('rejects with a sentence when the Worker fails, or dies', async () => {
		const first = opening();
		await first.reading.begun;
		first.reading.fail(new Error('core.wasm is empty'));
		await expect(first.answer).rejects.toThrow('core.wasm is empty');
		const second = opening();
		second.reading.worker.die('');
		await expect(second.answer).rejects.toThrow('its Worker did not load');
		expect(second.reading.worker.ended).toBe(true);
	});
});
