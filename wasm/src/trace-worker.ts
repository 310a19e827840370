/** The Worker of a trace: its own instance of the core, one text, then the client ends it. */
import { loadCore } from './core';
import { openTraceHere, type TraceOpened, type TraceProgress } from './trace';

export interface TraceStart {
	wasmUrl: string;
	bytes: ArrayBuffer;
}

export type TraceMessage =
	| { progress: TraceProgress }
	| { opened: TraceOpened }
	| { error: string };

/* The package is typed for a page; of a Worker's scope only these two are used. */
const scope = self as unknown as {
	onmessage: ((event: MessageEvent<TraceStart>) => void) | null;
	postMessage(message: TraceMessage, transfer?: Transferable[]): void;
};

scope.onmessage = async ({ data }) => {
	try {
		const core = await loadCore(data.wasmUrl);
		const opened = openTraceHere(core, new Uint8Array(data.bytes), (progress) =>
			scope.postMessage({ progress }),
		);
		const moved = opened.ok
			? [opened.trace.actions.buffer, opened.trace.when.buffer, opened.trace.event.buffer]
			: [];
		scope.postMessage({ opened }, moved as ArrayBuffer[]);
	} catch (error) {
		scope.postMessage({ error: error instanceof Error ? error.message : String(error) });
	}
};
