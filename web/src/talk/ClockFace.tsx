import { type ReactNode, useEffect, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { type Clock, clockIn, clockText, elapsed, NEW, paused, STOPPED, started } from './clock';
import styles from './notes.module.css';
import { msOf, paceText, type Target, targetText } from './script';

const keyOf = (pair: string) => `lockstep-clock-${pair}`;

/** As long as its window: a reload does not set it back. A new one starts as soon as the room has gone on. */
function useClock(pair: string, hasGoneOn: boolean): [Clock, (clock: Clock) => void] {
	const [clock, setClock] = useState(() => {
		try {
			return clockIn(sessionStorage.getItem(keyOf(pair)));
		} catch {
			return NEW;
		}
	});
	const keep = (to: Clock) => {
		setClock(to);
		try {
			sessionStorage.setItem(keyOf(pair), JSON.stringify(to));
		} catch {
			// it is set back by a reload then
		}
	};
	useEffect(() => {
		if (hasGoneOn && clock.isNew) keep(started(clock, Date.now()));
	});
	return [clock, keep];
}

interface ClockFaceProps {
	pair: string;
	now: number;
	/** when of the talk what is said now is to be said */
	target: Target | null;
	/** minute of the talk with which its script begins: the second part of a lecture begins late */
	begins: number;
	/** where the speaker says how long it may take */
	minutes: ReactNode;
	/** the room has gone on since this window was opened, by a key of either */
	hasGoneOn: boolean;
	/** the time that is shown may be older than the press */
	onPress(): void;
}

function TargetTime({ target, at }: { target: Target; at: number | null }) {
	const pace = at === null ? '' : paceText(target, at);
	return (
		<span className={styles.target} data-testid="notes-target">
			{targetText(target)}
			{pace && (
				<>
					{' · '}
					<b data-late={pace.endsWith('late') || undefined}>{pace}</b>
				</>
			)}
		</span>
	);
}

export function ClockFace({
	pair,
	now,
	target,
	minutes,
	begins,
	hasGoneOn,
	onPress,
}: ClockFaceProps) {
	const [clock, setClock] = useClock(pair, hasGoneOn);
	const passed = elapsed(clock, now);
	const at = passed + msOf(begins);
	const goes = clock.since !== null;
	const press = (change: (at: number) => Clock) => {
		setClock(change(Date.now()));
		onPress();
	};
	return (
		<div className={styles.clock}>
			{target && <TargetTime target={target} at={passed > 0 ? at : null} />}
			<span role="timer" aria-label="Time since the start" data-testid="notes-clock">
				{clockText(at)}
			</span>
			{minutes}
			<button
				type="button"
				className={buttons.button}
				onClick={() => press((at) => (goes ? paused(clock, at) : started(clock, at)))}
			>
				{goes ? 'Pause' : 'Start'}
			</button>
			<button type="button" className={buttons.button} onClick={() => press(() => STOPPED)}>
				Reset
			</button>
		</div>
	);
}
