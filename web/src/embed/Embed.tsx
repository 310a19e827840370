/** A stepper for somebody else's page: the picture, the sentence, who moves, and the way to all the rest. */
import {
	lazy,
	type ReactNode,
	Suspense,
	useEffect,
	useMemo,
	useRef,
	useState,
	useSyncExternalStore,
} from 'react';
import { Fit } from '../app/Fit';
import { Toast } from '../app/Notices';
import { Site } from '../app/site';
import { Actors } from '../controls/Actors';
import { BackIcon, BeatIcon, ForwardIcon, StartIcon } from '../controls/icons';
import { StepButton } from '../controls/StepButton';
import { Badge } from '../drawings/Badge';
import { FlightLayer } from '../drawings/flight/FlightLayer';
import { Pointed, pointedIn } from '../drawings/pointed';
import type { MomentProps } from '../drawings/props';
import { QueueView } from '../drawings/QueueView';
import { PLAIN_MARKS } from '../drawings/threads/status';
import { WordView } from '../drawings/WordView';
import { OnceEach, Prose } from '../glossary/Prose';
import { Aloud } from '../narration/Aloud';
import { BeatNote } from '../narration/BeatNote';
import { Broken } from '../narration/Broken';
import { withFieldsAlone } from '../narration/fields-said';
import { OfLock } from '../narration/OfLock';
import { roomTitle } from '../narration/room-title';
import { beatsOf, openingOf, shownTitle } from '../store/beats';
import { nextStory } from '../store/family';
import { useApp, useAppState, useDocument } from '../store/react';
import { talkOf } from '../store/state';
import { touchedIn } from '../store/touched';
import { addressOf } from './commands';
import styles from './embed.module.css';
import folded from './folded.module.css';
import { bindFrame } from './frame';
import { More } from './More';

const Closing = lazy(() => import('./Closing').then((m) => ({ default: m.Closing })));
const LevelBar = lazy(() => import('../levels/LevelBar').then((m) => ({ default: m.LevelBar })));

export type Controls = 'full' | 'steps' | 'none';

interface EmbedProps {
	controls?: Controls;
	/** the address of the page, up to its '#'; '': there is no way to it */
	home: string;
	/** the whole page, before a room: it says what it tells, and can be black */
	alone?: boolean;
	/** values fly between threads and words: not where the page around it turns or scales it */
	flies?: boolean;
}

/** Beside its name a picture of a file has the room for drawings so much larger. */
const DRAWN = 1.3;

function Words({ of }: { of: string }) {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { at, before, machine, sentence, finished } = doc.moment;
	if (!core) return null;
	const opening = doc.recording?.text ?? openingOf(core, doc)?.note;
	const lesson = core.scenario(doc.config.scenario)?.lesson ?? '';
	const said = withFieldsAlone(sentence, before, machine);
	return (
		<section className={styles.words} aria-label={`What happened in ${of}`} data-region="narration">
			<p className={at === 0 ? styles.opening : styles.sentence} data-testid="narration">
				{at === 0 || !before ? (
					<OfLock>
						<Prose>{opening ?? lesson}</Prose>
					</OfLock>
				) : (
					<>
						<Badge tid={before.tid} size={26} /> <Prose>{said}</Prose>
						{finished && ' Everyone is done.'}
					</>
				)}
			</p>
			<Broken className={styles.broken} />
			{core.edited && (
				<p className={styles.edited} data-testid="edited">
					An edited <code>{core.edited.text}.c</code> runs here, not the published text.
				</p>
			)}
			<BeatNote />
		</section>
	);
}

/** `alone`: before a room, whose question is answered before the story goes on. */
function Steps({ alone }: { alone: boolean }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { at, total, next, story } = doc.moment;
	const list = useAppState((s) => s.view.list);
	/* of a talk of several the last press leads to the next of them */
	const talk = talkOf(list, doc.config.scenario);
	const leads = core !== null && talk.length > 0 && nextStory(core, doc, talk) !== undefined;
	const hasBeats = core !== null && beatsOf(core, doc).some((beat) => beat.at > 0);
	return (
		<>
			<StepButton
				name="To the start"
				title="To the start"
				testId="home"
				idle={at === 0}
				onClick={() => app.cursor.home()}
			>
				<StartIcon />
			</StepButton>
			<StepButton
				name="Back"
				title="Back (←)"
				testId="back"
				idle={at === 0}
				onClick={() => app.cursor.back()}
			>
				<BackIcon />
			</StepButton>
			<StepButton
				name="Forward"
				title="Forward (→)"
				testId="forward"
				primary
				idle={next === null}
				onClick={() => {
					if (!alone || !app.questions.answer()) app.steps.forward();
				}}
			>
				<ForwardIcon />
			</StepButton>
			{hasBeats && (
				<StepButton
					name="Next beat"
					title="On to what the author speaks of next (Page Down)"
					testId="next-beat"
					idle={story === 'ended' && !leads}
					onClick={() => app.jumps.beat(1)}
				>
					<BeatIcon />
				</StepButton>
			)}
			<output className={styles.position} data-testid="position">
				step {at} of {total}
			</output>
		</>
	);
}

