import { useEffect, useMemo, useState } from 'react';
import type { LevelFacts } from '../../../wasm/src';
import { type Along, goalAlong, wonAt } from '../../../wasm/src/goal';
import { useWay } from '../app/site';
import { Choice } from '../asking/Choice';
import buttons from '../controls/buttons.module.css';
import { Key } from '../controls/Key';
import { Prose, WordsIn } from '../glossary/Prose';
import { OfLock } from '../narration/OfLock';
import { asSentence } from '../narration/phrases';
import type { OwnSteps } from '../store/own';
import { asksWhy } from '../store/questions';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document, Level } from '../store/state';
import { isEasy } from './easy';
import { isOver, isProven, isWatched, lessonOf, wayOn } from './facts';
import { Goal } from './Goal';
import styles from './level-bar.module.css';
import { keepReached, keepWin } from './progress';
import { longestOf, type Progress, Said } from './Said';

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

/** Why the level cannot be won: one of the reasons is right, and each has its reply. */
function Reasons({ level: { facts, given }, asks }: { level: Level; asks: boolean }) {
	const { questions } = useApp();
	/* a room has voted on one, and that is spoken of */
	const staged = useAppState((s) => s.view.presenter);
	const shown = staged ? given.slice(-1) : given;
	return (
		<>
			<ul className={styles.reasons} aria-label="Why can it not be done?" data-testid="reasons">
				{facts.reasons.map(({ text, reply, right }, place) => {
					const open = given.includes(place);
					return (
						<li key={text}>
							<Choice
								small
								expands
								open={open}
								right={right}
								digit={asks ? place + 1 : undefined}
								onTake={() => questions.because(place)}
							>
								{text}
							</Choice>
							{shown.includes(place) && (
								<p role="status">
									<b className={right ? styles.won : styles.wrong}>
										{right ? 'Right. ' : 'Not so. '}
									</b>
									<Prose>{reply}</Prose>
								</p>
							)}
						</li>
					);
				})}
			</ul>
			{!staged && <WordsIn texts={facts.reasons.map(({ text }) => text)} />}
		</>
	);
}

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

function Commands({ level, doc, over }: { level: Level; doc: Document; over: boolean }) {
	const { levels } = useApp();
	const next = wayOn(level.facts.name);
	const toNext = useWay(next?.to ?? '#/levels');
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
					Next: {next.says}
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
	/* a speaker has the solution in another window, from the start on */
	const apart = useAppState((s) => s.apart);
	const atStart = apart && moment.at === 0 && (doc.level?.facts.shortest ?? 0) > 0;
	const wanted = still && !over && (isWatched(doc) || (atStart && !doc.level?.searching));
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
		<p className={styles.task} data-part="task">
			{!bare && !staged && (
				<>
					<a href="#/levels">Levels</a>
					<span aria-hidden="true"> › </span>
				</>
			)}
			<b>{asSentence(facts.title)}</b> <Prose>{facts.task}</Prose>
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
	const folds = staged ? facts.grade <= 1 : isEasy(facts);
	const code = !folds || asked === facts.name;
	const proven = isProven(level);
	const asks = asksWhy(level);
	const givesReasons = claim?.found === false && won === null && facts.reasons.length > 0;
	useEffect(() => {
		if (proven) keepWin(facts.name, 0);
		else if (won !== null && own) keepWin(facts.name, won);
	}, [proven, won, own, facts.name]);
	useWatch(doc, won !== null || claim !== null);
	const { length } = doc.moment;
	useEffect(() => {
		if (length > 0) level.own.keep();
	}, [length, level.own]);
	const isReached = proven || won !== null;
	useEffect(() => {
		if (isReached) keepReached(facts.name, true);
		else if (length === 0) keepReached(facts.name, false);
	}, [isReached, length, facts.name]);
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
		<OfLock>
			<section
				className={styles.bar}
				data-region="level"
				data-folds-source={!code || undefined}
				data-reasons={(staged && givesReasons) || undefined}
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
					{givesReasons && <Reasons level={level} asks={asks} />}
					{facts.recording && commands}
				</div>
			</section>
		</OfLock>
	);
}
