import { useState } from 'react';
import type { Core, Starvation } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import { outsideText } from '../narration/searched';
import { useApp, useAppState, useDocument } from '../store/react';
import { DEFAULT_MOST, FURTHER, ofThreads, starvationBudgets } from '../store/starvation';
import type { StarvationCheck } from '../store/state';
import styles from './evidence.module.css';
import { rowOf, starvationText } from './fairness';
import { LedTo } from './LedTo';

const grouped = (n: number) => n.toLocaleString('en');

/** What ended the search before all was seen and judged; '' where nothing did. */
function endedBy({ states, complete, judged }: Starvation, maxStates: number): string {
	if (!judged) return 'Memory ran out before each thread was judged.';
	if (complete) return '';
	return states < maxStates
		? 'Memory ran out before all states were seen.'
		: `The bound of ${grouped(maxStates)} states ended the search.`;
}

/** What was found, in the words of the table, and what it was found with. */
function Found({ core, of }: { core: Core; of: StarvationCheck & { kind: 'done' } }) {
	const { config } = useDocument();
	const { found, budget, maxStates, threads } = of;
	const searched = { ...ofThreads(config, threads), budget: [...budget] };
	const row = rowOf(core, searched, found);
	const short = endedBy(found, maxStates);
	const bound = found.complete ? '' : ` --states ${maxStates}`;
	return (
		<div data-testid="starvation-result">
			<p>
				<Prose>{starvationText(row, short === '')}</Prose>{' '}
				{row.address && <LedTo address={row.address}>Open that schedule</LedTo>}
			</p>
			<p className="muted">
				Searched here {threads < config.threads && `with ${threads} threads, `}with endless rounds,{' '}
				{outsideText(core.facts, budget)}: {grouped(found.states)} states, depth {found.depth},{' '}
				{found.seconds.toFixed(1)} s. {short}
				{/* the command line has the page’s text */}
				{!core.editedOf(config.lock) && (
					<>
						{' '}
						(
						<code>
							lockstep check {row.check}
							{bound} --starvation
						</code>
						)
					</>
				)}
			</p>
		</div>
	);
}

/** How far it has come: how many states there are nobody knows before its end. */
function Running({ of: { progress, maxStates } }: { of: StarvationCheck & { kind: 'running' } }) {
	const states = progress?.states ?? 0;
	return (
		<p data-testid="starvation-running">
			<progress
				aria-label="States seen, of the most that the search may see"
				value={states}
				max={maxStates}
			/>{' '}
			<span className="muted">
				{grouped(states)} states
				{progress?.built
					? '; now each thread is judged by them'
					: `, of at most ${grouped(maxStates)}`}
			</span>
		</p>
	);
}

/** The bound of the next search: further, where the one before was ended by its own. */
function nextBound(search: StarvationCheck, budget: readonly number[]): number {
	if (search.kind !== 'done' || String(search.budget) !== String(budget)) return DEFAULT_MOST;
	const { found, maxStates } = search;
	const isBounded = found.judged && !found.complete && found.states >= maxStates;
	return isBounded ? FURTHER * maxStates : maxStates;
}

function labelOf(search: StarvationCheck, bound: number, again: boolean): string {
	if (search.kind === 'running') return 'Cancel';
	if (search.kind === 'done')
		return bound > search.maxStates ? `Search on, to ${grouped(bound)} states` : 'Search again';
	return again ? 'Make that search here' : 'Search: can a thread be passed for ever?';
}

/** Asks it of this very set-up, in a Worker; again: the table has an answer already. */
export function StarvationSearch({ again }: { again: boolean }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const search = useAppState((s) => s.starvation);
	const { config } = useDocument();
	const [chosen, choose] = useState(0);
	if (!core) return null;
	const { starvation } = app.checker;
	const budgets = starvationBudgets(core, config);
	const budget = budgets[chosen] ?? budgets[0] ?? [];
	const isRunning = search.kind === 'running';
	const bound = nextBound(search, budget);
	return (
		<>
			<p className={styles.ask}>
				{budgets.length > 1 && (
					<select
						aria-label="What the search may let happen from outside"
						disabled={isRunning}
						value={budgets.indexOf(budget)}
						onChange={(e) => choose(Number(e.target.value))}
					>
						{budgets.map((one, i) => (
							<option key={one.join()} value={i}>
								{outsideText(core.facts, one)}
							</option>
						))}
					</select>
				)}
				{/* one and the same, so that the focus stays on it */}
				<button
					type="button"
					className={buttons.button}
					data-testid="starvation-start"
					onClick={() => (isRunning ? starvation.stop() : void starvation.start(budget, bound))}
				>
					{labelOf(search, bound, again)}
				</button>
			</p>
			{isRunning && <Running of={search} />}
			<div role="status" data-testid="starvation-said">
				{isRunning && (
					<p className="visually-hidden">Searching for a schedule that starves a thread.</p>
				)}
				{search.kind === 'done' && <Found core={core} of={search} />}
				{search.kind === 'failed' && <p>{search.message}</p>}
			</div>
		</>
	);
}