function useOnline(): boolean {
	const heard = (changed: () => void) => {
		window.addEventListener('online', changed);
		window.addEventListener('offline', changed);
		return () => {
			window.removeEventListener('online', changed);
			window.removeEventListener('offline', changed);
		};
	};
	return useSyncExternalStore(heard, () => navigator.onLine);
}

/** It opens beside the page around it, and never in its place; without a network it would lead nowhere. */
function Open({ home }: { home: string }) {
	const address = useAppState(addressOf);
	if (!useOnline()) return null;
	return (
		<a
			className={styles.open}
			href={`${home}#/${address}`}
			target="_blank"
			rel="noopener"
			data-testid="open-in-lockstep"
		>
			<span className={styles.openIn}>Open in </span>
			<span className={styles.openTo}>Lockstep</span>
			<span aria-hidden="true"> ↗</span>
		</a>
	);
}

/** A clicker's key has taken the slide away. */
function Black() {
	const app = useApp();
	if (!useAppState((s) => s.blackout)) return null;
	return (
		<button
			type="button"
			className={styles.black}
			data-testid="blackout"
			aria-label="Black screen: press any key to return"
			onClick={() => app.page.toggleBlackout()}
		/>
	);
}

function Title() {
	const title = useAppState(roomTitle);
	return (
		<h1 className={styles.title} data-testid="file-title">
			{title}
		</h1>
	);
}

export function Embed({ home, controls = 'full', alone = false, flies = false }: EmbedProps) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const title = useAppState(shownTitle);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const doc = useDocument();
	const stage = useRef<HTMLDivElement>(null);
	/** the moment at which all of it has been asked for */
	const [unfolded, setUnfolded] = useState(-1);
	const { session, moment, config } = doc;
	/* what the story never touches has its place in Lockstep */
	const words = useMemo(() => (core ? touchedIn(core, doc) : undefined), [core, doc]);
	const closes = useAppState(({ interval }) => alone && interval?.at === doc.moment);
	if (!core) return null;
	const { at, machine, before, options } = moment;
	const props: MomentProps = {
		core,
		session,
		at,
		machine,
		before,
		options,
		reducedMotion,
		of: title,
	};
	const seek = (to: number) => app.cursor.scrub(to);
	const spoken = beatsOf(core, doc).find((beat) => beat.at === at);
	const quiet = config.budget.every((b) => b === 0);
	return (
		<section className={styles.room} data-embed aria-label={title}>
			<div
				className={styles.embed}
				data-controls={controls}
				data-whole={alone || undefined}
				ref={stage}
			>
				<Fit at={at} word={before?.word} folds={!alone && unfolded !== at} shrinks={alone} />
				<section
					className={styles.memory}
					data-region="memory"
					aria-label={`Shared memory of ${title}`}
				>
					<Pointed value={pointedIn(spoken?.look)}>
						<WordView {...props} onSeek={seek} />
						<QueueView {...props} {...(alone && { scale: DRAWN })} words={words} onSeek={seek} />
					</Pointed>
					{!alone && (
						<button
							type="button"
							className={folded.unfold}
							data-testid="unfold"
							onClick={() => setUnfolded(at)}
						>
							▸ All words of the lock
						</button>
					)}
					{!alone && <More of="the picture" />}
				</section>
				{doc.level && (
					<div className={styles.level}>
						<Site value={home || null}>
							<Suspense>
								<LevelBar level={doc.level} bare />
							</Suspense>
						</Site>
					</div>
				)}
				<OnceEach>
					<Words of={title} />
				</OnceEach>
				{controls === 'full' && (
					<div className={styles.actors} data-alone={quiet || undefined}>
						<Actors of={`in ${title}`} marks={alone ? PLAIN_MARKS : undefined} />
						{!alone && <More of="the threads" />}
					</div>
				)}
				{!alone && <More of="the story" />}
				{(controls !== 'none' || home !== '') && (
					<div className={styles.bar}>
						{controls !== 'none' && <Steps alone={alone} />}
						{alone && <Title />}
						{alone && <Toast place="title" />}
						{home !== '' && <Open home={home} />}
						{!alone && <Toast place="bar" />}
					</div>
				)}
			</div>
			<Aloud />
			<Suspense>{closes && <Closing home={home} />}</Suspense>
			{alone && <Black />}
			{flies && <FlightLayer {...props} stage={stage} lock={core.lock(machine.lock)} />}
		</section>
	);
}

/** Of the page that is framed, without what it was asked to show. */
const pageAddress = () => window.location.href.replace(/[?#].*/s, '');

/** In a frame whose address leads nowhere, under the notice that says why. */
export function Nowhere() {
	return (
		<main className={styles.nowhere} data-fills-window>
			<h1>Nothing to show</h1>
			<p>
				The address of this frame opens no moment.{' '}
				<a href={pageAddress()} target="_blank" rel="noopener" data-testid="to-stories">
					The stories that there are<span aria-hidden="true"> ↗</span>
				</a>
			</p>
		</main>
	);
}

/** The page itself, in a frame. */
export function Framed(): ReactNode {
	const app = useApp();
	const title = useAppState((s) => s.doc && shownTitle(s));
	useEffect(() => bindFrame(app), [app]);
	if (title === null) return null;
	return (
		<main data-fills-window>
			<h1 className="visually-hidden">{title}</h1>
			<Embed home={pageAddress()} flies />
		</main>
	);
}
