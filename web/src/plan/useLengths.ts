/** What is known of how long the items of a talk are, one after the other; undefined: not yet. */
import { useEffect, useState } from 'react';
import { useApp, useAppState } from '../store/react';
import type { Length } from './minutes';

export type Lengths = Readonly<Record<string, Length | null>>;

export function useLengths(items: readonly string[]): Lengths {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const [lengths, setLengths] = useState<Lengths>({});
	const key = items.join();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the items are those of the key; what is known is not asked for again
	useEffect(() => {
		if (!core) return;
		let wanted = true;
		const measure = async () => {
			const { lengthOf } = await import('./lengths');
			for (const item of items) {
				if (!wanted) return;
				if (item in lengths) continue;
				const length = await lengthOf(app, core, item).catch(() => null);
				if (wanted) setLengths((known) => ({ ...known, [item]: length }));
			}
		};
		measure().catch(() => {}); /* then without them */
		return () => {
			wanted = false;
		};
	}, [app, core, key]);
	return lengths;
}
