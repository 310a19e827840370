import { type CSSProperties, lazy, Suspense, useId, useMemo } from 'react';
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import { ScenarioOptions } from '../app/Header';
import { CachePane, overlayOf } from '../cache';
import { counted } from '../cache/words';
import { Actors } from '../controls/Actors';
import buttons from '../controls/buttons.module.css';
import { CheckBadge } from '../controls/CheckBadge';
import { BackIcon, ForwardIcon } from '../controls/icons';
import { OfSide } from '../controls/of-side';
import { QueueView, WordView } from '../drawings';
import { Badge } from '../drawings/Badge';
import { Lanes } from '../drawings/Lanes';
import type { MomentProps } from '../drawings/props';
import { Prose } from '../glossary/Prose';
import { changesIn } from '../narration/changes';
import { textOfScenario } from '../narration/lock-name';
import { lockOf } from '../narration/phrases';
import { faultTitle } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import { touchedIn } from '../stage/touched';
import { isPlain } from '../store/plain';
import { AppContext, useApp, useAppState, useDocument } from '../store/react';
import type { CompareRoute, Document } from '../store/state';
import { SIDES } from './comes-to';
import { Fullest } from './Fullest';
import { soFar } from './measure';
import type { Pair } from './pair';
import styles from './side.module.css';
import { toldAt } from './told';
import { playedOn } from './workload';

const CheckPanel = lazy(() =>
	import('../controls/CheckPanel').then((m) => ({ default: m.CheckPanel })),
);

interface SideProps {
	core: Core;
	pair: Pair;
	index: 0 | 1;
	route: CompareRoute;
	/** a room has not seen yet how both end: what comes is not drawn */
	covered: boolean;
}

const labelOf = ({ sandbox, name, title }: ScenarioFacts) =>
	sandbox ? `${name}: ${title}` : title;

/** Which scenario or variant stands on this side. */
function Picker({ core, index, route }: Omit<SideProps, 'pair' | 'covered'>) {
	const app = useApp();
	const side = SIDES[index];
	const names = { left: nameIn(route.left), right: nameIn(route.right) };
	const pick = (name: string) => {
		app.address.onLeaving();
		/* the text that is run on the right belongs to one lock */
		const leaves = index === 1 && core.lockOf(name) !== core.lockOf(route.right);
		const own = leaves ? '' : route.own;
		app.goTo({ ...route, ...names, [side as string]: name, at: [0, 0], own });
		app.address.onLanding('push');
	};
	return (
		<label className={styles.picker}>
			<span className="visually-hidden">Scenario on the {side}</span>
			<select
				data-testid={`pick-${side}`}
				title={core.scenario(names[side])?.title}
				value={names[side]}
				onChange={(e) => pick(e.target.value)}
			>
				<ScenarioOptions core={core} name={names[side]} labelOf={labelOf} />
			</select>
		</label>
	);
}

/** In what the text of this side is not the one that its name stands for. */
function Changed({ core }: { core: Core }) {
	const { config } = useDocument();
	const changes = changesIn(core, config);
	if (changes.length === 0) return null;
	return (
		<p className={styles.changed} data-testid="side-changed">
			<Prose>{changes.join(' · ')}</Prose>
		</p>
	);
}

