/** The Worker of a trace: its own instance of the core, one text, then the client ends it. */
import { expose, transfer } from 'comlink';
import { loadEngine } from './engine';
import { openTraceHere, READER_NAMES, type TraceOpened, type TraceProgress } from './trace';

async function open(
	wasmUrl: string,
	bytes: ArrayBuffer,
	onProgress: (progress: TraceProgress) => void,
): Promise<TraceOpened> {
	const engine = await loadEngine(wasmUrl, READER_NAMES);
	const opened = openTraceHere(engine, new Uint8Array(bytes), onProgress);
	if (!opened.ok) return opened;
	const { actions, when, event } = opened.trace;
	return transfer(opened, [actions.buffer, when.buffer, event.buffer]);
}

const api = { open };
export type TraceWorker = typeof api;

expose(api);
