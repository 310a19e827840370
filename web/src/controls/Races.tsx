import { useEffect, useRef } from 'react';
import { actionEnv } from '../../../wasm/src';
import { Line } from '../docs/Blocks';
import { checking } from '../evidence/command';
import { useEvidence } from '../evidence/useEvidence';
import { lockOf } from '../narration/phrases';
import { environmentText, paceText, searchSummary } from '../narration/searched';
import { DEFAULT_MAX_STATES, searchRounds } from '../store/checker';
import { useApp, useAppState, useDocument } from '../store/react';
import type { RaceCheck } from '../store/state';
import buttons from './buttons.module.css';
import styles from './check-panel.module.css';

const DOCUMENT = '#/docs/checking/races-what-the-declared-orders-order';

/** To repeat it outside the page, with what this search allowed. */
function Command({ budget }: { budget: readonly number[] }) {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	/* the command line has the page’s text */
	if (!core || core.editedOf(doc.config.lock)) return null;
	const config = { ...doc.config, rounds: searchRounds(core, doc), budget: [...budget] };
	return (
		<span className="muted">
			(<code>lockstep {checking(core.facts, config)} --races</code>)
		</span>
	);
}

/** What is known of a race of this variant, as posted. */
function Known() {
	const core = useAppState((s) => s.core);
	const evidence = useEvidence();
	const { config } = useDocument();
	if (!core || core.editedOf(config.lock) || config.switches !== 0) return null;
	const variant = lockOf(core.facts, config.lock)?.variants[config.variant]?.name ?? '';
	const known = evidence && typeof evidence !== 'string' ? evidence.races[variant] : undefined;
	if (!known) return null;
	return (
		<p data-testid="race-known">
			Finding <Line of={known.finding} /> tells of a race of this text:{' '}
			<Line of={known.judgement} />.
		</p>
	);
}

function Found({ races }: { races: RaceCheck & { kind: 'done' } }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const { progress, budget } = races;
	const handled = core ? lockOf(core.facts, config.lock)?.env : undefined;
	const allowed = core && handled ? environmentText(core.facts, budget, handled) : '';
	const { found, verdict, states, depth, path } = progress;
	const n = states.toLocaleString('en');
	/* whether a task is exiting is read free of a step, and the kernel's flag may order what this search does not */
	const dies = path.some((action) => core?.facts.envKinds[actionEnv(action)]?.name === 'kill');
	return (
		<div data-testid="races-result">
			<p
				className={styles.verdict}
				data-tone={found ? 'fault' : verdict === 'OK' ? 'good' : 'open'}
			>
				{found ? 'Data race' : verdict === 'OK' ? 'No data race' : 'No data race so far'}
			</p>
			{found && (
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="play-race"
					onClick={() => app.futures.playRace()}
				>
					Play the shortest schedule to the race, {path.length} steps
				</button>
			)}
			{found && <Known />}
			<p>
				{found
					? `After ${path.length} steps a thread works on the data under the lock, and nothing orders it behind the work of another. No rule of the lock need be broken by then.`
					: verdict === 'OK'
						? `In all ${n} states the declared memory orders order what one thread does under the lock behind what others did there.`
						: `${n} states were seen, up to depth ${depth}. That is not all.`}
				{dies &&
					' A thread dies on the way. Whether the kernel’s own flag of that orders the rest is not in the model.'}{' '}
				<span className="muted">{allowed && `Searched with ${allowed}.`}</span>{' '}
				<Command budget={budget} />
			</p>
		</div>
	);
}

/** Before all else that the check says: the way to see it is not to be looked for. */
export function FoundRace() {
	const races = useAppState((s) => s.races);
	const ref = useRef<HTMLElement>(null);
	const isFound = races.kind === 'done' && races.progress.found;
	useEffect(() => {
		if (isFound) ref.current?.scrollIntoView({ block: 'start' });
	}, [isFound]);
	if (races.kind !== 'done' || !isFound) return null;
	return (
		<section ref={ref} className={styles.found} aria-label="The data race that was found">
			<Found races={races} />
		</section>
	);
}

/** What a check does not see, and the search that does. */
export function Races() {
	const app = useApp();
	const races = useAppState((s) => s.races);
	const busy = useAppState((s) => s.check.kind === 'running');
	return (
		<section data-testid="races">
			<h3>Data races</h3>
			<p>
				The check takes one step after the other, so all threads see each write at once (sequential
				consistency). It does not try reordered accesses, and it looks for no data race. Another
				search does: is what one thread does under the lock always ordered behind what others did
				there, by the acquires and releases in the code?{' '}
				<a href={DOCUMENT}>What orders, and what this search leaves out</a>
			</p>
			{races.kind === 'done' && !races.progress.found && <Found races={races} />}
			{races.kind === 'failed' && <p className={styles.verdict}>{races.message}</p>}
			{races.kind === 'running' ? (
				<div data-testid="races-running">
					<p className="muted">{races.progress ? searchSummary(races.progress) : 'Starting …'}</p>
					{races.progress && <p>{paceText(races.progress, races.maxStates)}</p>}
					<button type="button" className={buttons.button} onClick={() => app.checker.stopRaces()}>
						Cancel
					</button>
				</div>
			) : (
				races.kind !== 'done' && (
					<p>
						<button
							type="button"
							className={buttons.button}
							data-testid="races-start"
							disabled={busy}
							onClick={() => void app.checker.races(DEFAULT_MAX_STATES)}
						>
							Look for data races
						</button>
						{busy && <span className="muted"> It can begin when the check above has ended.</span>}
					</p>
				)
			)}
		</section>
	);
}
