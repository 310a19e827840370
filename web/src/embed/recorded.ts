/** Recorded runs in the element: read where it stands, for a page may start no Worker from another origin. */
import { type CoreSource, lockOfTrace } from '../../../wasm/src';
import { loadEngine } from '../../../wasm/src/engine';
import { openTraceHere, READER_NAMES } from '../../../wasm/src/trace';
import { traceModuleUrl } from '../app/trace-modules';
import type { RecordingHost } from '../store/recorded';
import { Recordings } from '../trace/recordings';

/** `place`: where the modules are, if not beside the script. */
export function recordingsAt(place: string, host: RecordingHost): Recordings {
	const { core } = host.desk.state;
	if (!core) throw new Error('the core is not there yet');
	const moduleOf = (lock: string): CoreSource =>
		place ? new URL(`${lock}-trace.wasm`, place).href : traceModuleUrl(lock);
	return new Recordings(host, core, async (bytes, { signal, onProgress = () => {} }) => {
		const lock = lockOfTrace(core.facts, bytes)?.name ?? '';
		const engine = await loadEngine(moduleOf(lock), READER_NAMES);
		if (signal?.aborted) return null;
		return openTraceHere(engine, new Uint8Array(bytes), onProgress);
	});
}
