/** Presenter view: what a room looks at, each part as large as has room, and one line of buttons. */
import {
	type CSSProperties,
	lazy,
	type ReactNode,
	Suspense,
	useEffect,
	useMemo,
	useRef,
} from 'react';
import type { Beat, Core } from '../../../wasm/src';
import { loadCache } from '../cache/load';
import { Actors, Outside } from '../controls/Actors';
import { QueueView, WordView } from '../drawings';
import { Lanes } from '../drawings/Lanes';
import { SignKey } from '../drawings/lanes/SignKey';
import { Pointed, pointedIn } from '../drawings/pointed';
import type { LanesProps, MomentProps } from '../drawings/props';
import { SourcePane } from '../drawings/SourcePane';
import { Narration } from '../narration/Narration';
import { beatsOf, isOfDone, isOpen, shownThread } from '../store/beats';
import { leftStory } from '../store/document';
import { showsLines } from '../store/lines';
import { useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import type { Document } from '../store/state';
import { StageBar } from './StageBar';
import { StageFit } from './StageFit';
import { useFitKey, useStoryFit } from './StoryFit';
import styles from './stage.module.css';
import { touchedIn } from './touched';

const CachePane = lazy(() => loadCache().then((m) => ({ default: m.CachePane })));

const Interval = lazy(() => import('./Interval').then((m) => ({ default: m.Interval })));

/** The least letters of a drawing are 12 units; with this they are as large as the least words beside them. */
const DRAWN = 7 / 6;

/** A room sees one future at a time, whatever was tried in between; `o` brings the others. */
const NO_GHOSTS: Document['ghosts'] = [];

/** Lines of code behind the one that was run: what comes is seen, too. */
const BEYOND = 3;

interface StageProps {
	props: MomentProps;
	lanes: Pick<
		LanesProps,
		'beats' | 'lateAt' | 'overlay' | 'recorded' | 'round' | 'silent' | 'toldTo'
	>;
	/** what is said of this moment */
	spoken: Beat | undefined;
}

/** Takes the place of the panes and of the time below them. */
export function Stage({ props, lanes, spoken }: StageProps) {
	const app = useApp();
	const preset = useAppState((s) => s.view.stage);
	const main = useRef<HTMLElement>(null);
	const { sizes, finding, awaited } = useStoryFit(main, drawUnseen);
	const key = useFitKey();
	const interval = useAppState(({ doc, interval: now }) => {
		const leadsHere = awaited && now?.leads === doc?.config.scenario;
		return now?.at === doc?.moment || leadsHere ? now : null;
	});
	const ran = useAppState((s) => (s.ran && s.ran.at === s.doc?.moment ? s.ran.from : undefined));
	const { session } = props;
	const earlier = useMemo(
		() => (ran === undefined ? undefined : session.machine(ran)),
		[session, ran],
	);
	const marked = { ...props, earlier };
	/* what was asked for was asked of this story */
	useEffect(
		() => () =>
			app.store.set({
				legend: false,
				outside: false,
				allWords: false,
				linesAway: false,
				linesTold: null,
			}),
		[app],
	);
	return (
		<>
			<main
				ref={main}
				className={styles.panes}
				data-preset={preset}
				data-fitted={sizes !== null || undefined}
				data-awaited={awaited || undefined}
				aria-label="Threads and memory"
			>
				<StageFit of={key} known={sizes} waits={finding !== null} />
				<Panes props={marked} spoken={spoken} />
			</main>
			{finding}
			{preset === 'picture' && <Time props={marked} lanes={lanes} ran={ran} />}
			<StageBar signs={preset === 'picture' && <Signs props={props} overlay={lanes.overlay} />} />
			<Suspense>{interval && <Interval {...interval} />}</Suspense>
		</>
	);
}

/** Of another moment, to be measured. */
function drawUnseen(core: Core, doc: Document): ReactNode {
	const { session, moment } = doc;
	const spoken = beatsOf(core, doc).find((beat) => beat.at === moment.at);
	const { at, machine, before, options } = moment;
	const remembered = !(spoken && isOpen(spoken, doc));
	const props = { core, session, at, machine, before, options, reducedMotion: true, remembered };
	return <Panes {...{ props, spoken }} isUnseen />;
}

function Panes({
	props,
	spoken,
	isUnseen = false,
}: Omit<StageProps, 'lanes'> & { isUnseen?: boolean }) {
	const preset = useAppState((s) => s.view.stage);
	const doc = useDocument();
	const narration = (
		<>
			<div className={styles.words} data-fits="narration">
				<div>
					<Narration />
				</div>
			</div>
			<div className={styles.outside} data-outside>
				<Outside />
			</div>
		</>
	);
	return (
		<>
			<div className={styles.column}>
				<div className={styles.actors} data-fits="actors">
					<div>
						<Actors outside={false} />
					</div>
				</div>
				{preset === 'picture' && narration}
				{preset === 'code' && !isUnseen && (
					<Code
						props={props}
						focusTid={shownThread(spoken, doc)}
						asksOfDone={spoken && isOfDone(spoken)}
					/>
				)}
			</div>
			<div className={styles.column}>
				{preset === 'code' && narration}
				<Memory props={props} spoken={spoken} all={preset === 'picture'} />
			</div>
		</>
	);
}

interface CodeProps {
	props: MomentProps;
	focusTid: number;
	asksOfDone: boolean | undefined;
}

function Code({ props, focusTid, asksOfDone }: CodeProps) {
	const app = useApp();
	const source = useAppState(sourceShown);
	/* a recording and a level speak of the page’s text */
	const canEdit = useAppState(({ doc }) => doc !== null && !doc.recording && !doc.level);
	return (
		<div className={styles.source} data-region="source" data-fits="source">
			<div>
				<SourcePane
					{...props}
					mode={source}
					onMode={(mode) => app.page.setView({ source: mode })}
					{...{ focusTid, asksOfDone }}
					beyond={BEYOND}
					onEdit={canEdit ? (text) => app.page.edit(text) : undefined}
				/>
			</div>
		</div>
	);
}

/** The word, and where there is room all of the picture. */
function Memory({ props, spoken, all }: Pick<StageProps, 'props' | 'spoken'> & { all: boolean }) {
	const app = useApp();
	const showsCache = useAppState(showsLines);
	const showsAll = useAppState((s) => s.allWords);
	const doc = useDocument();
	const seek = (at: number) => app.cursor.scrub(at);
	const { core } = props;
	const words = useMemo(() => (showsAll ? undefined : touchedIn(core, doc)), [core, doc, showsAll]);
	const queues = (
		<QueueView {...props} {...(words && { words })} onSeek={seek} scale={DRAWN} brief />
	);
	return (
		<section
			className={styles.memory}
			data-region="memory"
			data-fits="memory"
			data-lines={(showsCache && all) || undefined}
			aria-label="Shared memory"
		>
			<div>
				<Pointed value={pointedIn(spoken?.look)}>
					<div data-testid="word" data-word-view>
						<WordView {...props} onSeek={seek} />
					</div>
					{/* the word keeps its place when they come */}
					<Suspense>{showsCache && all && <CachePane {...props} brief />}</Suspense>
					{all && !showsCache ? (
						queues
					) : (
						/* beside the code or under the cache lines, as long as there is room for all of it */
						<div data-spare>{queues}</div>
					)}
				</Pointed>
			</div>
		</section>
	);
}

interface SignsProps extends Pick<StageProps, 'props'> {
	overlay: LanesProps['overlay'];
}

function Signs({ props: { session, at, machine }, overlay }: SignsProps) {
	return <SignKey lanes={{ session, at, threads: machine.threads.length, overlay }} />;
}

interface TimeProps extends Pick<StageProps, 'props' | 'lanes'> {
	/** where a run to this moment began */
	ran: number | undefined;
}

function Time({ props, lanes, ran }: TimeProps) {
	const app = useApp();
	const left = leftStory(useDocument()) !== null;
	return (
		<section
			className={styles.time}
			aria-label="Timeline"
			style={{ '--threads': props.machine.threads.length } as CSSProperties}
		>
			<Lanes
				{...props}
				{...lanes}
				ghosts={NO_GHOSTS}
				ran={ran}
				staged
				keeps={left}
				onSeek={(at) => app.cursor.scrub(at)}
				onTakeGhost={(index) => app.futures.takeGhost(index)}
			/>
		</section>
	);
}
