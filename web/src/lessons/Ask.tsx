import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Choice } from '../asking/Choice';
import buttons from '../controls/buttons.module.css';
import { WordsIn } from '../glossary/Prose';
import { useAppState } from '../store/react';
import styles from './ask.module.css';
import { Figure } from './Figure';
import { bringInView } from './in-view';
import { keptOf } from './left';
import { plainText } from './plain';
import { isAnswered, markAnswered, markShown, useProgress } from './progress';
import { Text, wordsOf } from './Text';
import type { AskData, Choice as ChoiceData } from './types';
import { useDigits } from './useDigits';

interface ReplyProps {
	choice: ChoiceData;
	/** it was asked for, not chosen */
	shown: boolean;
}

function Reply({ choice: { right, reply }, shown }: ReplyProps) {
	return (
		<>
			<b>{shown ? 'The answer: ' : right ? 'Right. ' : 'Not so. '}</b>
			<Text of={reply} />
		</>
	);
}

/** Over the figure, where the choices need not be on the screen: so an answer that was asked for is named. */
function Verdict({ choice, shown }: ReplyProps) {
	if (!shown) return <Reply choice={choice} shown={false} />;
	return (
		<>
			<b>
				The answer: <Text of={choice.text} plain />.{' '}
			</b>
			<Text of={choice.reply} />
		</>
	);
}

interface ChoiceProps extends ReplyProps {
	/** its reply is to be seen */
	open: boolean;
	/** and stands elsewhere */
	apart: boolean;
	/** chooses it; absent: the question has been answered */
	digit: number | undefined;
	onTake(): void;
}

function Option({ open, apart, digit, onTake, ...of }: ChoiceProps) {
	const { text, right } = of.choice;
	return (
		<li>
			<Choice {...{ open, right, digit, onTake }} told={of.shown} expands>
				<Text of={text} plain />
			</Choice>
			{open && !apart && (
				<p className={styles.reply}>
					<Reply {...of} />
				</p>
			)}
		</li>
	);
}

/** What the figure plays is the answer, and what explains it stands over it: both come on the screen. */
function useSeen(answered: boolean): RefObject<HTMLDivElement | null> {
	const ref = useRef<HTMLDivElement>(null);
	const still = useAppState((s) => s.reducedMotion);
	const was = useRef(answered);
	useEffect(() => {
		if (answered && !was.current) bringInView(ref.current, still);
		was.current = answered;
	}, [answered, still]);
	return ref;
}

/** Without a figure of its own what follows is the picture of the answer: the right choice goes to the top, so that both are seen. */
function useFollowed(list: RefObject<HTMLElement | null>, answered: boolean, right: number): void {
	const still = useAppState((s) => s.reducedMotion);
	const was = useRef(answered);
	useEffect(() => {
		const { bottom = 0 } = list.current?.getBoundingClientRect() ?? {};
		if (answered && !was.current && right >= 0 && bottom > window.innerHeight / 2)
			list.current?.children[right]?.scrollIntoView({
				block: 'start',
				behavior: still ? 'instant' : 'smooth',
			});
		was.current = answered;
	}, [list, answered, right, still]);
}

/** The reply to a choice opens below it, and comes on the screen; what the figure plays comes before it. */
function useReplySeen(list: RefObject<HTMLElement | null>, taken: number, apart: boolean): void {
	const still = useAppState((s) => s.reducedMotion);
	const was = useRef(taken);
	useEffect(() => {
		const behavior = still ? 'instant' : 'smooth';
		if (taken > was.current && !apart) list.current?.scrollIntoView({ block: 'nearest', behavior });
		was.current = taken;
	}, [list, taken, apart, still]);
}

/** Predict, then see: nothing moves before an answer, and each choice has its reply. */
export function Ask({ ask, slug }: { ask: AskData; slug: string }) {
	const { id, question, choices, figure } = ask;
	const answered = isAnswered(useProgress(), slug, id);
	const [taken, setTaken] = useState(keptOf(slug).taken.get(id) ?? []);
	const title = useId();
	const seen = useSeen(answered);
	const take = (i: number) => {
		const all = taken.includes(i) ? taken : [...taken, i];
		keptOf(slug).taken.set(id, all);
		setTaken(all);
		if (choices[i]?.right) markAnswered(slug, id);
	};
	const list = useDigits(!answered, (digit) => digit <= choices.length && take(digit - 1));
	useReplySeen(list, taken.length, answered);
	const right = choices.findIndex((choice) => choice.right);
	const told = choices[right];
	useFollowed(list, answered && figure === null, right);
	return (
		<section className={styles.ask} aria-labelledby={title} data-ask data-testid={`ask-${id}`}>
			<p className={styles.kind}>Predict, then see</p>
			<p id={title} className={styles.question}>
				<Text of={question} />
			</p>
			<div ref={seen} className={styles.seen}>
				{figure && (
					<p className={styles.verdict} role="status" data-testid="verdict">
						{answered && told && <Verdict choice={told} shown={!taken.includes(right)} />}
					</p>
				)}
				{!answered && told && (
					<p className={`${styles.verdict} ${styles.answer}`} aria-hidden="true">
						<b>The answer: {plainText(told.text)}. </b>
						{plainText(told.reply)}
					</p>
				)}
				{figure && <Figure figure={figure} waits={!answered} />}
			</div>
			<ul ref={list} className={styles.choices} data-open-question={!answered || undefined}>
				{choices.map((choice, i) => (
					<Option
						// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
						key={i}
						choice={choice}
						open={taken.includes(i) || (answered && choice.right)}
						apart={choice.right && figure !== null}
						shown={!taken.includes(i)}
						digit={answered ? undefined : i + 1}
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
						onClick={() => markShown(slug, id)}
					>
						Not sure: show me
					</button>
				)}
				<WordsIn texts={choices.flatMap(({ text }) => wordsOf(text))} />
			</div>
		</section>
	);
}
