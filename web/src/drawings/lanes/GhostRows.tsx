import { actionTid } from '../../../../wasm/src/actions';
import { threadStyle } from '../identity';
import type { Ghost } from '../props';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { positionOf, type Timeline } from './timeline';

const ROW = 20;
const SHOWN = 3;

interface GhostRowsProps {
	ghosts: readonly Ghost[];
	geometry: Geometry;
	timeline: Timeline;
	onTake(index: number): void;
}

/** Futures that were left, dashed, each from where it parted. Press one to take it up again. */
export function GhostRows({ ghosts, geometry: g, timeline, onTake }: GhostRowsProps) {
	if (ghosts.length === 0) return null;
	const shown = ghosts.map((ghost, index) => ({ ghost, index })).slice(-SHOWN);
	return (
		<div className={styles.ghosts}>
			{shown.map(({ ghost, index }) => (
				<button
					key={`${ghost.from}-${ghost.label}-${index}`}
					type="button"
					className={styles.ghost}
					onClick={() => onTake(index)}
					title="Take up this branch again"
				>
					<GhostLine ghost={ghost} geometry={g} timeline={timeline} />
					<span className={styles.ghostLabel}>{ghost.label}</span>
				</button>
			))}
		</div>
	);
}

function GhostLine({
	ghost,
	geometry: g,
	timeline,
}: {
	ghost: Ghost;
	geometry: Geometry;
	timeline: Timeline;
}) {
	const start = positionOf(timeline, Math.min(ghost.from, timeline.column.length));
	const fits = Math.max(0, g.to - start);
	const steps = Array.from(ghost.actions.slice(0, fits));
	const y = ROW / 2;
	const begin = Math.max(g.left, g.x(start));
	const end = Math.min(g.width - 4, g.x(start + steps.length));
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
