/** In place of wasm/generated/families: of one lock, out of the file itself. */
import { held } from './held';

const { lock, rest } = held();

export const FAMILIES: Record<string, () => Promise<{ REST: unknown }>> = {
	[lock]: async () => ({ REST: rest }),
};
