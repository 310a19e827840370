/** The texts of the locks as the page was built with them, each fetched when it is first asked for. */
import type { PackedLine, Patch } from './lines';
import { type Loaders, loaderOf } from './loaders';
import type { SwitchLines } from './switches';

/** All that is shown of a text while no switch is on comes as one. */
export interface Packed {
	dialect: PackedLine[];
	/** says where variants differ */
	kernel: PackedLine[];
	/** by the variants that have features; '': all others */
	variants: Record<string, Patch>;
	switches: Record<string, SwitchLines>;
}

const packs: Loaders<Packed> = import.meta.glob<Packed>('@generated/sources/*.c', {
	query: '?text',
	import: 'default',
});

/** Undefined where no text has that name. */
export const packOf = async (file: string): Promise<Packed | undefined> =>
	loaderOf(packs, file)?.();
