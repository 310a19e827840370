/** On the lanes: whom each step disturbed, with a line from who did it. A bolt is filled where that was part of a release. */
import { actionTid, type Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';
import { threadStyle } from '../drawings/identity';
import type { LaneOverlay, OverlayPlace } from '../drawings/props';
import { BOLT, Bolt } from './marks';
import styles from './overlay.module.css';
import { releasing, threadsOf } from './releases';

interface Disturbance {
	step: number;
	by: number;
	tids: number[];
	/** as a part of giving the lock away */
	released: boolean;
}

function disturbancesIn(session: Session, first: number, end: number): Disturbance[] {
	const { action } = session.columns();
	const { disturbed } = cacheOf(session).all();
	const isRelease = releasing(session);
	const found: Disturbance[] = [];
	for (let step = first; step < end; step++) {
		const set = disturbed[step] ?? 0;
		const by = actionTid(action[step] ?? 0);
		if (set !== 0) found.push({ step, by, tids: threadsOf(set), released: isRelease(step) });
	}
	return found;
}

interface DisturbancesProps {
	session: Session;
	place: OverlayPlace;
}

/** Of a bolt, to its row; in a higher row it would be larger than the marks of steps. */
const MOST = 1.35;
const LEAST_ROW = 16;

function Disturbances({ session, place }: DisturbancesProps) {
	const { x, y, row, first, end, positionOf } = place;
	const size = Math.min(MOST, row / LEAST_ROW);
	return (
		<g data-testid="disturbed">
			{disturbancesIn(session, first, end).map(({ step, by, tids, released }) => {
				const at = x(positionOf(step + 1));
				const ends = [by, ...tids].map(y);
				return (
					<g key={step} style={threadStyle(by)} data-step={step} data-released={released}>
						<path className={styles.line} d={`M${at},${Math.min(...ends)}V${Math.max(...ends)}`} />
						{tids.map((tid) => (
							<g key={tid} transform={`translate(${at},${y(tid)}) scale(${size})`}>
								<path className={styles.halo} d={BOLT} />
								<path className={released ? styles.bolt : styles.hollow} d={BOLT} />
							</g>
						))}
					</g>
				);
			})}
		</g>
	);
}

const RELEASE = 'disturbed by a release';
const OTHER = 'disturbed by another step';

/** Of the steps before that, whether some disturbed as part of a release, and some otherwise. */
function signsOf(session: Session, end: number): string[] {
	const { disturbed } = cacheOf(session).all();
	const isRelease = releasing(session);
	const until = Math.min(end, session.length);
	const found = new Set<string>();
	for (let step = 0; step < until && found.size < 2; step++)
		if (disturbed[step]) found.add(isRelease(step) ? RELEASE : OTHER);
	return [...found];
}

/** The one behind the other says only in what it differs. */
function keyOf(signs: ReadonlySet<string>) {
	return (
		<>
			{signs.has(RELEASE) && (
				<span className={styles.sign} data-sign>
					<Bolt /> {RELEASE}
				</span>
			)}
			{signs.has(OTHER) && (
				<span className={styles.sign} data-sign>
					<Bolt hollow /> {signs.has(RELEASE) ? 'by another step' : OTHER}
				</span>
			)}
		</>
	);
}

const overlays = new WeakMap<Session, LaneOverlay>();

/** The same for the same session, so that the lanes are drawn anew only when the schedule differs. */
export function overlayOf(session: Session): LaneOverlay {
	const overlay = overlays.get(session) ?? {
		draw: (place: OverlayPlace) => <Disturbances {...{ session, place }} />,
		signs: (end: number) => signsOf(session, end),
		keyOf,
	};
	overlays.set(session, overlay);
	return overlay;
}
