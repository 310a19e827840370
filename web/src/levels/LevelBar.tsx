import { useEffect, useMemo, useState } from 'react';
import { actionTid, type LevelFacts } from '../../../wasm/src';
import { type Along, goalAlong, isDone, wonAt } from '../../../wasm/src/goal';
import { useWay } from '../app/site';
import buttons from '../controls/buttons.module.css';
import { Key } from '../controls/Key';
import { asSentence } from '../narration/phrases';
import type { OwnSteps } from '../store/own';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document, Level } from '../store/state';
import { isOutOfReach, isOver, isProven, isStuck, isWatched, lessonOf, levelAfter } from './facts';
import { Goal, stepOf, threadOf } from './Goal';
import styles from './level-bar.module.css';
import { keepWin, wins } from './progress';

const steps = (n: number) => (n === 1 ? '1 step' : `${n} steps`);

interface Progress {
	/** facts reached at the cursor: bit i is fact i */
	done: number;
	/** the step that left the recording, if the cursor is behind it */
	lost: number | null;
	/** the steps that it took, once all are */
	won: number | null;
	/** the reader chose each of these steps */
	own: boolean;
}

/** How far the schedule has come, as the core judges it. */
function useProgress(doc: Document, { facts: { goal }, own }: Level): Progress {
	const { session, moment } = doc;
	const core = useAppState((s) => s.core);
	/* the moment is a new one after each step, the session is not */
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	const along = useMemo(
		() => core && goalAlong(core, session.config, goal, session.actions()),
		[core, session, goal, moment.length, moment.before],
	);
	return along ? progressAt(along, doc, own) : { done: 0, lost: null, won: null, own: false };
}

function progressAt(along: Along, { session, moment: { at } }: Document, own: OwnSteps): Progress {
	const won = wonAt(along);
	const passed = (moment: number) => (moment >= 0 && moment <= at ? moment : null);
	const lost = passed(along.lost);
	return {
		done: along.done[lost === null ? at : lost - 1] ?? 0,
		lost,
		won: passed(won),
		own: own.has(session.actions(), won),
	};
}

/** The step that is not the next of its log, and what would be. */
function Lost({ level, doc, at, done }: { level: Level; doc: Document; at: number; done: number }) {
	const tid = actionTid(doc.session.action(at - 1));
	const { says } = level.facts;
	const next = says.find((text, i) => threadOf(text) === tid && !isDone(done, i));
	return (
		<b className={styles.wrong}>
			Step {at} is not what was recorded.{' '}
			{next
				? `The next line in the log of T${tid} is “${stepOf(next)}”. Go back before that step.`
				: `Nothing more of T${tid} is shown. Go back before that step.`}
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
			{after}
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
			{after}
		</>
	);
}

/** What is said of a level that is won: its room is kept from the start, so that nothing below it moves then. */
const longestOf = ({ shortest, after }: LevelFacts) =>
	`✓ Done in ${steps(shortest)}: no schedule is shorter. ${after}`;

function Claimed({ level }: { level: Level }) {
	const { claim, facts } = level;
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
				cannot say why. Can you? Choose the reason, and the level is done.
			</>
		);
	return (
		<>
			<b className={styles.won}>
				<span aria-hidden="true">✓ </span>
				Right, it is impossible.
			</b>{' '}
			The search has taken every schedule: {states} states in {claim.seconds.toFixed(2)} s, and the
			goal is reached in none. {facts.after}
		</>
	);
}

