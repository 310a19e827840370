import { encode } from 'uqr';

/** Modules of light around it, which readers need. */
const QUIET = 4;
/** Bytes that fit into one at the level of correction that is used. */
const MOST = 2331;

export interface QrPicture {
	/** modules along a side, with the light around */
	size: number;
	/** the dark ones as one path */
	path: string;
	modules: readonly (readonly boolean[])[];
}

/** null: too long for one. */
export function qrOf(text: string): QrPicture | null {
	if (new TextEncoder().encode(text).length > MOST) return null;
	const { size, data } = encode(text, { ecc: 'M', border: QUIET });
	const dark = data.flatMap((row, y) => row.flatMap((on, x) => (on ? [`M${x} ${y}h1v1h-1z`] : [])));
	return { size, path: dark.join(''), modules: data };
}
