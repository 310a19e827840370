import { type CSSProperties, lazy, Suspense, useId } from 'react';
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { ScenarioOptions } from '../app/Header';
import { CachePane, overlayOf } from '../cache';
import { counted } from '../cache/words';
import { Actors } from '../controls/Actors';
import buttons from '../controls/buttons.module.css';
import { CheckBadge } from '../controls/CheckBadge';
import { BackIcon, ForwardIcon } from '../controls/icons';
import { Lanes, QueueView, WordView } from '../drawings';
import { Badge } from '../drawings/Badge';
import type { MomentProps } from '../drawings/props';
import { AppContext, useApp, useAppState, useDocument } from '../store/react';
import type { CompareRoute } from '../store/state';
import { soFar } from './measure';
import type { Pair } from './pair';
import styles from './side.module.css';
import { nameIn, playedOn } from './workload';

const CheckPanel = lazy(() =>
	import('../controls/CheckPanel').then((m) => ({ default: m.CheckPanel })),
);

interface SideProps {
	core: Core;
	pair: Pair;
	index: 0 | 1;
	route: CompareRoute;
}

const NAMES = ['left', 'right'] as const;

const labelOf = ({ sandbox, name, title }: ScenarioFacts) =>
	sandbox ? `${name}: ${title}` : title;

/** Which scenario or variant stands on this side. */
function Picker({ core, index, route }: Omit<SideProps, 'pair'>) {
	const app = useApp();
	const side = NAMES[index];
	const names = { left: nameIn(route.left), right: nameIn(route.right) };
	const pick = (name: string) => {
		app.address.onLeaving();
		app.goTo({ ...route, ...names, [side as string]: name, at: [0, 0] });
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
				<ScenarioOptions core={core} labelOf={labelOf} />
			</select>
		</label>
	);
}

/** Step this side alone, look at all its schedules, take it into the stepper. */
function Tools({ core, index }: Pick<SideProps, 'core' | 'index'>) {
	const app = useApp();
	const { moment, session, config } = useDocument();
	const side = NAMES[index];
	const address = core.formatUrl(config, session.actions(), moment.at, { cache: '1' });
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
			{moment.at === moment.length && !moment.finished && (
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
	const { moment } = useDocument();
	return (
		<p className={styles.sentence} data-testid="side-sentence">
			{moment.before ? (
				<>
					<Badge tid={moment.before.tid} /> {moment.sentence}
				</>
			) : (
				'At the start.'
			)}
			{moment.judgement.verdict !== 'OK' && (
				<b className={styles.fault}> ⚑ {moment.judgement.what || moment.judgement.verdict}</b>
			)}
		</p>
	);
}

/** The table's figures, of the steps taken so far. */
function SoFar({ core }: { core: Core }) {
	const { session, moment } = useDocument();
	const { transfers, disturbed, releases } = soFar(core, session, moment.at);
	return (
		<p className={styles.sums} data-testid="so-far">
			<span>So far: </span>
			{counted(transfers, 'cache line transfer')} · {counted(disturbed, 'thread')} disturbed by{' '}
			{counted(releases, 'release')}
		</p>
	);
}

/** What moves and what it writes; then who may move, who has which line, and who waits. */
function Drawings({ core, of, name }: { core: Core; of: string; name: string }) {
	const app = useApp();
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const { session, moment, ghosts } = useDocument();
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
	return (
		<>
			<SoFar core={core} />
			<div className={styles.word}>
				<WordView {...props} onSeek={seek} />
			</div>
			<div className={styles.queue}>
				<QueueView {...props} onSeek={seek} />
			</div>
			<div
				className={styles.lanes}
				style={{ '--threads': moment.machine.threads.length } as CSSProperties}
			>
				<Lanes
					{...props}
					ghosts={ghosts}
					overlay={overlayOf(session, true)}
					onSeek={seek}
					onTakeGhost={(ghost) => app.futures.takeGhost(ghost)}
				/>
			</div>
			<Actors of={`on the ${name}`} small />
			<CachePane {...props} sums={false} />
		</>
	);
}

function Panel() {
	const checks = useAppState((s) => s.panel === 'check');
	return <Suspense>{checks && <CheckPanel />}</Suspense>;
}

/** One of the two, as a stepper of its own. */
export function SideView({ core, pair, index, route }: SideProps) {
	const id = useId();
	const { app, name } = pair.sides[index];
	const title = core.scenario(name)?.title ?? name;
	const here = () => {
		pair.active = index;
	};
	return (
		<section
			className={styles.side}
			data-region="side"
			data-testid={`side-${NAMES[index]}`}
			aria-labelledby={id}
			onFocusCapture={here}
			onPointerDownCapture={here}
		>
			<h2 id={id} className="visually-hidden">
				{NAMES[index]}: {title}
			</h2>
			<div className={styles.head}>
				<Picker core={core} index={index} route={route} />
				<AppContext value={app}>
					<Tools core={core} index={index} />
				</AppContext>
			</div>
			<AppContext value={app}>
				<Sentence />
				<Drawings core={core} of={`${title}, ${NAMES[index]}`} name={NAMES[index]} />
				<Panel />
			</AppContext>
		</section>
	);
}
