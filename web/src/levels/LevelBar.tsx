import { useEffect, useMemo } from 'react';
import type { LevelFacts } from '../../../wasm/src';
import { goalAlong } from '../../../wasm/src/goal';
import buttons from '../controls/buttons.module.css';
import { Key } from '../controls/Key';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Document, Level } from '../store/state';
import { levelAfter } from './facts';
import styles from './level-bar.module.css';
import { keepWin, wins } from './progress';

const steps = (n: number) => (n === 1 ? '1 step' : `${n} steps`);

interface Progress {
	/** facts reached at the cursor */
	reached: number;
	/** the steps that it took, once all are */
	won: number | null;
	/** the reader chose each of these steps */
	own: boolean;
}

/** How far the schedule has come, as the core judges it. */
function useProgress({ session, moment }: Document, { facts: { goal }, own }: Level): Progress {
	const core = useAppState((s) => s.core);
	/* the moment is a new one after each step, the session is not */
	// biome-ignore lint/correctness/useExhaustiveDependencies: see above
	const along = useMemo(
		() => core && goalAlong(core, session.config, goal, session.actions()),
		[core, session, goal, moment.length, moment.before],
	);
	if (!along) return { reached: 0, won: null, own: false };
	const wonAt = along.reached.indexOf(along.facts);
	return {
		own: own.has(session.actions(), wonAt),
		reached: along.reached[moment.at] ?? 0,
		won: wonAt >= 0 && wonAt <= moment.at ? wonAt : null,
	};
}

function Goal({ facts, reached }: { facts: LevelFacts; reached: number }) {
	return (
		<ol className={styles.goal} aria-label="The goal, one after the other" data-testid="goal">
			{facts.says.map((fact, i) => (
				<li key={fact} data-done={i < reached || undefined}>
					<span aria-hidden="true">{i < reached ? '●' : '○'} </span>
					{fact}
					{i < reached && <span className="visually-hidden">, reached</span>}
				</li>
			))}
		</ol>
	);
}

/** The goal is reached, by steps that were shown or that the page chose: nothing is won. */
function Shown({ level, won }: { level: Level; won: number }) {
	const { name, shortest, after } = level.facts;
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
			{yours ? `It was shown and not found by you, ${yours}` : `Yours had ${best}.`} {after}
		</>
	);
}

function Won({ level, won, own }: { level: Level; won: number; own: boolean }) {
	const { shortest, after } = level.facts;
	if (!own) return <Shown level={level} won={won} />;
	return (
		<>
			<b className={styles.won}>
				<span aria-hidden="true">✓ </span>
				Done in {steps(won)}:{' '}
				{won === shortest ? 'no schedule is shorter.' : `the shortest has ${shortest}.`}
			</b>{' '}
			{after}
		</>
	);
}

function Claimed({ level: { claim, facts } }: { level: Level }) {
	if (!claim) return null;
	const states = claim.states.toLocaleString('en');
	if (claim.found)
		return (
			<b className={styles.wrong}>
				It can be done: after {states} states the search has found a schedule that leads there.
			</b>
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

function Way({ level: { way }, doc }: { level: Level; doc: Document }) {
	if (!way?.steps)
		return (
			<b className={styles.wrong}>
				From here the goal can no longer be reached. Go back some steps, and ask again.
			</b>
		);
	const [action] = way.steps;
	const next = doc.moment.options.find((o) => o.action === action);
	if (!next) return null;
	return (
		<>
			<b>
				Next: {next.env ? `${next.env} T${next.tid}` : `T${next.tid}`}, {next.about}.
			</b>{' '}
			Then {steps(way.steps.length - 1)} to the goal.
		</>
	);
}

const SEARCHES = {
	hint: 'Looking for the shortest way on',
	shortest: 'Looking for the shortest solution',
	impossible: 'Taking every schedule',
};

/** What there is to say now: it is announced as well. */
function Said({ level, doc, won, own }: { level: Level; doc: Document } & Progress) {
	const { searching, claim, hinted, facts, failure, way } = level;
	if (searching)
		return (
			<>
				{SEARCHES[searching.for]} … {searching.states.toLocaleString('en')} states
			</>
		);
	if (failure) return <b className={styles.wrong}>The search did not end: {failure}.</b>;
	if (won !== null) return <Won level={level} won={won} own={own} />;
	if (claim) return <Claimed level={level} />;
	if (way?.at === doc.moment.at && way.length === doc.moment.length)
		return <Way level={level} doc={doc} />;
	return hinted ? <>Hint: {facts.hint}</> : null;
}

function Commands({ level, over }: { level: Level; over: boolean }) {
	const { levels } = useApp();
	const next = levelAfter(level.facts.name);
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
					title={level.hinted ? 'The next step of the shortest way on' : 'A hint in words'}
					onClick={() => levels.use((l) => l.hint())}
				>
					{level.hinted ? 'Next step' : 'Hint'} <Key name="i" />
				</button>
			)}
			<button
				type="button"
				className={buttons.tool}
				data-testid="show-shortest"
				onClick={() => levels.use((l) => l.show())}
			>
				Show the shortest
			</button>
			{!over && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="impossible"
					title="Say that no schedule leads to the goal: the search will tell"
					onClick={() => levels.use((l) => l.claim())}
				>
					Impossible
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
			{over && next && (
				<a
					className={`${buttons.button} ${buttons.primary}`}
					href={`#/level/${next.name}`}
					data-testid="next-level"
				>
					Next: {next.title}
				</a>
			)}
		</>
	);
}

/** Over the panes of a level: the goal, how far one has come, and what helps. */
export function LevelBar({ level }: { level: Level }) {
	const doc = useDocument();
	const { facts, claim } = level;
	const progress = useProgress(doc, level);
	const { reached, won, own } = progress;
	const proven = claim?.found === false;
	useEffect(() => {
		if (proven) keepWin(facts.name, 0);
		else if (won !== null && own) keepWin(facts.name, won);
	}, [proven, won, own, facts.name]);
	const { length } = doc.moment;
	useEffect(() => {
		if (length > 0) level.own.keep();
	}, [length, level.own]);
	return (
		<section
			className={styles.bar}
			data-region="level"
			data-won={(won !== null && own) || proven || undefined}
			aria-label="Level"
			data-testid="level"
		>
			<p className={styles.task}>
				<a href="#/levels">Levels</a>
				<span aria-hidden="true"> › </span>
				<b>{facts.title}.</b> {facts.task}
			</p>
			<div className={styles.progress}>
				<Goal facts={facts} reached={reached} />
				<span className={styles.commands}>
					<Commands level={level} over={won !== null || proven} />
				</span>
			</div>
			<p className={styles.said} role="status" data-testid="level-said">
				<Said level={level} doc={doc} {...progress} />
			</p>
		</section>
	);
}
