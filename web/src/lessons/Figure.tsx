import {
	type CSSProperties,
	lazy,
	type RefObject,
	Suspense,
	useContext,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import type { Core } from '../../../wasm/src';
import { loadCache } from '../cache/load';
import { Actors } from '../controls/Actors';
import { bindKeyboard } from '../controls/keyboard';
import { QueueView, WordView } from '../drawings';
import { FlightLayer } from '../drawings/flight/FlightLayer';
import { Lanes } from '../drawings/Lanes';
import type { MomentProps } from '../drawings/props';
import { SourcePane } from '../drawings/SourcePane';
import { useReached } from '../drawings/useReached';
import type { App } from '../store/app';
import { AppContext, useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { type Document, withoutNotes } from '../store/state';
import { FigureControls, WhatIfs } from './FigureControls';
import { FigureRoom } from './FigureRoom';
import { FigureWords } from './FigureWords';
import styles from './figure.module.css';
import { isDigit, isFigureKey, isStepKey, openFigure, playToEnd, toldStep } from './figure-app';
import { first, whenIdle } from './idle';
import { bringInView, isMeant, isNearest, openQuestion, questionInView } from './in-view';
import { Kept } from './Kept';
import { keepFigure, keptOf, LessonName } from './left';
import { Touched } from './Touched';
import type { FigureData } from './types';
import { useTallest } from './useTallest';

/* most figures have none, and the first one of a lesson is waited for */
const CopiesPane = lazy(() => loadCache().then((m) => ({ default: m.CopiesPane })));

interface FigureProps {
	figure: FigureData;
	/** the reader has to answer before anything moves */
	waits?: boolean;
}

/** When it is reached, or before that in its turn: as soon as the browser has nothing else to do. */
function useTurn(reached: boolean): boolean {
	const core = useAppState((s) => s.core);
	const [turn, setTurn] = useState(false);
	useEffect(() => {
		if (core && !reached) return whenIdle(() => setTurn(true));
	}, [core, reached]);
	return reached || turn;
}

/** Its module comes, and its stepper is made, when the reader is near; one that was left stands as it was left. */
function useFigure(figure: FigureData, near: boolean): { app: App | null; failed: string } {
	const page = useApp();
	const core = useAppState((s) => s.core);
	const lesson = useContext(LessonName);
	const [app, setApp] = useState<App | null>(null);
	const [failed, setFailed] = useState('');
	useEffect(() => {
		if (!core || !near) return;
		let stays = true;
		first(core.load(figure.lock))
			.then(() => {
				if (!stays) return;
				const { figures } = keptOf(lesson);
				const opened = figures.get(figure) ?? openFigure(page, core, figure);
				keepFigure(lesson, figure, opened);
				setApp(opened);
			})
			.catch((error: unknown) => stays && setFailed(String(error)));
		return () => {
			stays = false;
		};
	}, [page, core, figure, lesson, near]);
	return { app, failed };
}

/** The figure looks as the page does. */
function useSameLook(app: App | null): void {
	const view = useAppState((s) => s.view);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	useEffect(
		() => app?.store.set({ view: withoutNotes(view), reducedMotion }),
		[app, view, reducedMotion],
	);
}

/** Keys go to the figure that has the focus; those of steps to the one that the reader sees. */
function useKeys(app: App | null, waits: boolean) {
	const ref = useRef<HTMLElement>(null);
	/* before it is painted: whoever sees a figure can press a key */
	useLayoutEffect(() => {
		const element = ref.current;
		if (!app || !element || waits) return;
		const within = bindKeyboard(app, element, (key) => isFigureKey(key) && !isStepKey(key));
		const anywhere = bindKeyboard(
			app,
			window,
			(key) => isStepKey(key) && isMeant(element) && !(isDigit(key) && openQuestion()),
		);
		return () => {
			within();
			anywhere();
		};
	}, [app, waits]);
	return ref;
}

const STEPS = /^(?:Arrow(?:Left|Right)|[1-9])$/;

/** A key that steps no figure brings one, and says so. */
function useBrought(ref: RefObject<HTMLElement | null>, app: App | null, waits: boolean): void {
	const still = useAppState((s) => s.reducedMotion);
	useEffect(() => {
		if (!app) return;
		const onKey = (event: KeyboardEvent) => {
			const element = ref.current;
			const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
			if (event.defaultPrevented || held || !STEPS.test(event.key)) return;
			if (!element || !isNearest(element)) return;
			/* its question takes them once it has been touched, and so does one that has no figure */
			if (/\d/.test(event.key) && (waits || openQuestion() || questionInView())) return;
			event.preventDefault();
			bringInView(waits ? (element.closest('[data-ask]') ?? element) : element, still);
			if (!waits) element.focus({ preventScroll: true });
			app.page.say(
				waits
					? 'Answer the question first: then → and ← step this figure.'
					: 'Now the digits, → and ← step this figure.',
			);
		};
		window.addEventListener('keydown', onKey);
		return () => window.removeEventListener('keydown', onKey);
	}, [ref, app, waits, still]);
}

/** The answer is played once, when it has been given; before a room it is there at once, and the next press leads on. */
function useAnswer(app: App | null, waits: boolean): void {
	const waited = useRef(waits);
	useEffect(() => {
		if (app && waited.current && !waits) {
			if (app.state.view.presenter) app.cursor.seek(app.doc?.session.length ?? 0);
			else playToEnd(app);
		}
		waited.current = waits;
	}, [app, waits]);
}

/** Nothing of it can be shown before the answer: then it takes no room either. */
const isVeiled = ({ panes, hides }: FigureData, waits: boolean): boolean =>
	waits && panes.every((pane) => hides.includes(pane));

/** Rows of the pane: beside the lock's line one for each thread that queues, and whoever has the lock does not. */
const copiesIn = ({ lines, threads }: FigureData): number =>
	lines.length > 1 ? threads : lines.length;

export function Figure({ figure, waits = false }: FigureProps) {
	const [place, reached] = useReached<HTMLDivElement>('900px');
	const near = useTurn(reached);
	const { app, failed } = useFigure(figure, near);
	const ref = useKeys(app, waits);
	useBrought(ref, app, waits);
	useSameLook(app);
	useAnswer(app, waits);
	const room = { '--threads': figure.threads, '--copies': copiesIn(figure) };
	return (
		<div ref={place} className={styles.place} style={room as CSSProperties}>
			<section
				ref={ref}
				className={styles.figure}
				data-testid="figure"
				data-ready={app !== null || undefined}
				data-veiled={isVeiled(figure, waits) || undefined}
				data-waits={waits || undefined}
				data-words={figure.panes.includes('words') || undefined}
				data-bits={figure.bits ? (figure.fields ? 'few' : 'all') : undefined}
				data-environment={figure.environment || undefined}
				data-copies={figure.panes.includes('copies') || undefined}
				aria-label={`Figure: ${figure.title}`}
				// biome-ignore lint/a11y/noNoninteractiveTabindex: it takes keys
				tabIndex={0}
			>
				{failed && <p role="alert">The lock machine could not be loaded: {failed}</p>}
				{app ? (
					<AppContext value={app}>
						<Body figure={figure} waits={waits} stage={ref} />
					</AppContext>
				) : (
					!isVeiled(figure, waits) && <FigureRoom figure={figure} />
				)}
			</section>
		</div>
	);
}

interface BodyProps extends Required<FigureProps> {
	/** all of the figure */
	stage: RefObject<HTMLElement | null>;
}

function Body({ figure, waits, stage }: BodyProps) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const doc = useDocument();
	useTallest(stage, doc.moment);
	if (!core) return null;
	const shows = (pane: FigureData['panes'][number]) => figure.panes.includes(pane);
	const seek = (at: number) => app.cursor.scrub(at);
	const hidden = (pane: FigureData['panes'][number]) => waits && figure.hides.includes(pane);
	const words = figure.words ?? undefined;
	const fields = figure.fields ?? undefined;
	const props = propsOf(core, doc, figure, reducedMotion);
	const { budget } = doc.config;
	const alone = budget.every((b) => b === 0);
	if (isVeiled(figure, waits))
		return (
			<p className={styles.veil} data-testid="veil">
				Any picture of this moment would give the answer away. It comes here with your answer, and
				plays what happens.
			</p>
		);
	return (
		<>
			<div className={styles.panes}>
				<div className={styles.left}>
					{shows('actors') && (
						<Kept
							hidden={hidden('actors')}
							says="The rows of the threads come here with your answer. They would give it away."
						>
							<div
								className={styles.actors}
								data-keeps
								data-alone={alone || undefined}
								inert={waits}
							>
								<Actors of={`in ${figure.title}`} asks={waits} marks={figure.marks} />
							</div>
						</Kept>
					)}
					<FigureControls figure={figure} core={core} waits={waits} />
				</div>
				<div className={styles.right}>
					<FigureWords figure={figure} />
					{shows('word') && (
						<div className={styles.word} data-keeps data-hidden={hidden('word') || undefined}>
							<WordView {...props} fields={fields} bare />
						</div>
					)}
					<div data-hidden={hidden('word') || undefined}>
						<Touched figure={figure} core={core} />
					</div>
					{shows('queue') && (
						<Kept
							hidden={hidden('queue')}
							says="The picture of the queue comes here with your answer. It would give it away."
						>
							<div className={styles.queue} data-keeps>
								<QueueView {...props} words={words} plain={!shows('words')} keyed />
							</div>
						</Kept>
					)}
				</div>
				{shows('copies') && (
					<div className={styles.copies} data-keeps data-hidden={hidden('copies') || undefined}>
						<Suspense>
							<CopiesPane {...props} lines={figure.lines} words={words} since={figure.opens} />
						</Suspense>
					</div>
				)}
			</div>
			{shows('code') && (
				<div className={styles.code}>
					<Source props={props} />
				</div>
			)}
			{shows('lanes') && (
				<div className={styles.lanes}>
					<Lanes
						{...props}
						alone={alone}
						ghosts={doc.ghosts}
						onSeek={seek}
						onTakeGhost={(index) => app.futures.takeGhost(index)}
					/>
				</div>
			)}
			<WhatIfs figure={figure} waits={waits} />
			<FlightLayer {...props} stage={stage} lock={core.lock(props.machine.lock)} />
		</>
	);
}

function propsOf(
	core: Core,
	{ session, moment }: Document,
	figure: FigureData,
	reducedMotion: boolean,
): MomentProps {
	const { at, machine, options } = moment;
	/* the step that the sentence tells: what is taken together with it means nothing here */
	const { record } = toldStep(figure, { session, moment });
	return { core, session, at, machine, before: record, options, reducedMotion, of: figure.title };
}

function Source({ props }: { props: MomentProps }) {
	const app = useApp();
	const mode = useAppState(sourceShown);
	const { focusTid } = useDocument();
	return (
		<SourcePane
			{...props}
			mode={mode}
			onMode={(source) => app.page.setView({ source })}
			focusTid={focusTid}
		/>
	);
}
