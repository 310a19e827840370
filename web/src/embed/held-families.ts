/** In place of wasm/generated/families: of the locks in the file, out of the file itself. */
import { held } from './held';

export const FAMILIES: Record<string, () => Promise<{ REST: unknown }>> = Object.fromEntries(
	Object.entries(held().locks).map(([lock, REST]) => [lock, async () => ({ REST })]),
);
