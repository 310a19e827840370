/** What each switch changes in the kernel C of each text, by its variant. */
import type { Patch } from './lines';

export type Faults = Record<string, Record<string, Patch>>;

export const faults = import.meta.glob<Faults>('@generated/sources/*.c', {
	query: '?faults',
	import: 'default',
});
