import { actionTid } from '../../../../wasm/src/actions';
import { threadStyle } from '../identity';
import type { Ghost } from '../props';
import { rem } from '../units';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { positionOf, type Timeline } from './timeline';

const ROW = 20;
const SHOWN = 3;
/* of a label, in units: a letter on average, and the air at either side */
const LETTER = 6.4;
const PAD = 12;

interface GhostRowsProps {
	ghosts: readonly Ghost[];
	geometry: Geometry;
	timeline: Timeline;
	onTake(index: number): void;
}

/** Futures that were left, dashed, each from where it parted. Press one to take it up again. */
export function GhostRows({ ghosts, geometry, timeline, onTake }: GhostRowsProps) {
	if (ghosts.length === 0) return null;
	const shown = ghosts.map((ghost, index) => ({ ghost, index })).slice(-SHOWN);
	return (
		<div className={styles.ghosts}>
			{shown.map(({ ghost, index }) => {
				const span = spanOf(ghost, geometry, timeline);
				const right = rem(labelPlace(ghost.label, geometry, span));
				return (
					<button
						key={`${ghost.from}-${ghost.label}-${index}`}
						type="button"
						className={styles.ghost}
						onClick={() => onTake(index)}
						title="Take up this branch again"
					>
						<GhostLine span={span} geometry={geometry} />
						<span className={styles.ghostLabel} style={{ right }}>
							{ghost.label}
						</span>
					</button>
				);
			})}
		</div>
	);
}

interface Span {
	start: number;
	steps: number[];
	begin: number;
	end: number;
}

/** What of a ghost is in sight, in units. */
function spanOf(ghost: Ghost, g: Geometry, timeline: Timeline): Span {
	const start = positionOf(timeline, Math.min(ghost.from, timeline.column.length));
	const steps = Array.from(ghost.actions.slice(0, Math.max(0, g.to - start)));
	return {
		...{ start, steps },
		begin: Math.max(g.left, g.x(start)),
		end: Math.min(g.width - 4, g.x(start + steps.length)),
	};
}

/** How far from the right edge the label ends: before the steps or behind them; where neither has room, over the last. */
export function labelPlace(
	label: string,
	{ left, width }: Pick<Geometry, 'left' | 'width'>,
	{ begin, end }: Pick<Span, 'begin' | 'end'>,
): number {
	const room = label.length * LETTER + 2 * PAD;
	if (width - end >= room) return 0;
	return begin - left >= room ? width - begin + PAD / 2 : 0;
}

function GhostLine({ span, geometry: g }: { span: Span; geometry: Geometry }) {
	const { start, steps, begin, end } = span;
	const y = ROW / 2;
	return (
		<svg className={styles.svg} viewBox={`0 0 ${g.width} ${ROW}`} aria-hidden="true">
			{end > g.left && <path className={styles.ghostLine} d={`M${begin},0V${y}H${end}`} />}
			{steps.map((action, i) => {
				const x = g.x(start + i + 1);
				return x < g.left ? null : (
					<circle
						// biome-ignore lint/suspicious/noArrayIndexKey: the steps of a ghost never move
						key={i}
						className={styles.ghostMark}
						style={threadStyle(actionTid(action))}
						cx={x}
						cy={y}
						r={3.5}
					/>
				);
			})}
		</svg>
	);
}