/** Why the level cannot be won: one of the reasons is right, and each has its reply. */
function Reasons({ level: { facts, given } }: { level: Level }) {
	const { levels } = useApp();
	return (
		<ul className={styles.reasons} aria-label="Why can it not be done?" data-testid="reasons">
			{facts.reasons.map(({ text, reply, right }, place) => {
				const open = given.includes(place);
				return (
					<li key={text}>
						<button
							type="button"
							className={`${buttons.tool} ${styles.reason}`}
							aria-expanded={open}
							onClick={() => levels.use((l) => l.because(place))}
						>
							<span aria-hidden="true">{open ? (right ? '✓' : '✗') : '○'} </span>
							{text}
						</button>
						{open && (
							<p role="status">
								<b className={right ? styles.won : styles.wrong}>
									{right ? 'Right. ' : 'Not so. '}
								</b>
								{reply}
							</p>
						)}
					</li>
				);
			})}
		</ul>
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
			{actionTid(action) > 0 && `: “${doc.session.narrate(lost - 1)}”`} Before it the goal was{' '}
			{steps(left)} away.{' '}
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
	return (
		<>
			<b>
				Next:{' '}
				{next.env
					? `${next.env} T${next.tid}. ${next.about}`
					: `T${next.tid} ${next.about.startsWith('about ') ? 'is ' : ''}${next.about}.`}
			</b>{' '}
			Then {steps(way.to.steps.length - 1)} to the goal.
		</>
	);
}

const SEARCHES = {
	hint: 'Looking for the shortest way on',
	loss: 'There is none. Looking for the step that lost the goal',
	shortest: 'Looking for the shortest solution',
	impossible: 'Taking every schedule',
};

/** What the key for a hint gives next. */
const HINTS = [
	{ label: 'Hint', title: 'What the level is about' },
	{ label: 'More', title: 'Where to look' },
	{ label: 'Next step', title: 'The next step of the shortest way on' },
] as const;

const WHICH = {
	label: 'Which step lost it?',
	title: 'The step behind which the goal is out of reach',
};

/** What there is to say now: it is announced as well. */
function Said({ level, doc, won, own, lost, done }: { level: Level; doc: Document } & Progress) {
	const { searching, claim, hinted, facts, failure, way } = level;
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
	return hinted ? <>Hint: {hinted === 1 ? facts.idea : facts.hint}</> : null;
}

function Commands({ level, doc, over }: { level: Level; doc: Document; over: boolean }) {
	const { levels } = useApp();
	const next = levelAfter(level.facts.name);
	const toNext = useWay(`#/level/${next?.name}`);
	const { label, title } = isOver(doc) ? WHICH : HINTS[level.hinted];
	if (level.searching)
		return (
			<button type="button" className={buttons.tool} onClick={() => levels.use((l) => l.cancel())}>
				Cancel
			</button>
		);
	return (
		<>
			{!over && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="hint"
					title={title}
					onClick={() => levels.use((l) => l.hint())}
				>
					{label} <Key name="i" />
				</button>
			)}
			<button
				type="button"
				className={buttons.tool}
				data-rare
				data-testid="show-shortest"
				onClick={() => levels.use((l) => l.show())}
			>
				Show the shortest
			</button>
			{!over && (
				<button
					type="button"
					className={buttons.tool}
					data-rare
					data-testid="impossible"
					title="Say that no schedule leads to the goal: the search will tell"
					onClick={() => levels.use((l) => l.claim())}
				>
					I think it cannot be done
				</button>
			)}
			<button
				type="button"
				className={buttons.tool}
				data-testid="start-again"
				onClick={() => levels.use((l) => l.reset())}
			>
				Start again
			</button>
			{over && next && toNext && (
				<a className={`${buttons.button} ${buttons.primary}`} {...toNext} data-testid="next-level">
					Next: {next.title}
				</a>
			)}
		</>
	);
}

/** The reader rests at a moment that long. */
const SETTLE_MS = 350;

/** Of a level that can be won: whether it still can, asked where the reader rests. */
function useWatch(doc: Document, over: boolean) {
	const { levels } = useApp();
	const still = useAppState((s) => s.motion === 'still');
	const { moment } = doc;
	const wanted = still && !over && isWatched(doc);
	// biome-ignore lint/correctness/useExhaustiveDependencies: asked anew of each moment
	useEffect(() => {
		if (!wanted) return;
		const timer = setTimeout(() => levels.use((l) => void l.watch()), SETTLE_MS);
		return () => clearTimeout(timer);
	}, [levels, wanted, moment]);
}

