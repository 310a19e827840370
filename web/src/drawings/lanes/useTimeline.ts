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
import { held, visibleIn, type Widths, type Window, widthsOf } from './window';

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
	session: Session;
	first: number;
	/** width of a column that the reader has chosen, or null */
	chosen: number | null;
	at: number;
	version: number;
	visible: number;
	/** positions that there are; of a what-if, in the session of another set-up too, those of what it has left */
	most: number;
}

export interface View extends Window {
	widths: Widths;
	/** how many positions fit */
	visible: number;
	/** the lanes show a part of the schedule */
	partly: boolean;
	/** to another window; of another width, if the reader has chosen that */
	move(to: Window): void;
	/** back to the width that the schedule asks for */
	reset(): void;
}

/**
 * What the lanes show. It follows the cursor when the cursor or the schedule changes, and stays
 * where the reader has dragged it until then; a width that was chosen stays for the whole document.
 */
export function useView(
	{ timeline, version }: Schedule,
	session: Session,
	at: number,
	inner: number,
	/** a schedule that is shorter than the one before it has its scale */
	keeps = false,
): View {
	const [state, setState] = useState<Followed | null>(null);
	const was = state?.session === session ? state : null;
	const own = timeline.count + 1;
	const positions = keeps ? Math.max(own, state?.most ?? 0) : own;
	const widths = widthsOf(inner, positions);
	const chosen = was?.chosen ?? null;
	const { column } = held({ first: 0, column: chosen ?? widths.own }, widths, inner, positions);
	const visible = visibleIn(inner, column);
	const follow = (now: Followed): Followed => {
		const view = { first: now.first, visible };
		const first = keepInView(view, positionOf(timeline, at), positions);
		return { ...now, first, at, version, visible };
	};
	const start = keeps ? (state?.first ?? 0) : 0;
	let shown = was ?? { session, first: start, chosen, at: -1, version, visible, most: positions };
	const isOther = shown.version !== version || shown.most !== positions;
	if (shown.at !== at || isOther || shown.visible !== visible) {
		shown = { ...follow(shown), most: positions };
		setState(shown);
	}
	const now = { first: shown.first, column };
	return {
		...now,
		widths,
		visible,
		partly: positions > visible,
		move(to) {
			const next = held(to, widths, inner, positions);
			const same = Math.abs(next.column - column) < 1e-6;
			setState({
				...shown,
				first: next.first,
				chosen: same ? chosen : next.column,
				visible: visibleIn(inner, next.column),
			});
		},
		reset() {
			setState({ ...shown, chosen: null });
		},
	};
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
