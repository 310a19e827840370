import type { CSSProperties } from 'react';
import buttons from '../controls/buttons.module.css';
import { wins } from '../levels/progress';
import { forgetKept } from './left';
import styles from './path.module.css';
import { answeredOf, forgetAll, hasBegun, isDone, nextOf, shownOf, useProgress } from './progress';
import type { LessonCard } from './types';

/** Where the reader stands in a lesson, in words. */
function standing(answered: number, asks: number, shown: number): string {
	if (answered === 0) return '';
	const so = answered === asks ? 'done' : `${answered} of ${asks} questions answered`;
	return shown > 0 ? `${so}, ${shown} shown` : so;
}

/** Of the levels that close a lesson. */
function won({ levels }: LessonCard): string {
	const done = levels.filter(({ name }) => wins()[name] !== undefined).length;
	const all = `${levels.length} ${levels.length === 1 ? 'level' : 'levels'}`;
	return done === 0 ? all : `${done} of ${all} done`;
}

function Stop({ card, here }: { card: LessonCard; here: boolean }) {
	const progress = useProgress();
	const answered = answeredOf(progress, card);
	return (
		<li
			className={styles.stop}
			data-done={isDone(progress, card) || undefined}
			data-here={here || undefined}
			data-testid={`lesson-${card.slug}`}
		>
			<span className={styles.mark} aria-hidden="true">
				{isDone(progress, card) ? '✓' : card.number}
			</span>
			<div>
				<h2>
					<a href={`#/learn/${card.slug}`}>{card.title}</a>
				</h2>
				<p>{card.goal}</p>
				<p className={styles.facts}>
					<span>{card.minutes} minutes</span>
					<span data-testid="standing">
						{standing(answered, card.asks.length, shownOf(progress, card))}
					</span>
					<span data-testid="levels-won">{won(card)}</span>
				</p>
			</div>
		</li>
	);
}

/** A figure that has played an answer would tell it. */
function forget(): void {
	forgetKept();
	forgetAll();
}

/** The lessons in their order; the first that is not done is where to go on. */
export function Path({ path }: { path: readonly LessonCard[] }) {
	const progress = useProgress();
	const next = nextOf(progress, path);
	const begun = hasBegun(progress);
	return (
		<div className={styles.path}>
			<h1>Learn how locks work</h1>
			<p className={styles.intro}>
				Each lesson is a short text with pictures that run: you choose who moves. Before something
				decisive happens you are asked what you expect. You need to be able to read a little C. Of
				locks you need to know nothing.
			</p>
			{next && (
				<a
					className={`${buttons.button} ${buttons.primary}`}
					href={`#/learn/${next.slug}`}
					data-testid="go-on"
				>
					{begun ? 'Go on with' : 'Begin with'} lesson {next.number}: {next.title}
				</a>
			)}
			<ol
				className={styles.stops}
				style={{ '--half': Math.ceil(path.length / 2) } as CSSProperties}
			>
				{path.map((card) => (
					<Stop key={card.slug} card={card} here={card === next} />
				))}
			</ol>
			{begun && (
				<p className={styles.forget}>
					What you have answered is kept in this browser only.
					<button type="button" className={buttons.tool} onClick={forget}>
						Forget it
					</button>
				</p>
			)}
		</div>
	);
}