/** Step this side alone, look at all its schedules, take it into the stepper. */
function Tools({ core, index }: Pick<SideProps, 'core' | 'index'>) {
	const app = useApp();
	const { moment, session, config } = useDocument();
	const side = SIDES[index];
	const plain = useAppState(isPlain);
	const view: Record<string, string> = plain ? { plain: '1' } : { cache: '1' };
	const own = core.editedOf(config.lock);
	if (own) view.own = own.packed;
	const address = core.formatUrl(config, session.actions(), moment.at, view);
	return (
		<div className={styles.tools}>
			<button
				type="button"
				className={buttons.round}
				aria-label={`A step back on the ${side}`}
				disabled={moment.at === 0}
				onClick={() => app.cursor.back()}
			>
				<BackIcon />
			</button>
			<button
				type="button"
				className={buttons.round}
				aria-label={`A step on the ${side}`}
				data-testid={`forward-${side}`}
				disabled={moment.next === null}
				onClick={() => app.steps.forward()}
			>
				<ForwardIcon />
			</button>
			<span className={styles.position} data-testid={`side-position-${side}`}>
				step {moment.at} of {moment.length}
			</span>
			{moment.at === moment.length && !moment.finished && !isFault(moment.judgement.verdict) && (
				<button
					type="button"
					className={buttons.tool}
					data-testid={`play-on-${side}`}
					title="Every thread takes steps in turn until all are done; the moment stays"
					onClick={() => app.documents.replaceSchedule(playedOn(core, session), moment.at, true)}
				>
					Play on in turn
				</button>
			)}
			<CheckBadge />
			<a
				className={`${buttons.tool} ${styles.alone}`}
				href={`#/${address}`}
				data-testid={`open-${side}`}
			>
				Open alone
			</a>
		</div>
	);
}

function Sentence() {
	const core = useAppState((s) => s.core);
	const { moment, config } = useDocument();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const { verdict, what } = moment.judgement;
	return (
		<p className={styles.sentence} data-testid="side-sentence">
			{moment.before ? (
				<>
					<Badge tid={moment.before.tid} /> <Prose>{moment.sentence}</Prose>
				</>
			) : (
				'At the start.'
			)}
			{isFault(verdict) && (
				<b className={styles.fault}>
					{' '}
					⚑ <Prose>{faultTitle(verdict, what, lock)}</Prose>
				</b>
			)}
		</p>
	);
}

/** Where a lock is given away or got: whom that made read again or woke. Its lines are there before they are needed. */
function Told({ pair, index }: { pair: Pair; index: 0 | 1 }) {
	const { session, moment } = useDocument();
	const wakes = pair.measures(index).costs.some((cost) => cost.wakes > 0);
	return (
		<p className={styles.told} data-testid="side-told" data-wakes={wakes || undefined}>
			<Prose>{toldAt(session, pair.measures(index), moment.at)}</Prose>
		</p>
	);
}

/** The table's figures, of the steps taken so far. */
function SoFar({ core }: { core: Core }) {
	const { session, moment, config } = useDocument();
	const { transfers, disturbed, releases, sleeps, wakes } = soFar(core, session, moment.at);
	/* in one line before a room */
	const brief = useAppState((s) => s.view.presenter);
	const told = [
		counted(transfers, brief ? 'transfer' : 'cache line transfer'),
		brief
			? `${disturbed} disturbed`
			: `${counted(disturbed, 'thread')} disturbed by ${counted(releases, 'release')}`,
		...(sleeps > 0 ? [counted(sleeps, 'sleep')] : []),
		...(wakes > 0 ? [counted(wakes, 'wake-up')] : []),
	];
	return (
		<p className={styles.sums} data-testid="so-far">
			<code className={styles.lock} data-testid="side-lock">
				{`${textOfScenario(core, config.scenario).name}: `}
			</code>
			<span className={styles.soFar}>So far: </span>
			<Prose>{told.join(' · ')}</Prose>
		</p>
	);
}

/** Words are those of the story and of every step besides. */
const asLeft = (doc: Document): Document => ({
	...doc,
	moment: { ...doc.moment, story: 'left' },
});

/** A room sees what is compared, and nothing that was left. */
const NO_GHOSTS: Document['ghosts'] = [];

/** How much larger a room sees the queues, whose least words are 12 units; more nodes would then say less each. */
const drawnFor = (threads: number): number => (threads > 3 ? 1 : 1.25);

interface DrawingsProps {
	core: Core;
	of: string;
	name: string;
	/** its steps stand in the address: no story was left for them */
	given: boolean;
	covered: boolean;
}

