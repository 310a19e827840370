import type { RepairFacts } from '../../../wasm/src';
import { useLoaded } from '../docs/useLoaded';
import { repairNamed } from './facts';

const load = async (name: string) => ({ name, repair: name ? await repairNamed(name) : null });

/** The repair of that name; null: there is none; undefined: it is on its way. */
export function useRepair(name: string): RepairFacts | null | undefined {
	const loaded = useLoaded(() => load(name), null, name);
	if (!name) return null;
	return loaded?.name === name ? loaded.repair : undefined;
}
