/** How long an item of a talk takes, and all of them: estimated, or as the speaker says. */
import { counted } from '../cache/words';
import { addressKey } from './items';
import {
	ESTIMATED,
	estimated,
	type Length,
	MOST_MINUTES,
	minutesText,
	type OwnMinutes,
	totalOf,
} from './minutes';
import styles from './plan.module.css';
import { type Lengths, useLengths } from './useLengths';

function lengthText({ stops, questions, isLevel }: Length): string {
	if (isLevel) return 'an exercise';
	const asked = questions > 0 ? `, ${counted(questions, 'question')}` : '';
	return `${counted(stops, 'stop')}${asked}`;
}

interface MinutesProps {
	title: string;
	/** undefined: not known yet; null: nothing can say it */
	length: Length | null | undefined;
	/** 0: none */
	own: number;
	setOwn(minutes: number): void;
}

export function Minutes({ title, length, own, setOwn }: MinutesProps) {
	return (
		<span className={styles.length} data-testid="plan-length">
			{length && `${lengthText(length)} · `}
			<input
				type="number"
				min={0}
				max={MOST_MINUTES}
				step="any"
				aria-label={`Minutes: ${title}`}
				/* a number that is being typed is none for a moment */
				defaultValue={own || ''}
				placeholder={length ? minutesText(estimated(length)) : '–'}
				onChange={({ target }) => setOwn(Math.min(MOST_MINUTES, Number(target.value) || 0))}
			/>{' '}
			min
		</span>
	);
}

/** Of what is about to be added; nothing until it is known. */
export function WouldTake({ item }: { item: string }) {
	const length = useLengths([item])[item];
	if (!length) return null;
	return (
		<span className={styles.length} data-testid="plan-would">
			{lengthText(length)}, about {minutesText(estimated(length))} min
		</span>
	);
}

interface TotalProps {
	items: readonly string[];
	lengths: Lengths;
	own: OwnMinutes;
}

export function Total({ items, lengths, own }: TotalProps) {
	if (!items.every((item) => item in lengths)) return null;
	const mine = items.map((item) => own[addressKey(item)] ?? 0);
	const { stops, minutes, unknown } = totalOf(
		items.map((item) => lengths[item] ?? null),
		mine,
	);
	const without =
		unknown > 0 ? `, without ${counted(unknown, 'item')} of which it is not known` : '';
	return (
		<p data-testid="plan-total">
			<b>
				In all {counted(stops, 'stop')}, about {minutesText(minutes)} minutes{without}.
			</b>{' '}
			<span className="muted">
				Estimated: {ESTIMATED} A number that you type counts in place of it.
			</span>
		</p>
	);
}
