import { useEffect, useRef, useState } from 'react';
import { ENDLESS, type ExploreProgress, type Facts } from '../../../wasm/src';
import { OnceEach, Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import {
	budgetText,
	faultTitle,
	invariantMeaning,
	isFault,
	searchSummary,
	verdictWords,
} from '../narration/verdicts';
import { DEFAULT_MAX_STATES, searchBudget, searchRounds } from '../store/checker';
import { useApp, useAppState, useDocument } from '../store/react';
import buttons from './buttons.module.css';
import styles from './check-panel.module.css';
import fields from './fields.module.css';
import { Key } from './Key';
import { Sheet } from './Sheet';

const BOUNDS = [500_000, DEFAULT_MAX_STATES, 20_000_000];

/** Besides the invariants of the lock. */
const ALWAYS = [
	{ name: 'no deadlock', meaning: 'while a thread is not done, somebody can move' },
	{ name: 'no lost wake-up', meaning: 'nobody sleeps with nobody left to wake it' },
	{ name: 'progress', meaning: 'from every state some schedule lets all threads finish' },
];

/** "nothing from outside" or "from outside: preempt 1" */
function outside(facts: Facts | undefined, budget: readonly number[]): string {
	const text = facts ? budgetText(facts, budget) : '';
	return text ? `from outside: ${text}` : 'nothing from outside';
}

function Result({ progress, budget }: { progress: ExploreProgress; budget: readonly number[] }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const words = verdictWords(progress.verdict);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const meaning = invariantMeaning(lock, progress.what);
	return (
		<div data-testid="check-result">
			<p className={styles.verdict} data-tone={words.tone}>
				<Prose>{faultTitle(progress.verdict, progress.what)}</Prose>
			</p>
			<p>
				<Prose>{meaning || words.long}</Prose>
			</p>
			<p className="muted">
				{searchSummary(progress)}; {outside(core?.facts, budget)}
			</p>
			{words.short === 'not complete' && (
				<p className="muted">
					It stopped at {progress.states.toLocaleString('en')} states. Raise the bound, or make the
					configuration smaller.
				</p>
			)}
			{isFault(progress.verdict) && (
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="play-counterexample"
					onClick={() => app.futures.playCounterexample()}
				>
					Play the shortest counterexample, {progress.path.length} steps <Key name="c" />
				</button>
			)}
		</div>
	);
}

function Running({ progress, maxStates }: { progress: ExploreProgress | null; maxStates: number }) {
	const app = useApp();
	return (
		<div data-testid="check-running">
			<p>{progress ? searchSummary(progress) : 'Starting …'}</p>
			<progress
				aria-label="States seen, of the most that the search may see"
				value={progress?.states ?? 0}
				max={maxStates}
			/>
			<button type="button" className={buttons.button} onClick={() => app.checker.cancel()}>
				Cancel
			</button>
		</div>
	);
}

export function CheckPanel() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const check = useAppState((s) => s.check);
	const { config, moment } = useDocument();
	/* it lies over what is spoken of: whoever has read the verdict and goes on wants to see that */
	const readAt = useRef(moment.at);
	useEffect(() => {
		if (check.kind !== 'done') readAt.current = moment.at;
		else if (moment.at !== readAt.current) app.page.closePanel();
	}, [app, check.kind, moment.at]);
	const [bound, setBound] = useState(DEFAULT_MAX_STATES);
	const [asSetUp, setAsSetUp] = useState(false);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const usual = searchBudget(core, config);
	const setUp = core ? budgetText(core.facts, config.budget) : '';
	const budget = asSetUp ? config.budget : usual;
	const rounds = searchRounds(core, config);
	return (
		<Sheet title="Check every schedule" testid="check-panel">
			<OnceEach>
				{check.kind === 'running' && (
					<Running progress={check.progress} maxStates={check.maxStates} />
				)}
				{check.kind === 'done' && <Result progress={check.progress} budget={check.budget} />}
				{check.kind === 'failed' && <p className={styles.verdict}>{check.message}</p>}
				{check.kind !== 'running' && usual !== config.budget && (
					<label className={fields.choice}>
						<input
							type="checkbox"
							checked={asSetUp}
							data-testid="check-budget"
							onChange={() => setAsSetUp(!asSetUp)}
						/>
						<span>
							<b>with all that free play allows: {setUp}</b>; without it, nothing happens from
							outside
						</span>
					</label>
				)}
				{check.kind !== 'running' && (
					<p className={styles.start}>
						<label>
							At most{' '}
							<select value={bound} onChange={(e) => setBound(Number(e.target.value))}>
								{BOUNDS.map((b) => (
									<option key={b} value={b}>
										{b.toLocaleString('en')} states
									</option>
								))}
							</select>
						</label>
						<button
							type="button"
							className={
								check.kind === 'done' ? buttons.button : `${buttons.button} ${buttons.primary}`
							}
							data-testid="check-start"
							onClick={() => app.checker.open(bound, budget)}
						>
							{check.kind === 'done' ? 'Check again' : 'Check'} <Key name="x" />
						</button>
					</p>
				)}
				<p>
					Tries every order of steps of this configuration, {config.threads} threads with {rounds}{' '}
					{rounds === 1 ? 'round' : 'rounds'} each
					{config.rounds === ENDLESS ? ' (the set-up has no limit, and a search needs one)' : ''},{' '}
					{outside(core?.facts, budget)}, up to the bound. It ends at the first fault: only one that
					finds none below the bound has looked at every state.
				</p>
				<p>
					It takes one step after the other, so all threads see each write at once (sequential
					consistency). Reordered accesses, and with them memory orders, are not tried. What the
					declared orders order is asked on the command line, by{' '}
					<code>lockstep check NAME --races</code>: of the same schedules, whether the work of one
					thread under the lock is ordered behind that of the others.
				</p>
				<p className="muted">
					<a href="#/levels">Levels</a> let you look for such schedules yourself.
				</p>
				{lock && (
					<>
						<h3>What must hold</h3>
						<dl className={styles.invariants}>
							{[...lock.invariants, ...ALWAYS].map((i) => (
								<div key={i.name}>
									<dt>{i.name}</dt>
									<dd>
										<Prose>{i.meaning}</Prose>
									</dd>
								</div>
							))}
						</dl>
					</>
				)}
			</OnceEach>
		</Sheet>
	);
}
