import { useEffect, useState } from 'react';
import type { LockFacts, RepairFacts } from '../../../wasm/src';
import type { Compilation } from './compile';
import { compileOwn } from './own';

/** The reader has stopped to type. */
const PAUSE_MS = 250;

export type Compiled = { source: string } & ({ failure: string } | Compilation);

/** What the front end says of a text, as soon as the reader pauses; null until it has said it of this one. */
export function useCompiled(
	lock: LockFacts | undefined,
	name: string,
	source: string | null,
	/** of a repair; undefined while that is on its way */
	repair: RepairFacts | null | undefined,
) {
	const [said, setSaid] = useState<Compiled | null>(null);
	useEffect(() => {
		if (source === null || !lock || repair === undefined) return;
		const abort = new AbortController();
		const timer = setTimeout(() => {
			compileOwn(lock, name, source, { repair, signal: abort.signal })
				.then((found) => found && !abort.signal.aborted && setSaid({ source, ...found }))
				.catch((error: unknown) => {
					if (!abort.signal.aborted) setSaid({ source, failure: String(error) });
				});
		}, PAUSE_MS);
		return () => {
			clearTimeout(timer);
			abort.abort();
		};
	}, [lock, name, source, repair]);
	return said?.source === source ? said : null;
}