/** The task, and the ways to what it belongs to: a room is shown none. */
function Task({ facts, bare }: { facts: LevelFacts; bare: boolean }) {
	const staged = useAppState((s) => s.view.presenter);
	const lesson = lessonOf(facts.name);
	const toLesson = useWay(`#/learn/${lesson?.slug}`);
	const toRecording = useWay(`#/trace/${facts.recording}`);
	return (
		<p className={styles.task}>
			{!bare && !staged && (
				<>
					<a href="#/levels">Levels</a>
					<span aria-hidden="true"> › </span>
				</>
			)}
			<b>{asSentence(facts.title)}</b> {facts.task}
			{lesson && toLesson && !staged && (
				<>
					{' '}
					<a {...toLesson} data-testid="to-lesson-of">
						Lesson {lesson.number}: {lesson.title}
					</a>
				</>
			)}
			{facts.recording && toRecording && !staged && (
				<>
					{' '}
					<a {...toRecording}>The recording</a>
				</>
			)}
		</p>
	);
}

/** Up to this grade a level begins without the code: who comes from a lesson has not read any. */
const FOLDED = 3;

interface LevelBarProps {
	level: Level;
	/** alone in somebody else's page: there is no code pane, and no list of levels */
	bare?: boolean;
}

/** Over the panes of a level: the goal, how far one has come, and what helps. */
export function LevelBar({ level, bare = false }: LevelBarProps) {
	const doc = useDocument();
	const { facts, claim } = level;
	const progress = useProgress(doc, level);
	const { done, won, own } = progress;
	const [asked, setAsked] = useState('');
	const [all, setAll] = useState(false);
	const staged = useAppState((s) => s.view.presenter);
	const folds = facts.grade <= (staged ? 1 : FOLDED);
	const code = !folds || asked === facts.name;
	const proven = isProven(level);
	useEffect(() => {
		if (proven) keepWin(facts.name, 0);
		else if (won !== null && own) keepWin(facts.name, won);
	}, [proven, won, own, facts.name]);
	useWatch(doc, won !== null || claim !== null);
	const { length } = doc.moment;
	useEffect(() => {
		if (length > 0) level.own.keep();
	}, [length, level.own]);
	const commands = (
		<span className={styles.commands} data-all={all || undefined}>
			<Commands level={level} doc={doc} over={won !== null || proven} />
			{folds && !bare && !staged && (
				<button
					type="button"
					className={buttons.tool}
					data-rare
					data-testid="code"
					aria-expanded={code}
					onClick={() => setAsked(code ? '' : facts.name)}
				>
					{code ? 'Hide the code' : 'Show the code'}
				</button>
			)}
			<button
				type="button"
				className={`${buttons.tool} ${styles.rest}`}
				data-testid="rest"
				aria-expanded={all}
				onClick={() => setAll(!all)}
			>
				{all ? 'Less' : 'Other'}
			</button>
		</span>
	);
	return (
		<section
			className={styles.bar}
			data-region="level"
			data-folds-source={!code || undefined}
			data-won={(won !== null && own) || proven || undefined}
			aria-label="Level"
			data-testid="level"
		>
			<Task facts={facts} bare={bare} />
			<div className={styles.progress}>
				{/* a log that is explained leaves its room to what it means */}
				{!(staged && facts.recording && won !== null) && <Goal facts={facts} done={done} />}
				{!facts.recording && commands}
			</div>
			<div className={styles.answer}>
				<div className={styles.room} data-room={longestOf(facts)}>
					<p className={styles.said} role="status" data-testid="level-said">
						<Said level={level} doc={doc} {...progress} />
					</p>
				</div>
				{claim?.found === false && won === null && facts.reasons.length > 0 && (
					<Reasons level={level} />
				)}
				{facts.recording && commands}
			</div>
		</section>
	);
}
