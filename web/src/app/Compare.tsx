import { useMemo } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { BackIcon, EndIcon, ForwardIcon, PauseIcon, PlayIcon, StartIcon } from '../controls/icons';
import { PageTools } from '../controls/PageTools';
import transport from '../controls/transport.module.css';
import { Lanes, QueueView, WordView } from '../drawings';
import { Badge } from '../drawings/Badge';
import type { MomentProps } from '../drawings/props';
import { Prose } from '../glossary/Prose';
import narration from '../narration/narration.module.css';
import { useApp, useAppState } from '../store/react';
import { storyLength, tallyOf, toldSession } from '../store/stories';
import { Brand } from './Brand';
import styles from './compare.module.css';
import { Space, TopBar } from './TopBar';

const NO_GHOSTS: [] = [];

function Side({ core, name, at }: { core: Core; name: string; at: number }) {
	const app = useApp();
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const scenario = core.scenario(name);
	const session = useMemo(() => toldSession(core, name), [core, name]);
	const here = Math.min(at, session.length);
	session.seek(here);
	const before = here > 0 ? session.record(here - 1) : null;
	const props: MomentProps = {
		core,
		session,
		at: here,
		machine: session.machine(here),
		before,
		reducedMotion,
		of: scenario?.title ?? name,
	};
	const tally = tallyOf(core, session, here);
	return (
		<section className={styles.side} data-region="side" aria-label={scenario?.title}>
			<div className={styles.head}>
				<h2>
					<a href={`#/${name}`}>{scenario?.title}</a>
				</h2>
				<span className={styles.position} data-testid={`side-position-${name}`}>
					step {here} of {session.length}
					{here === session.length && ' (end)'}
				</span>
			</div>
			<p className={styles.tally} data-testid={`tally-${name}`}>
				<b>{tally.shared}</b> accesses to the words of the lock,{' '}
				<span title="another thread was the last to use the same word, so its cache line had to travel">
					<b>{tally.travels}</b> of them right after another thread
				</span>{' '}
				· <b>{tally.nodes}</b> to queue nodes · <b>{tally.failed}</b> failed compare-and-swaps ·{' '}
				<b>{tally.woken}</b> wake-ups
			</p>
			<WordView {...props} onSeek={(to) => app.comparison.to(to)} />
			<QueueView {...props} onSeek={(to) => app.comparison.to(to)} />
			<p className={`${narration.sentence} ${styles.sentence}`}>
				{before ? (
					<>
						<Badge tid={before.tid} /> <Prose>{session.narrate(here - 1)}</Prose>
					</>
				) : (
					<Prose>{scenario?.lesson ?? ''}</Prose>
				)}
			</p>
			<Lanes
				{...props}
				ghosts={NO_GHOSTS}
				onSeek={(to) => app.comparison.to(to)}
				onTakeGhost={() => {}}
			/>
		</section>
	);
}

interface CompareProps {
	left: string;
	right: string;
	at: number;
}

/** Two stories at the same step, one beside the other. */
export function Compare({ left, right, at }: CompareProps) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const playing = useAppState((s) => s.motion === 'playing');
	if (!core) return null;
	const length = Math.max(storyLength(core, left), storyLength(core, right));
	const now = Math.min(at, length);
	return (
		<div className={styles.compare} data-fills-window>
			<TopBar>
				<Brand />
				<h1 className={styles.title}>Side by side</h1>
				<Space />
				<PageTools />
			</TopBar>
			<main className={styles.sides}>
				<Side core={core} name={left} at={now} />
				<Side core={core} name={right} at={now} />
			</main>
			<section className={transport.transport} data-region="transport" aria-label="Time">
				<div className={transport.buttons}>
					<button
						type="button"
						className={buttons.round}
						aria-label="To the start"
						onClick={() => app.cursor.home()}
					>
						<StartIcon />
					</button>
					<button
						type="button"
						className={buttons.round}
						aria-label="Back"
						data-testid="back"
						disabled={now === 0}
						onClick={() => app.cursor.back()}
					>
						<BackIcon />
					</button>
					<button
						type="button"
						className={`${buttons.round} ${buttons.primary}`}
						aria-label="Forward"
						data-testid="forward"
						disabled={now >= length}
						onClick={() => app.steps.forward()}
					>
						<ForwardIcon />
					</button>
					<button
						type="button"
						className={buttons.round}
						aria-label="To the end"
						onClick={() => app.jumps.end()}
					>
						<EndIcon />
					</button>
					<button
						type="button"
						className={buttons.round}
						aria-label={playing ? 'Pause' : 'Play'}
						data-testid="play"
						onClick={() => app.play.toggle()}
					>
						{playing ? <PauseIcon /> : <PlayIcon />}
					</button>
				</div>
				<output className={transport.position} data-testid="position">
					step {now} of {length}
					{now === length ? ': both stories are told' : ', each to its own end'}
				</output>
			</section>
		</div>
	);
}
