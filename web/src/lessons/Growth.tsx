import { type CSSProperties, type FormEvent, useContext, useId, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import styles from './growth.module.css';
import { keptOf, LessonName } from './left';
import { Text } from './Text';
import type { GrowthData } from './types';

interface GuessProps {
	threads: number;
	/** null: the reader would not say */
	onGuess(times: number | null): void;
}

/** The reader commits to a number before anything shows it. */
function Guess({ threads, onGuess }: GuessProps) {
	const id = useId();
	const [times, setTimes] = useState('');
	const guess = (event: FormEvent) => {
		event.preventDefault();
		if (Number(times) > 0) onGuess(Number(times));
	};
	return (
		<form className={styles.guess} onSubmit={guess} data-testid="growth-guess">
			<label htmlFor={id}>Your guess, with {threads} threads:</label>
			<span>
				<input
					id={id}
					type="number"
					inputMode="decimal"
					min="0.1"
					step="any"
					required
					value={times}
					onChange={(event) => setTimes(event.target.value)}
				/>{' '}
				times as many
			</span>
			<button type="submit" className={buttons.button}>
				Compare it
			</button>
			<button
				type="button"
				className={buttons.button}
				data-testid="growth-unsure"
				onClick={() => onGuess(null)}
			>
				Not sure: show me
			</button>
		</form>
	);
}

const timesIn = ({ sides: [one, two] }: GrowthData, i: number): string =>
	((one.moves[i] ?? 0) / (two.moves[i] ?? 1)).toFixed(1);

interface CountedProps {
	growth: GrowthData;
	/** place in the row of numbers of threads */
	chosen: number;
	onChoose(chosen: number): void;
}

function Counted({ growth, chosen, onChoose }: CountedProps) {
	const id = useId();
	const { threads, sides, text } = growth;
	const last = threads.length - 1;
	const most = Math.max(...sides.flatMap(({ moves }) => moves));
	return (
		<>
			<p className={styles.set}>
				<label htmlFor={id}>Threads that want the lock</label>
				<input
					id={id}
					type="range"
					min={0}
					max={last}
					value={chosen}
					aria-valuetext={`${threads[chosen]} threads`}
					onChange={(event) => onChoose(Number(event.target.value))}
				/>
				<output htmlFor={id}>{threads[chosen]}</output>
			</p>
			<dl className={styles.bars}>
				{sides.map(({ text, moves }, i) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
					<div key={i}>
						<dt>
							<Text of={text} />
						</dt>
						<dd>
							<span
								className={styles.bar}
								style={{ '--part': (moves[chosen] ?? 0) / most } as CSSProperties}
							/>
							<b data-testid={`growth-${i}`}>{moves[chosen]?.toFixed(1)}</b>
							<span>moves</span>
						</dd>
					</div>
				))}
			</dl>
			<p data-testid="growth-ratio">{timesIn(growth, chosen)} times as many.</p>
			<p className={styles.unit}>
				Moves of a cache line to another CPU for each time the lock is taken. Counted when this page
				was built: every thread takes the lock twice, and all move in turn.
			</p>
			<figcaption data-shown={chosen === last || undefined}>
				<Text of={text} />
			</figcaption>
		</>
	);
}

/** Two ways to wait, with as many threads as the reader sets: bars of one scale, so that both can be compared. */
export function Growth({ growth }: { growth: GrowthData }) {
	const { guesses } = keptOf(useContext(LessonName));
	const [guessed, setGuessed] = useState(guesses.get(growth));
	const [chosen, choose] = useState(0);
	const last = growth.threads.length - 1;
	const most = growth.threads[last] ?? 0;
	const guess = (times: number | null) => {
		guesses.set(growth, times);
		setGuessed(times);
		/* what was guessed of; fewer threads are the reader's to try */
		choose(last);
	};
	return (
		<figure className={styles.growth} data-testid="growth" aria-label={growth.title}>
			{guessed === undefined ? (
				<Guess threads={most} onGuess={guess} />
			) : (
				<>
					<p className={styles.guess} role="status" data-testid="growth-guessed">
						{guessed !== null && `Your guess, with ${most} threads: ${guessed} times as many. `}
						It is {timesIn(growth, last)} times as many. With the slider you see how it is with
						fewer threads.
					</p>
					<Counted growth={growth} chosen={chosen} onChoose={choose} />
				</>
			)}
		</figure>
	);
}