/** What moves and what it writes; then who may move, who has which line, and who waits. */
function Drawings({ core, of, name, given, covered }: DrawingsProps) {
	const app = useApp();
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const presenter = useAppState((s) => s.view.presenter);
	const plain = useAppState(isPlain);
	const doc = useDocument();
	const { session, moment, ghosts } = doc;
	const props: MomentProps = {
		core,
		session,
		at: moment.at,
		machine: moment.machine,
		before: moment.before,
		options: moment.options,
		reducedMotion,
		of,
	};
	const seek = (at: number) => app.cursor.scrub(at);
	/* as on its own slide, and in its plain view: the words that the story touches */
	const few = presenter || plain;
	/* of all the steps that stand here, the same at every moment */
	const words = useMemo(() => (few ? touchedIn(core, asLeft(doc)) : undefined), [core, doc, few]);
	const queues = {
		...props,
		...(words && { words }),
		/* a room sees every node in one form, however many there are */
		...(presenter && { scale: drawnFor(moment.machine.threads.length), brief: true }),
	};
	return (
		<>
			<SoFar core={core} />
			<div className={styles.word} data-whole>
				<WordView {...props} onSeek={seek} />
			</div>
			<div className={styles.queue} data-whole>
				<QueueView {...queues} onSeek={seek} />
				{presenter && <Fullest {...queues} className={styles.fullest} />}
			</div>
			<div
				className={styles.lanes}
				style={{ '--threads': moment.machine.threads.length } as CSSProperties}
			>
				<Lanes
					{...props}
					brief={plain}
					large={presenter}
					staged={presenter}
					ghosts={presenter || given ? NO_GHOSTS : ghosts}
					overlay={overlayOf(session)}
					toldTo={covered ? moment.at : undefined}
					silent={covered}
					onSeek={seek}
					onTakeGhost={(ghost) => app.futures.takeGhost(ghost)}
				/>
			</div>
			<Actors of={`on the ${name}`} small />
			{!plain && <CachePane {...props} sums={false} />}
		</>
	);
}

function Panel() {
	const checks = useAppState((s) => s.panel === 'check');
	return <Suspense>{checks && <CheckPanel />}</Suspense>;
}

/** One of the two, as a stepper of its own. */
export function SideView({ core, pair, index, route, covered }: SideProps) {
	const id = useId();
	const { app } = pair.sides[index];
	const own = pair.own(index);
	const edited = pair.own(0) ?? pair.own(1);
	const presenter = useAppState((s) => s.view.presenter);
	/* the title of a story may be what the room is to find out */
	const title = presenter && covered ? pair.names[index] : pair.title(index);
	const here = () => {
		pair.active = index;
	};
	return (
		<section
			className={styles.side}
			data-region="side"
			data-testid={`side-${SIDES[index]}`}
			aria-labelledby={id}
			onFocusCapture={here}
			onPointerDownCapture={here}
		>
			<h2 id={id} className={presenter ? styles.staged : 'visually-hidden'}>
				<span className="visually-hidden">{SIDES[index]}: </span>
				{title}
			</h2>
			<div className={styles.head}>
				<Picker core={core} index={index} route={route} />
				{own && (
					<b className={styles.own} data-testid="side-own">
						your {own.text}.c
					</b>
				)}
				{!own && edited && (
					<b className={styles.own} data-testid="side-published">
						{edited.text}.c as published
					</b>
				)}
				<AppContext value={app}>
					<Tools core={core} index={index} />
					<Changed core={core} />
				</AppContext>
			</div>
			<AppContext value={app}>
				<Sentence />
				<Told pair={pair} index={index} />
				<Drawings
					core={core}
					of={`${title}, ${SIDES[index]}`}
					name={SIDES[index]}
					given={pair.sides[index].given !== 'nothing'}
					covered={covered}
				/>
				<OfSide value={`${SIDES[index]} side: ${title}`}>
					<Panel />
				</OfSide>
			</AppContext>
		</section>
	);
}
