/** What is said of a level: the hint that was asked for, what was lost, that it is won. */
import { actionTid } from '../../../wasm/src';
import { isDone } from '../../../wasm/src/goal';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { useApp, useAppState } from '../store/react';
import type { Document, Level } from '../store/state';
import { circling, isOutOfReach, isProven, isStuck } from './facts';
import { stepOf, threadOf } from './Goal';
import styles from './level-bar.module.css';
import { wins } from './progress';

const steps = (n: number) => (n === 1 ? '1 step' : `${n} steps`);

export interface Progress {
	/** facts reached at the cursor: bit i is fact i */
	done: number;
	/** the step that left the recording, if the cursor is behind it */
	lost: number | null;
	/** the steps that it took, once all are */
	won: number | null;
	/** the reader chose each of these steps */
	own: boolean;
}

/** The step that is not the next of its log, and what would be. */
function Lost({ level, doc, at, done }: { level: Level; doc: Document; at: number; done: number }) {
	const tid = actionTid(doc.session.action(at - 1));
	const { says } = level.facts;
	const next = says.find((text, i) => threadOf(text) === tid && !isDone(done, i));
	return (
		<b className={styles.wrong}>
			Step {at} is not what was recorded.{' '}
			<Prose>
				{next
					? `The next line in the log of T${tid} is “${stepOf(next)}”. Go back before that step.`
					: `Nothing more of T${tid} is shown. Go back before that step.`}
			</Prose>
		</b>
	);
}

/** The goal is reached, by steps that were shown or that the page chose: nothing is won. */
function Shown({ level, won }: { level: Level; won: number }) {
	const { name, shortest, after } = level.facts;
	/* a room has won nothing, and keeps no score */
	const staged = useAppState((s) => s.view.presenter);
	const best = wins()[name];
	const yours =
		best === undefined ? 'so the level is not won. Start again to find your own way.' : null;
	return (
		<>
			{level.shown && won === shortest ? (
				<b>The shortest solution: {steps(shortest)}.</b>
			) : (
				<b>The goal is reached in {steps(won)}.</b>
			)}{' '}
			{!staged && (yours ? `It was shown and not found by you, ${yours} ` : `Yours had ${best}. `)}
			<Prose>{after}</Prose>
		</>
	);
}

function Won({ level, won, own, at }: { level: Level; won: number; own: boolean; at: number }) {
	const { shortest, after } = level.facts;
	if (!own) return <Shown level={level} won={won} />;
	return (
		<>
			<b className={styles.won}>
				<span aria-hidden="true">✓ </span>
				Done in {steps(won)}:{' '}
				{won === shortest ? 'no schedule is shorter.' : `the shortest has ${shortest}.`}
			</b>{' '}
			{at > won && `The goal was reached at step ${won}; what you did after it does not count. `}
			<Prose>{after}</Prose>
		</>
	);
}

/** What is said of a level that is won: its room is kept from the start, so that nothing below it moves then. */
export const longestOf = ({ shortest, after }: Level['facts']) =>
	`✓ Done in ${steps(shortest)}: no schedule is shorter. ${after}`;

function Claimed({ level }: { level: Level }) {
	const { claim, facts } = level;
	const staged = useAppState((s) => s.view.presenter);
	if (!claim) return null;
	const states = claim.states.toLocaleString('en');
	if (claim.found)
		return (
			<b className={styles.wrong}>
				It can be done: the search has found a schedule that leads there. It looked at {states}{' '}
				states for that.
			</b>
		);
	if (!isProven(level))
		return (
			<>
				<b>The search finds no way either:</b> it has taken every schedule, {states} states. It
				cannot say why. Can you?{!staged && ' Choose the reason, and the level is done.'}
			</>
		);
	return (
		<>
			<b className={styles.won}>
				<span aria-hidden="true">✓ </span>
				Right, it is impossible.
			</b>{' '}
			The search has taken every schedule: {states} states in {claim.seconds.toFixed(2)} s, and the
			goal is reached in none. <Prose>{facts.after}</Prose>
		</>
	);
}

