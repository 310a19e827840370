/** Presenter view: what a room looks at, each part as large as has room, and one line of buttons. */
import { type CSSProperties, lazy, Suspense } from 'react';
import type { Beat } from '../../../wasm/src';
import { loadCache } from '../cache/load';
import { Actors } from '../controls/Actors';
import { Lanes, QueueView, SourcePane, WordView } from '../drawings';
import { Pointed, pointedIn } from '../drawings/pointed';
import type { LanesProps, MomentProps } from '../drawings/props';
import { Narration } from '../narration/Narration';
import { useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { StageBar } from './StageBar';
import { StageFit } from './StageFit';
import styles from './stage.module.css';

const CachePane = lazy(() => loadCache().then((m) => ({ default: m.CachePane })));

/** The least letters of a drawing are 12 units; with this they are as large as the least words beside them. */
const DRAWN = 7 / 6;

interface StageProps {
	props: MomentProps;
	lanes: Pick<LanesProps, 'beats' | 'lateAt' | 'overlay' | 'recorded' | 'untold'>;
	/** what is said of this moment */
	spoken: Beat | undefined;
}

/** Takes the place of the panes and of the time below them. */
export function Stage({ props, lanes, spoken }: StageProps) {
	const preset = useAppState((s) => s.view.stage);
	const { focusTid } = useDocument();
	const actors = (
		<div className={styles.actors} data-fits="actors">
			<div>
				<Actors />
			</div>
		</div>
	);
	const narration = (
		<div className={styles.words} data-fits="narration">
			<div>
				<Narration />
			</div>
		</div>
	);
	return (
		<>
			<main className={styles.panes} data-preset={preset} aria-label="Threads and memory">
				<StageFit />
				<div className={styles.column}>
					{actors}
					{preset === 'code' ? <Code props={props} focusTid={focusTid} /> : narration}
				</div>
				<div className={styles.column}>
					{preset === 'code' && narration}
					<Memory props={props} spoken={spoken} all={preset === 'picture'} />
				</div>
			</main>
			{preset === 'picture' && <Time props={props} lanes={lanes} />}
			<StageBar />
		</>
	);
}

function Code({ props, focusTid }: { props: MomentProps; focusTid: number }) {
	const app = useApp();
	const source = useAppState(sourceShown);
	return (
		<div className={styles.source} data-region="source" data-fits="source">
			<div>
				<SourcePane
					{...props}
					mode={source}
					onMode={(mode) => app.page.setView({ source: mode })}
					focusTid={focusTid}
				/>
			</div>
		</div>
	);
}

/** The word, and where there is room all of the picture. */
function Memory({ props, spoken, all }: Pick<StageProps, 'props' | 'spoken'> & { all: boolean }) {
	const app = useApp();
	const showsCache = useAppState((s) => s.view.cache);
	const seek = (at: number) => app.cursor.scrub(at);
	const queues = <QueueView {...props} onSeek={seek} scale={DRAWN} />;
	return (
		<section
			className={styles.memory}
			data-region="memory"
			data-fits="memory"
			aria-label="Shared memory"
		>
			<div>
				<Suspense>{showsCache && all && <CachePane {...props} />}</Suspense>
				<Pointed value={pointedIn(spoken?.look)}>
					<div data-testid="word">
						<WordView {...props} onSeek={seek} />
					</div>
					{all ? (
						queues
					) : (
						/* beside the code, as long as there is room for all of it */
						<div data-spare>{queues}</div>
					)}
				</Pointed>
			</div>
		</section>
	);
}

function Time({ props, lanes }: Pick<StageProps, 'props' | 'lanes'>) {
	const app = useApp();
	const { ghosts } = useDocument();
	return (
		<section
			className={styles.time}
			aria-label="Timeline"
			style={{ '--threads': props.machine.threads.length } as CSSProperties}
		>
			<Lanes
				{...props}
				{...lanes}
				ghosts={ghosts}
				onSeek={(at) => app.cursor.scrub(at)}
				onTakeGhost={(index) => app.futures.takeGhost(index)}
			/>
		</section>
	);
}
