import styles from './lanes.module.css';
import type { Mark } from './marks';
import { LEAST_FOR_TEXT, type Place } from './parts';

/** Columns that the words take, with those of the least width. */
const KEY_COLUMNS = 8;

interface SpinKeyProps {
	marks: readonly Mark[];
	geometry: Place;
	/** what comes behind this position is covered; undefined: nothing is */
	toldTo?: number | undefined;
}

/** Before a room, which sees no legend: once, below the first such sign, where the lane of the environment is empty. */
export function SpinKey({ marks, geometry: g, toldTo = Number.POSITIVE_INFINITY }: SpinKeyProps) {
	const outside = marks.filter(({ lane }) => lane === 0).map(({ position }) => position);
	/* whole to its right; where what comes is covered, to its left */
	const isRight = (from: number) => from + KEY_COLUMNS <= toldTo;
	const free = (from: number) => {
		const [first, last] = isRight(from)
			? [from - 2, from + KEY_COLUMNS]
			: [from - KEY_COLUMNS, from + 2];
		if (!isRight(from) && first < 0) return false;
		return !outside.some((p) => p > first && p < last);
	};
	const first = marks.find(
		({ shape, times, position }) =>
			shape === 'spin' && times > 1 && position <= toldTo && free(position),
	);
	if (!first || g.column < LEAST_FOR_TEXT) return null;
	return (
		<text
			className={styles.spinKey}
			data-testid="spin-key"
			x={g.x(first.position) + (isRight(first.position) ? -g.column / 2 : g.column / 2)}
			textAnchor={isRight(first.position) ? undefined : 'end'}
			y={g.y(0)}
			dy=".35em"
		>
			×N: N looks in vain
		</text>
	);
}
