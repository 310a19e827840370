/** Before a room, in the line at its foot: what the signs of the lanes mean, as many as that line has room for. */
import { useMemo } from 'react';
import type { Session } from '../../../../wasm/src';
import type { LaneOverlay } from '../props';
import { StepKeys } from './Legend';
import styles from './lanes.module.css';
import { signsIn } from './present';
import { positionOf } from './timeline';
import { useSchedule } from './useTimeline';

interface KeyedLanes {
	session: Session;
	at: number;
	threads: number;
	overlay: LaneOverlay | undefined;
}

/** Those that have come so far. */
function useSigns({ session, at, threads, overlay }: KeyedLanes): ReadonlySet<string> {
	const { columns, version, timeline } = useSchedule(session);
	// biome-ignore lint/correctness/useExhaustiveDependencies: version stands for the session's schedule
	return useMemo(() => {
		const own = signsIn(session, columns, timeline, threads, positionOf(timeline, at));
		return new Set([...own, ...(overlay?.signs(at) ?? [])]);
	}, [session, version, at, threads, overlay]);
}

interface SignKeyProps {
	lanes: KeyedLanes;
	/** of lanes beside them */
	other?: KeyedLanes;
}

export function SignKey({ lanes, other = lanes }: SignKeyProps) {
	const [one, two] = [useSigns(lanes), useSigns(other)];
	const signs = new Set([...one, ...two]);
	return (
		<p className={styles.signKey} data-testid="sign-key">
			{lanes.overlay?.keyOf(signs)}
			<StepKeys signs={signs} />
		</p>
	);
}
