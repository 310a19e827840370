/** The page's side of opening a trace: one Worker a text, ended as soon as there is an answer. */
import { MAX_TRACE_BYTES, type TraceOpened, type TraceProgress, tooLong } from './trace';
import type { TraceMessage, TraceStart } from './trace-worker';

export interface OpenTraceOptions {
	signal?: AbortSignal;
	onProgress?(progress: TraceProgress): void;
	/** tests give their own */
	makeWorker?(): Worker;
}

const newWorker = (): Worker =>
	new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module', name: 'trace' });

/** `bytes` go to the Worker and are gone here. An abort is an answer: null. */
export function openTrace(
	wasmUrl: string,
	bytes: ArrayBuffer,
	{ signal, onProgress, makeWorker = newWorker }: OpenTraceOptions = {},
): Promise<TraceOpened | null> {
	if (signal?.aborted) return Promise.resolve(null);
	if (bytes.byteLength > MAX_TRACE_BYTES)
		return Promise.resolve({ ok: false, notes: [tooLong(bytes.byteLength)] });
	const worker = makeWorker();
	return new Promise<TraceOpened | null>((resolve, reject) => {
		signal?.addEventListener('abort', () => resolve(null), { once: true });
		worker.onmessage = ({ data }: MessageEvent<TraceMessage>) => {
			if (signal?.aborted) return;
			if ('error' in data) reject(new Error(data.error));
			else if ('opened' in data) resolve(data.opened);
			else onProgress?.(data.progress);
		};
		worker.onerror = (event) => {
			event.preventDefault?.();
			reject(
				new Error(`the trace could not be read: ${event.message || 'its Worker did not load'}`),
			);
		};
		const start: TraceStart = {
			/* a Worker resolves addresses against its own script, not the page */
			wasmUrl: new URL(wasmUrl, globalThis.location?.href).href,
			bytes,
		};
		worker.postMessage(start, [bytes]);
	}).finally(() => worker.terminate());
}
