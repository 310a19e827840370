/** What the lanes' ground is, for those that hear the pointer on it. */
import type { View } from './useTimeline';

/** The last child of the ground lies over the lanes; what lies over the ruler only hears the wheel. */
export function isOnLanes(e: { target: EventTarget | null }): boolean {
	return e.target instanceof SVGRectElement && e.target.nextElementSibling === null;
}

export interface Ground {
	inner: number;
	height: number;
	positions: number;
	view: View;
	/** a drag over the lanes is over */
	onDragged(): void;
	/** pressed without a drag, so far from the left edge */
	onClick(x: number): void;
}
