/** The page's side of opening a trace: one Worker a text, ended as soon as there is an answer. */
import { transfer } from 'comlink';
import { fromPage, inWorker, type WorkerLike } from './in-worker';
import { MAX_TRACE_BYTES, type TraceOpened, type TraceProgress, tooLong } from './trace';
import type { TraceWorker } from './trace-worker';

export interface OpenTraceOptions {
	signal?: AbortSignal;
	onProgress?(progress: TraceProgress): void;
	/** tests give their own */
	makeWorker?(): WorkerLike;
}

const newWorker = (): Worker =>
	new Worker(new URL('./trace-worker.ts', import.meta.url), { type: 'module', name: 'trace' });

/** `bytes` go to the Worker and are gone here. An abort is an answer: null. */
export function openTrace(
	wasmUrl: string,
	bytes: ArrayBuffer,
	{ signal, onProgress = () => {}, makeWorker = newWorker }: OpenTraceOptions = {},
): Promise<TraceOpened | null> {
	if (!signal?.aborted && bytes.byteLength > MAX_TRACE_BYTES)
		return Promise.resolve({ ok: false, notes: [tooLong(bytes.byteLength)] });
	return inWorker<TraceWorker, TraceOpened | null>({
		makeWorker,
		signal,
		failure: 'the trace could not be read',
		whenAborted: () => null,
		call: (remote, heard) =>
			remote.open(fromPage(wasmUrl), transfer(bytes, [bytes]), heard(onProgress)),
	});
}
