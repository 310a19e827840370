import { useId, useState } from 'react';
import { Choice } from '../asking/Choice';
import buttons from '../controls/buttons.module.css';
import { WordsIn } from '../glossary/Prose';
import styles from './ask.module.css';
import { Figure } from './Figure';
import { keptOf } from './left';
import { isAnswered, markAnswered, useProgress } from './progress';
import { Text, wordsOf } from './Text';
import type { AskData, Choice as ChoiceData } from './types';

interface ChoiceProps {
	choice: ChoiceData;
	/** its reply is to be seen */
	open: boolean;
	/** and it was asked for, not chosen */
	shown: boolean;
	onTake(): void;
}

function Option({ choice, open, shown, onTake }: ChoiceProps) {
	const { text, right, reply } = choice;
	return (
		<li>
			<Choice open={open} right={right} expands onTake={onTake}>
				<Text of={text} plain />
			</Choice>
			{open && (
				<p className={styles.reply}>
					<b>{shown ? 'The answer: ' : right ? 'Right. ' : 'Not so. '}</b>
					<Text of={reply} />
				</p>
			)}
		</li>
	);
}

/** Predict, then see: nothing moves before an answer, and each choice has its reply. */
export function Ask({ ask, slug }: { ask: AskData; slug: string }) {
	const { id, question, choices, figure } = ask;
	const answered = isAnswered(useProgress(), slug, id);
	const [taken, setTaken] = useState(keptOf(slug).taken.get(id) ?? []);
	const title = useId();
	const take = (i: number) => {
		const all = taken.includes(i) ? taken : [...taken, i];
		keptOf(slug).taken.set(id, all);
		setTaken(all);
		if (choices[i]?.right) markAnswered(slug, id);
	};
	return (
		<section className={styles.ask} aria-labelledby={title} data-testid={`ask-${id}`}>
			<p className={styles.kind}>Predict, then see</p>
			<p id={title} className={styles.question}>
				<Text of={question} />
			</p>
			{figure && <Figure figure={figure} waits={!answered} />}
			<ul className={styles.choices}>
				{choices.map((choice, i) => (
					<Option
						// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
						key={i}
						choice={choice}
						open={taken.includes(i) || (answered && choice.right)}
						shown={!taken.includes(i)}
						onTake={() => take(i)}
					/>
				))}
			</ul>
			{!answered && taken.length > 0 && (
				<p className={styles.again} role="status" data-testid="choose-again">
					Choose again.
				</p>
			)}
			<div className={styles.under}>
				{!answered && (
					<button
						type="button"
						className={buttons.button}
						data-testid="not-sure"
						onClick={() => markAnswered(slug, id)}
					>
						Not sure: show me
					</button>
				)}
				<WordsIn texts={choices.flatMap(({ text }) => wordsOf(text))} />
			</div>
		</section>
	);
}
