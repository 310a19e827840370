import { type CSSProperties, lazy, Suspense } from 'react';
import { NO_EVENT } from '../../../wasm/src';
import { Actors } from '../controls/Actors';
import { Transport } from '../controls/Transport';
import { Lanes, QueueView, SourcePane, WordView } from '../drawings';
import type { MomentProps } from '../drawings/props';
import { Narration } from '../narration/Narration';
import { StateText } from '../narration/StateText';
import { useApp, useAppState, useDocument } from '../store/react';
import { loadTraces } from '../trace/load';
import { StepperHeader } from './Header';
import styles from './stepper.module.css';

const CheckPanel = lazy(() =>
	import('../controls/CheckPanel').then((m) => ({ default: m.CheckPanel })),
);
const SetupPanel = lazy(() =>
	import('../controls/SetupPanel').then((m) => ({ default: m.SetupPanel })),
);

const ExportPanel = lazy(() =>
	import('../export/ExportPanel').then((m) => ({ default: m.ExportPanel })),
);

const RecordingPanel = lazy(() => loadTraces().then((m) => ({ default: m.RecordingPanel })));
const RecordingBar = lazy(() => loadTraces().then((m) => ({ default: m.RecordingBar })));

const LevelBar = lazy(() => import('../levels/LevelBar').then((m) => ({ default: m.LevelBar })));

function Panels() {
	const panel = useAppState((s) => s.panel);
	return (
		<Suspense>
			{panel === 'check' && <CheckPanel />}
			{panel === 'setup' && <SetupPanel />}
			{panel === 'export' && <ExportPanel />}
			{panel === 'recording' && <RecordingPanel />}
		</Suspense>
	);
}

/** Code and actors, memory, time: three regions that stay where they are. */
export function Stepper() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const source = useAppState((s) => s.view.source);
	const { session, moment, ghosts, focusTid, recording, parted, level } = useDocument();
	if (!core) return null;
	const props: MomentProps = {
		core,
		session,
		at: moment.at,
		machine: moment.machine,
		before: moment.before,
		options: moment.options,
		reducedMotion,
	};
	const seek = (at: number) => app.cursor.scrub(at);
	const trace = recording?.trace;
	const recorded = trace && {
		inferred: (step: number) => step < parted && trace.event[step] === NO_EVENT,
		differs: trace.differs && parted === session.length ? parted : null,
	};
	return (
		<div className={styles.stepper} data-fills-window>
			<StepperHeader />
			<Suspense>
				{recording && <RecordingBar />}
				{level && <LevelBar level={level} />}
			</Suspense>
			<main className={styles.panes} aria-label="Threads and memory">
				<div className={styles.text}>
					<Actors />
					<div className={styles.source} data-region="source">
						<SourcePane
							{...props}
							mode={source}
							onMode={(mode) => app.page.setView({ source: mode })}
							focusTid={focusTid}
						/>
					</div>
				</div>
				<section className={styles.memory} data-region="memory" aria-label="Shared memory">
					<div data-testid="word">
						<WordView {...props} onSeek={seek} />
					</div>
					<QueueView {...props} onSeek={seek} />
					<StateText />
				</section>
				<Narration />
			</main>
			<section
				className={styles.timeline}
				aria-label="Timeline"
				style={{ '--threads': moment.machine.threads.length } as CSSProperties}
			>
				<Lanes
					{...props}
					ghosts={ghosts}
					recorded={recorded}
					onSeek={seek}
					onTakeGhost={(index) => app.futures.takeGhost(index)}
				/>
				<Transport />
			</section>
			<Panels />
		</div>
	);
}
