/** On the lanes: whom each step disturbed, with a line from who did it. */
import { actionTid, type Session } from '../../../wasm/src';
import { cacheOf } from '../../../wasm/src/cache';
import { threadStyle } from '../drawings/identity';
import type { LaneOverlay, OverlayPlace } from '../drawings/props';
import { BOLT } from './marks';
import styles from './overlay.module.css';
import { threadsOf } from './releases';

interface Disturbance {
	step: number;
	by: number;
	tids: number[];
}

function disturbancesIn(session: Session, first: number, end: number): Disturbance[] {
	const { action } = session.columns();
	const { disturbed } = cacheOf(session).all();
	const found: Disturbance[] = [];
	for (let step = first; step < end; step++) {
		const set = disturbed[step] ?? 0;
		if (set !== 0) found.push({ step, by: actionTid(action[step] ?? 0), tids: threadsOf(set) });
	}
	return found;
}

function Disturbances({ session, place }: { session: Session; place: OverlayPlace }) {
	const { x, y, row, first, end, positionOf } = place;
	const size = Math.min(1.15, row / 18);
	return (
		<g data-testid="disturbed">
			{disturbancesIn(session, first, end).map(({ step, by, tids }) => {
				const at = x(positionOf(step + 1));
				const ends = [by, ...tids].map(y);
				return (
					<g key={step} style={threadStyle(by)} data-step={step}>
						<path className={styles.line} d={`M${at},${Math.min(...ends)}V${Math.max(...ends)}`} />
						{tids.map((tid) => (
							<g key={tid} transform={`translate(${at},${y(tid)}) scale(${size})`}>
								<path className={styles.halo} d={BOLT} />
								<path className={styles.bolt} d={BOLT} />
							</g>
						))}
					</g>
				);
			})}
		</g>
	);
}

const overlays = new WeakMap<Session, LaneOverlay>();

/** The same for the same session, so that the lanes are drawn anew only when the schedule differs. */
export function overlayOf(session: Session): LaneOverlay {
	const overlay = overlays.get(session) ?? {
		draw: (place: OverlayPlace) => <Disturbances session={session} place={place} />,
		key: (
			<>
				<svg width="10" height="14" viewBox="-5 -8 10 16" aria-hidden="true">
					<path className={styles.bolt} d={BOLT} />
				</svg>
				disturbed
			</>
		),
	};
	overlays.set(session, overlay);
	return overlay;
}
