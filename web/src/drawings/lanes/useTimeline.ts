import { useMemo, useState } from 'react';
import type { Session } from '../../../../wasm/src';
import {
	type Columns,
	fingerprint,
	keepInView,
	positionOf,
	type Timeline,
	timelineOf,
} from './timeline';

export interface Schedule {
	columns: Columns;
	version: number;
	timeline: Timeline;
}

/** The schedule as the lanes draw it; computed anew only when the schedule differs. */
export function useSchedule(session: Session): Schedule {
	const columns = session.columns();
	const version = fingerprint(columns.action);
	// biome-ignore lint/correctness/useExhaustiveDependencies: version stands for the session's schedule
	const timeline = useMemo(() => timelineOf(session.columns()), [session, version]);
	return { columns, version, timeline };
}

interface Followed {
	first: number;
	at: number;
	version: number;
	visible: number;
}

/**
 * The left edge of the view. It follows the cursor when the cursor or the schedule changes, and
 * stays where the reader has dragged it until then.
 */
export function useView(
	timeline: Timeline,
	version: number,
	at: number,
	visible: number,
): [number, (first: number) => void] {
	const [view, setView] = useState<Followed>({ first: 0, at: -1, version: 0, visible: 0 });
	const positions = timeline.count + 1;
	let shown = view;
	if (view.at !== at || view.version !== version || view.visible !== visible) {
		const first = keepInView({ first: view.first, visible }, positionOf(timeline, at), positions);
		shown = { first, at, version, visible };
		setView(shown);
	}
	const pan = (first: number) => {
		const last = Math.max(0, positions - visible);
		setView({ ...shown, first: Math.max(0, Math.min(last, Math.round(first))) });
	};
	return [shown.first, pan];
}

/**
 * The moments seen so far that were judged faulty, as positions. Judging a moment means going
 * there, so the lanes judge only what the reader looks at, and the end.
 */
export function useFaults(
	session: Session,
	version: number,
	timeline: Timeline,
	at: number,
): { faults: number[]; what: string } {
	const [known] = useState(() => ({ session, version, faults: new Map<number, string>() }));
	if (known.session !== session || known.version !== version) {
		known.session = session;
		known.version = version;
		known.faults.clear();
	}
	for (const moment of [session.length, at]) {
		if (known.faults.has(moment) || moment > session.length) continue;
		const { verdict, what } = session.judge(moment);
		known.faults.set(moment, verdict === 'OK' ? '' : what || verdict);
	}
	const faults = [...known.faults]
		.filter(([, what]) => what !== '')
		.map(([moment]) => positionOf(timeline, moment));
	return { faults: [...new Set(faults)].sort((a, b) => a - b), what: known.faults.get(at) ?? '' };
}
