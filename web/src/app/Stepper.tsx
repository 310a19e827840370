import { type CSSProperties, lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { type Beat, NO_EVENT } from '../../../wasm/src';
import { loadCache } from '../cache/load';
import { useOverlay } from '../cache/useOverlay';
import { Actors } from '../controls/Actors';
import { Transport } from '../controls/Transport';
import { usePhone } from '../controls/useMedia';
import { QueueView, WordView } from '../drawings';
import { FlightLayer } from '../drawings/flight/FlightLayer';
import { Lanes, SourcePane } from '../drawings/later';
import { Pointed, pointedIn } from '../drawings/pointed';
import type { MomentProps } from '../drawings/props';
import { whenIdle } from '../lessons/idle';
import { isEasy, touchedSoFar } from '../levels/easy';
import { PutAwayWords } from '../levels/PutAwayWords';
import { leftBy, type Without, withoutHere } from '../levels/without';
import { Aloud } from '../narration/Aloud';
import { Narration } from '../narration/Narration';
import { StateText } from '../narration/StateText';
import { loadPresenter } from '../stage/load';
import {
	beatsOf,
	decidingLine,
	isOfDone,
	isOpen,
	lateHere,
	lateOf,
	shownThread,
	toldUpTo,
} from '../store/beats';
import { circleOf } from '../store/circle';
import { showsDisturbed, showsLines } from '../store/lines';
import { isOwn } from '../store/lost';
import { plainOf } from '../store/plain';
import { useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { type Part, splitStyle } from '../store/split';
import { touchedIn } from '../store/touched';
import { useTalkAgain } from '../talk/useTalkAgain';
import { loadTraces } from '../trace/load';
import { atOnce } from './at-once';
import { Fit } from './Fit';
import { CacheButton, StepperHeader } from './Header';
import { Toast } from './Notices';
import { PutAway } from './PutAway';
import styles from './stepper.module.css';
import { useTop } from './useTop';

const Stage = atOnce(() => loadPresenter().then((m) => m.Stage));
const Pointing = atOnce(() => import('../pointing/Pointing').then((m) => m.Pointing));

const CheckPanel = lazy(() =>
	import('../controls/CheckPanel').then((m) => ({ default: m.CheckPanel })),
);
const SetupPanel = lazy(() =>
	import('../controls/SetupPanel').then((m) => ({ default: m.SetupPanel })),
);

const ExportPanel = lazy(() =>
	import('../export/ExportPanel').then((m) => ({ default: m.ExportPanel })),
);
const EvidencePanel = lazy(() =>
	import('../evidence/EvidencePanel').then((m) => ({ default: m.EvidencePanel })),
);

const PostedPanel = lazy(() =>
	import('../posted/PostedPanel').then((m) => ({ default: m.PostedPanel })),
);

const EditPanel = lazy(() => import('../edit/EditPanel').then((m) => ({ default: m.EditPanel })));
const OwnBar = lazy(() => import('../edit/OwnBar').then((m) => ({ default: m.OwnBar })));
const RepairBar = lazy(() => import('../repair/RepairBar').then((m) => ({ default: m.RepairBar })));

const PlanPanel = lazy(() => import('../plan/PlanPanel').then((m) => ({ default: m.PlanPanel })));

const QrPanel = lazy(() => import('../qr/QrPanel').then((m) => ({ default: m.QrPanel })));

const CachePane = lazy(() => loadCache().then((m) => ({ default: m.CachePane })));
const RecordingPanel = lazy(() => loadTraces().then((m) => ({ default: m.RecordingPanel })));
const RecordingBar = lazy(() => loadTraces().then((m) => ({ default: m.RecordingBar })));

const Splitter = lazy(() => import('./Splitter').then((m) => ({ default: m.Splitter })));

const LevelBar = lazy(() => import('../levels/LevelBar').then((m) => ({ default: m.LevelBar })));

const NO_BEATS: readonly Beat[] = [];

function Panels() {
	const panel = useAppState((s) => s.panel);
	return (
		<Suspense>
			{panel === 'check' && <CheckPanel />}
			{panel === 'setup' && <SetupPanel />}
			{panel === 'export' && <ExportPanel />}
			{panel === 'recording' && <RecordingPanel />}
			{panel === 'evidence' && <EvidencePanel />}
			{panel === 'posted' && <PostedPanel />}
			{panel === 'plan' && <PlanPanel />}
			{panel === 'qr' && <QrPanel />}
			{panel === 'edit' && <EditPanel />}
		</Suspense>
	);
}

/** Whoever presses p does not wait for it. */
function usePresenterAhead(): void {
	useEffect(() => whenIdle(() => void loadPresenter().catch(() => {})), []);
}

function Border({ part }: { part: Part }) {
	return (
		<Suspense>
			<Splitter part={part} />
		</Suspense>
	);
}

/** Code and actors, memory, time: three regions that stay where they are. */
export function Stepper() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const source = useAppState(sourceShown);
	const doc = useDocument();
	const notes = useAppState((s) => s.view.notes);
	const showsCache = useAppState(showsLines);
	const presents = useAppState((s) => s.view.presenter);
	const split = useAppState((s) => s.view.split);
	const stage = useRef<HTMLDivElement>(null);
	const phone = usePhone();
	const { session, moment, ghosts, recording, parted, level } = doc;
	useTop();
	useTalkAgain();
	usePresenterAhead();
	const overlay = useOverlay(session, useAppState(showsDisturbed));
	const plain = useAppState(plainOf);
	const isPlain = plain !== 'no';
	const words = useMemo(() => {
		if (core && isPlain) return touchedIn(core, doc);
		return core && doc.level && isEasy(doc.level.facts) ? touchedSoFar(core, doc) : undefined;
	}, [core, doc, isPlain]);
	const without = useAppState(withoutHere);
	const [asked, setAsked] = useState<Without | null>(null);
	if (!core) return null;
	const away = without !== asked ? without : null;
	const left = away ? leftBy(away, core, doc, words) : { words, fields: undefined, away: [] };
	const beats = notes ? beatsOf(core, doc) : NO_BEATS;
	const spoken = beats.find((beat) => beat.at === moment.at);
	/* what comes next is the question */
	const asks = spoken !== undefined && isOpen(spoken, doc);
	const props: MomentProps = {
		core,
		session,
		at: moment.at,
		machine: moment.machine,
		before: moment.before,
		options: moment.options,
		reducedMotion,
		remembered: !asks,
	};
	const seek = (at: number) => app.cursor.scrub(at);
	const trace = recording?.trace;
	const recorded = trace && {
		inferred: (step: number) => step < parted && trace.event[step] === NO_EVENT,
		differs: trace.differs && parted === session.length ? parted : null,
	};
	/* a recording and a level speak of the page’s text */
	const own = core.editedOf(doc.config.lock);
	const canEdit = !recording && !level;
	const lateAt = notes ? (isOwn(doc) ? lateOf(core, doc) : lateHere(core, doc)) : undefined;
	/* what a speaker has stepped ahead is hidden before a room as what an author has */
	const hasOwnAhead = presents && (app.state.course?.ownIn(app.state)?.to ?? 0) > 0;
	const told = notes ? toldUpTo(core, doc, presents) : undefined;
	const toldTo = hasOwnAhead ? moment.at : told;
	const silent = presents && toldTo !== undefined && !asks;
	const lanes = { beats, lateAt, overlay, recorded, toldTo, silent, round: circleOf(doc) };
	const bars = (
		<Suspense>
			{recording && <RecordingBar />}
			{level && <LevelBar level={level} />}
			{own && (own.repair ? <RepairBar own={own} /> : <OwnBar own={own} />)}
		</Suspense>
	);
	const behind = (
		<>
			<Aloud />
			<Panels />
			<Pointing room={stage} />
			<FlightLayer
				{...{ stage, lock: core.lock(moment.machine.lock), reducedMotion }}
				{...{ at: moment.at, before: moment.before, machine: moment.machine }}
			/>
		</>
	);
	if (presents)
		return (
			<div className={styles.stepper} data-fills-window data-staged ref={stage}>
				{bars}
				<Stage {...{ props, lanes, spoken }} />
				{behind}
			</div>
		);
	return (
		<div
			className={styles.stepper}
			data-fills-window
			ref={stage}
			data-parted={split.threads > 0 || undefined}
			data-plain={isPlain ? plain : undefined}
			style={splitStyle(split) as CSSProperties}
		>
			<StepperHeader />
			{bars}
			<main className={styles.panes} aria-label="Threads and memory">
				<Fit at={moment.at} word={moment.before?.word} />
				<div className={styles.text}>
					<Actors />
					<Border part="threads" />
					<div className={styles.source} data-region="source">
						<SourcePane
							{...props}
							mode={source}
							onMode={(mode) => app.page.setView({ source: mode })}
							focusTid={shownThread(spoken, doc)}
							asksOfDone={spoken && isOfDone(spoken)}
							onPosted={() => app.page.setPanel('posted')}
							onEdit={canEdit ? (text) => app.page.edit(text) : undefined}
							decides={notes ? decidingLine(core, doc) : undefined}
						/>
					</div>
					{plain === 'code' && <PutAway code />}
				</div>
				<Border part="text" />
				<section className={styles.memory} data-region="memory" aria-label="Shared memory">
					<CacheButton narrow />
					<Suspense>{showsCache && <CachePane {...props} />}</Suspense>
					<Pointed value={pointedIn(spoken?.look)}>
						<div data-testid="word">
							<WordView {...props} fields={left.fields} onSeek={seek} />
						</div>
						<QueueView {...props} words={left.words} onSeek={seek} brief={phone} />
					</Pointed>
					{away && <PutAwayWords without={away} names={left.away} onShow={() => setAsked(away)} />}
					<StateText />
				</section>
				<Narration />
				{plain === 'picture' && <PutAway code={false} />}
			</main>
			<section
				className={styles.timeline}
				aria-label="Timeline"
				style={{ '--threads': moment.machine.threads.length } as CSSProperties}
			>
				<Lanes
					{...props}
					{...lanes}
					brief={isPlain || level !== null}
					alone={level !== null && doc.config.budget.every((n) => n === 0)}
					ghosts={ghosts}
					onSeek={seek}
					onTakeGhost={(index) => app.futures.takeGhost(index)}
				/>
				<Toast place="lanes" />
				<Transport />
				<Border part="time" />
			</section>
			{behind}
		</div>
	);
}
