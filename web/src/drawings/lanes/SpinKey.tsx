import styles from './lanes.module.css';
import type { Mark } from './marks';
import { LEAST_FOR_TEXT, type Place } from './parts';

/** Columns that the words take, with those of the least width. */
const KEY_COLUMNS = 8;

/** Before a room, which sees no legend: once, below the first such sign, where the lane of the environment is empty. */
export function SpinKey({ marks, geometry: g }: { marks: readonly Mark[]; geometry: Place }) {
	const outside = marks.filter(({ lane }) => lane === 0).map(({ position }) => position);
	const free = (from: number) => !outside.some((p) => p > from - 2 && p < from + KEY_COLUMNS);
	const first = marks.find(
		({ shape, times, position }) => shape === 'spin' && times > 1 && free(position),
	);
	if (!first || g.column < LEAST_FOR_TEXT) return null;
	return (
		<text
			className={styles.spinKey}
			data-testid="spin-key"
			x={g.x(first.position) - g.column / 2}
			y={g.y(0)}
			dy=".35em"
		>
			×N: N looks in vain
		</text>
	);
}
