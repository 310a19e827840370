/** On the lanes: whom each step disturbed, with a line from who did it. */
import { actionTid, type Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';
import { threadStyle } from '../drawings/identity';
import type { LaneOverlay, OverlayPlace } from '../drawings/props';
import { BOLT } from './marks';
import styles from './overlay.module.css';
import { releasesOf, threadsOf } from './releases';

interface Disturbance {
	step: number;
	by: number;
	tids: number[];
	/** as a part of giving the lock away */
	released: boolean;
}

/** The steps by which threads give the lock away, from the end of their work under it. */
function releasing(session: Session): (step: number, tid: number) => boolean {
	const releases = releasesOf(session);
	return (step, by) =>
		releases.some(
			({ tid, from, end }) => tid === by && from <= step && step <= (end ?? session.length),
		);
}

function disturbancesIn(session: Session, first: number, end: number): Disturbance[] {
	const { action } = session.columns();
	const { disturbed } = cacheOf(session).all();
	const isRelease = releasing(session);
	const found: Disturbance[] = [];
	for (let step = first; step < end; step++) {
		const set = disturbed[step] ?? 0;
		const by = actionTid(action[step] ?? 0);
		if (set !== 0) found.push({ step, by, tids: threadsOf(set), released: isRelease(step, by) });
	}
	return found;
}

interface DisturbancesProps {
	session: Session;
	place: OverlayPlace;
	/** those of releases apart from all others */
	apart: boolean;
}

function Disturbances({ session, place, apart }: DisturbancesProps) {
	const { x, y, row, first, end, positionOf } = place;
	const size = Math.min(1.15, row / 18);
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
								<path className={apart && !released ? styles.hollow : styles.bolt} d={BOLT} />
							</g>
						))}
					</g>
				);
			})}
		</g>
	);
}

function Sign({ look }: { look: string | undefined }) {
	return (
		<svg width="10" height="14" viewBox="-5 -8 10 16" aria-hidden="true">
			<path className={look} d={BOLT} />
		</svg>
	);
}

const KEY = (
	<>
		<Sign look={styles.bolt} /> disturbed
	</>
);
const KEY_APART = (
	<>
		<span className={styles.sign}>
			<Sign look={styles.bolt} /> disturbed by a release: loses a line that it watches
		</span>
		<span className={styles.sign}>
			<Sign look={styles.hollow} /> disturbed by another step
		</span>
	</>
);

const overlays = {
	all: new WeakMap<Session, LaneOverlay>(),
	apart: new WeakMap<Session, LaneOverlay>(),
};

/**
 * The same for the same session, so that the lanes are drawn anew only when the schedule differs. `apart`: where the
 * disturbances by releases are counted, their sign is another one.
 */
export function overlayOf(session: Session, apart = false): LaneOverlay {
	const made = apart ? overlays.apart : overlays.all;
	const overlay = made.get(session) ?? {
		draw: (place: OverlayPlace) => <Disturbances {...{ session, place, apart }} />,
		key: apart ? KEY_APART : KEY,
	};
	made.set(session, overlay);
	return overlay;
}
