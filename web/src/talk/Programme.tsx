/** The items of a talk and the beats of its stories, each a press away; and how long the talk may take where no script says it. */
import { useLayoutEffect, useRef, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { itemHash } from '../plan/address';
import { isItem } from '../store/listed';
import type { Told } from './messages';
import styles from './notes.module.css';
import type { Target } from './script';
import type { Listed } from './useScript';

/** Letters of a beat that tell it from the others. */
const SHORT = 72;

function shortly(text: string): string {
	if (text.length <= SHORT) return text;
	return `${text.slice(0, text.lastIndexOf(' ', SHORT))} …`;
}

interface ProgrammeProps {
	stories: readonly Listed[];
	told: Told;
	/** before the room */
	open(to: string): void;
}

export function Programme({ stories, told, open }: ProgrammeProps) {
	const [isOpen, setOpen] = useState(false);
	const all = useRef<HTMLDetailsElement>(null);
	/* where the room is stands in sight */
	useLayoutEffect(() => {
		if (!isOpen) return;
		const here =
			all.current?.querySelector('[aria-current]') ?? all.current?.querySelector('[data-here]');
		here?.scrollIntoView({ block: 'center', behavior: 'instant' });
	}, [isOpen]);
	const list = stories.map(({ story }) => story);
	const hasItems = list.some(isItem);
	const go = (place: number, at?: number) => {
		setOpen(false);
		open(list.length > 1 || hasItems ? itemHash(list, place, at) : `#/${list[0]}?at=${at}`);
	};
	const isHere = ({ story }: Listed, place: number, at: number | undefined) =>
		(hasItems ? told.item === place + 1 : story === told.story) &&
		(at === undefined || at === told.beat?.at);
	return (
		<details
			ref={all}
			className={styles.programme}
			data-testid="notes-programme"
			open={isOpen}
			onToggle={(event) => setOpen(event.currentTarget.open)}
		>
			<summary>
				{hasItems
					? 'All of the talk'
					: stories.length > 1
						? 'Stories and beats of the talk'
						: 'Beats of the story'}
			</summary>
			{isOpen &&
				stories.map((one, place) => (
					<section
						key={one.story}
						aria-label={one.title}
						data-here={isHere(one, place, undefined) || undefined}
					>
						{stories.length > 1 && <h2>{one.title}</h2>}
						<ol>
							{one.beats.map(({ at, ask, note }) => (
								<li key={at}>
									<button
										type="button"
										className={buttons.tool}
										aria-current={isHere(one, place, at) || undefined}
										onClick={() => go(place, at)}
									>
										<span className={styles.step}>{at}</span> {shortly(ask ?? note)}
									</button>
								</li>
							))}
							{one.beats.length === 0 && (
								<li>
									<button
										type="button"
										className={buttons.tool}
										aria-label={`Go there: ${one.title}`}
										aria-current={isHere(one, place, undefined) || undefined}
										onClick={() => go(place)}
									>
										Go there
									</button>
								</li>
							)}
						</ol>
					</section>
				))}
		</details>
	);
}

const MOST_MINUTES = 600;
const keyOf = (pair: string) => `lockstep-minutes-${pair}`;

/** 0: none. */
function minutesIn(text: string | null): number {
	const minutes = Number(text);
	return Number.isFinite(minutes) && minutes > 0 ? Math.min(MOST_MINUTES, minutes) : 0;
}

/** Minutes that the speaker has for the talk, as long as the window; `planned`: those of "My talk", until others are set. */
export function useMinutes(pair: string, planned: number): [number, (minutes: number) => void] {
	const [minutes, setMinutes] = useState(() => {
		try {
			const kept = sessionStorage.getItem(keyOf(pair));
			return kept === null ? null : minutesIn(kept);
		} catch {
			return null;
		}
	});
	const keep = (text: string) => {
		setMinutes(minutesIn(text));
		try {
			sessionStorage.setItem(keyOf(pair), text);
		} catch {
			// it is asked for again after a reload then
		}
	};
	return [minutes ?? planned, (to) => keep(String(to))];
}

/** Each beat has as much of it as every other. */
export function targetBy(minutes: number, place: number, of: number): Target | null {
	if (minutes <= 0 || of <= 0 || place <= 0) return null;
	const each = minutes / of;
	return { from: (place - 1) * each, until: place * each };
}

export function Minutes({ minutes, keep }: { minutes: number; keep(minutes: number): void }) {
	return (
		<label className={styles.minutes}>
			of{' '}
			<input
				type="number"
				min={0}
				max={MOST_MINUTES}
				step="any"
				value={minutes || ''}
				placeholder="–"
				data-testid="notes-minutes"
				onChange={(event) => keep(minutesIn(event.target.value))}
			/>{' '}
			min
		</label>
	);
}