/** The goal is out of reach: since which step, and the way back before it. */
function OutOfReach({ doc, lost, left }: { doc: Document; lost: number; left: number }) {
	const { cursor } = useApp();
	if (lost === 0)
		return (
			<b className={styles.wrong}>
				From here the goal cannot be reached, and not from the start either.
			</b>
		);
	const action = doc.session.action(lost - 1);
	return (
		<>
			<b className={styles.wrong}>The goal can no longer be reached. Step {lost} has lost it</b>
			{actionTid(action) > 0 && <Prose>{`: “${doc.session.narrate(lost - 1)}”`}</Prose>} Before it
			the goal was {steps(left)} away.{' '}
			<button
				type="button"
				className={buttons.tool}
				data-testid="before-loss"
				onClick={() => cursor.seek(lost - 1)}
			>
				Back before step {lost}
			</button>
		</>
	);
}

function Way({ level: { way }, doc }: { level: Level; doc: Document }) {
	if (!way) return null;
	if ('lost' in way.to) return <OutOfReach doc={doc} {...way.to} />;
	const [action] = way.to.steps;
	const next = doc.moment.options.find((o) => o.action === action);
	if (!next) return null;
	const more = way.to.steps.length - 1;
	return (
		<>
			<b>
				Next:{' '}
				<Prose>
					{next.env
						? `${next.env} T${next.tid}. ${next.about}`
						: `T${next.tid} ${next.about.startsWith('about ') ? 'is ' : ''}${next.about}.`}
				</Prose>
			</b>{' '}
			{more > 0 ? `Then ${steps(more)} to the goal.` : 'It reaches the goal.'}
		</>
	);
}

/** More of the same leads nowhere: who has not seen that yet would go on. */
function Circling({ doc }: { doc: Document }) {
	const tid = circling(doc);
	if (tid === 0) return null;
	return (
		<>
			T{tid} goes round in a circle: its steps lead back to where it was. Something else has to
			happen first.{' '}
		</>
	);
}

const SEARCHES = {
	hint: 'Looking for the shortest way on',
	loss: 'There is none. Looking for the step that lost the goal',
	shortest: 'Looking for the shortest solution',
	impossible: 'Taking every schedule',
};

/** What there is to say now: it is announced as well. */
export function Said({
	level,
	doc,
	won,
	own,
	lost,
	done,
}: { level: Level; doc: Document } & Progress) {
	const { searching, claim, untried, hinted, facts, failure, way } = level;
	if (searching)
		return (
			<>
				{SEARCHES[searching.for]} … {searching.states.toLocaleString('en')} states
			</>
		);
	if (failure) return <b className={styles.wrong}>The search did not end: {failure}.</b>;
	if (won !== null) return <Won level={level} won={won} own={own} at={doc.moment.at} />;
	if (claim) return <Claimed level={level} />;
	if (lost !== null) return <Lost level={level} doc={doc} at={lost} done={done} />;
	if (way?.at === doc.moment.at && way.length === doc.moment.length)
		return <Way level={level} doc={doc} />;
	if (isStuck(doc.moment))
		return (
			<b className={styles.wrong}>
				Nobody can go on, and the goal is not reached. Go back some steps, or ask which one lost it.
			</b>
		);
	if (isOutOfReach(doc))
		return (
			<b className={styles.wrong}>
				From here the goal can no longer be reached. Go back some steps, or ask which one lost it.
			</b>
		);
	if (untried && doc.moment.length === 0)
		return <b>Try it first: see how far you get, and what stops you. Then say so again.</b>;
	return (
		<>
			<Circling doc={doc} />
			{hinted > 0 && (
				<>
					Hint: <Prose>{hinted === 1 ? facts.idea : facts.hint}</Prose>
				</>
			)}
		</>
	);
}
