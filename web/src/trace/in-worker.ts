/** Recorded runs as the page opens them: in a Worker, which has a core of its own. */
import { lockOfTrace } from '../../../wasm/src';
import { openTrace } from '../../../wasm/src/trace-client';
import { traceModuleUrl } from '../app/trace-modules';
import type { RecordingHost } from '../store/recorded';
import { Recordings } from './recordings';

export function recordingsOf(host: RecordingHost): Recordings {
	const { core } = host.desk.state;
	if (!core) throw new Error('the core is not there yet');
	return new Recordings(host, core, (bytes, options) => {
		const lock = lockOfTrace(core.facts, bytes)?.name ?? '';
		return openTrace(traceModuleUrl(lock), bytes, options);
	});
}
