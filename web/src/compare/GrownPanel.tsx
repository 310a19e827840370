import { useCallback, useEffect, useRef, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import buttons from '../controls/buttons.module.css';
import { Sheet } from '../controls/Sheet';
import { Prose } from '../glossary/Prose';
import { listed, times } from '../narration/phrases';
import type { CompareRoute } from '../store/state';
import { GROWN_ROUNDS, GROWN_THREADS, type Growing, type GrownAt } from './grown';
import styles from './grown.module.css';
import { growAll } from './grown-client';
import { grownFigure, grownRows } from './grown-rows';
import { playedTitle } from './workload';

type State =
	| { kind: 'running'; so: Growing }
	| { kind: 'done'; all: GrownAt[] }
	| { kind: 'stopped' }
	| { kind: 'failed' };

const AT_FIRST: State = { kind: 'running', so: { threads: GROWN_THREADS[0], side: 0, steps: 0 } };

/** Measured in a Worker as long as the panel is open, until it is stopped. */
function useGrown(core: Core, left: string, right: string, rounds: number) {
	const [state, setState] = useState<State>(AT_FIRST);
	const ends = useRef<AbortController | null>(null);
	const start = useCallback(() => {
		ends.current?.abort();
		const own = new AbortController();
		ends.current = own;
		const tell = (state: State) => {
			if (ends.current === own) setState(state);
		};
		tell(AT_FIRST);
		const onStep = (so: Growing) => tell({ kind: 'running', so });
		growAll(core, left, right, { signal: own.signal, onStep, rounds }).then(
			(all) => tell(all === 'stopped' ? { kind: 'stopped' } : { kind: 'done', all }),
			() => tell({ kind: 'failed' }),
		);
	}, [core, left, right, rounds]);
	useEffect(() => {
		start();
		return () => {
			ends.current?.abort();
			ends.current = null;
		};
	}, [start]);
	return { state, start, stop: () => ends.current?.abort() };
}

const GROWN_TITLE = `${listed(GROWN_THREADS.map(String))} threads`;

interface TableProps {
	all: readonly GrownAt[];
	titles: readonly string[];
	rounds: number;
}

function Table({ all, titles, rounds }: TableProps) {
	const [left, right] = all.map(({ fails }) => fails).reduce(([l, r], [a, b]) => [l || a, r || b]);
	const failing = [left && titles[0], right && titles[1]].filter(Boolean).join('” and “');
	return (
		<>
			<table className={styles.grown} data-testid="grown-table">
				<caption>
					<Prose>
						{`Every thread takes the lock ${times(rounds)}, and all move in turn. Counted in this schedule and no other.`}
					</Prose>
				</caption>
				<thead>
					<tr>
						<th scope="col">threads</th>
						<td />
						{all.map(({ threads }) => (
							<th key={threads} scope="col">
								{threads}
							</th>
						))}
					</tr>
				</thead>
				{grownRows(all).map(({ name, unit, sides }) => (
					<tbody key={name}>
						{sides.map((figures, side) => (
							<tr key={side === 0 ? 'left' : 'right'}>
								{side === 0 && (
									<th scope="rowgroup" rowSpan={2}>
										<Prose>{name}</Prose> <span className={styles.unit}>{unit}</span>
									</th>
								)}
								<th scope="row" className={styles.side}>
									{titles[side]}
								</th>
								{figures.map((n, i) => (
									<td key={all[i]?.threads}>{grownFigure(n)}</td>
								))}
							</tr>
						))}
					</tbody>
				))}
			</table>
			{failing && (
				<p>
					“{failing}” fails in such a schedule: costs are not compared where a lock fails, and a
					dash stands there.
				</p>
			)}
		</>
	);
}

/** What the two cost with few threads and with many, each as often as on the slide: "and with eight?" is asked in every room. */
export function GrownPanel({ core, route }: { core: Core; route: CompareRoute }) {
	const [left, right] = [nameIn(route.left), nameIn(route.right)];
	const rounds = (route.by === 'turns' && route.rounds) || GROWN_ROUNDS;
	const { state, start, stop } = useGrown(core, left, right, rounds);
	const titles = [left, right].map((name) => playedTitle(core, { ...route, by: 'turns' }, name));
	return (
		<Sheet title={GROWN_TITLE} testid="grown-panel" modal>
			<div className={styles.panel}>
				{state.kind === 'running' && (
					<p data-testid="grown-progress">
						Measuring {state.so.threads} threads, {state.so.side === 0 ? 'left' : 'right'} side:{' '}
						{state.so.steps.toLocaleString('en')} steps …{' '}
						<button
							type="button"
							className={buttons.button}
							data-testid="stop-grown"
							onClick={stop}
						>
							Stop
						</button>
					</p>
				)}
				{(state.kind === 'stopped' || state.kind === 'failed') && (
					<p role="status">
						{state.kind === 'stopped' ? 'Stopped.' : 'It could not be measured.'}{' '}
						<button
							type="button"
							className={buttons.button}
							data-testid="grown-again"
							onClick={start}
						>
							Measure again
						</button>
					</p>
				)}
				{state.kind === 'done' && <Table all={state.all} {...{ titles, rounds }} />}
			</div>
		</Sheet>
	);
}
