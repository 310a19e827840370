const WIDEST = 30; /* units: in wider columns an arrow would lie down */

/** How far past its mark a step reaches, in units: its arrow, and what of the lanes belongs to it. */
export function reachOf(column: number): number {
	return 0.62 * Math.min(column, WIDEST);
}
