import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { reasonOf } from '../../../wasm/src/reason';
import { BackToLesson } from '../app/BackToLesson';
import { Brand } from '../app/Brand';
import { Toast } from '../app/Notices';
import { Space, TopBar } from '../app/TopBar';
import { useTop } from '../app/useTop';
import buttons from '../controls/buttons.module.css';
import { PageTools } from '../controls/PageTools';
import { PlanButton } from '../plan/PlanButton';
import { useApp, useAppState } from '../store/react';
import type { CompareRoute } from '../store/state';
import { useTalkAgain } from '../talk/useTalkAgain';
import { CostTable } from './CostTable';
import { comesTo } from './comes-to';
import styles from './compare.module.css';
import { useCovered } from './cover';
import { GrownPanel } from './GrownPanel';
import { Pair } from './pair';
import { SideView } from './SideView';
import { TimeOfBoth } from './TimeOfBoth';
import { toldAt } from './told';
import { useSlideFit } from './useSlideFit';
import { Workload } from './Workload';

const WorkPanel = lazy(() => import('./WorkPanel').then((m) => ({ default: m.WorkPanel })));
const PlanPanel = lazy(() => import('../plan/PlanPanel').then((m) => ({ default: m.PlanPanel })));
const Interval = lazy(() => import('../stage/Interval').then((m) => ({ default: m.Interval })));
const QrPanel = lazy(() => import('../qr/QrPanel').then((m) => ({ default: m.QrPanel })));

/** The two sides of an address, until another address is gone to. */
function usePair(cores: readonly [Core, Core], route: CompareRoute): Pair {
	const app = useApp();
	const kept = useRef<Pair | null>(null);
	if (kept.current?.route !== route) kept.current = new Pair(app, cores, route);
	const pair = kept.current;
	/* before a key can come */
	useLayoutEffect(() => pair.attach(), [pair]);
	return pair;
}

/** The modules of both locks are there; until then it asks for them. */
function useModules(core: Core | null, route: CompareRoute): boolean {
	const [, setArrived] = useState(0);
	const isThere = [route.left, route.right].every((side) => core?.has(core.lockOf(side)));
	useEffect(() => {
		if (!core || isThere) return;
		let wanted = true;
		const locks = [route.left, route.right].map((side) => core.lockOf(side));
		Promise.all(locks.map((lock) => core.load(lock))).then(
			() => wanted && setArrived((count) => count + 1),
			() => {} /* whoever goes there says what is wrong */,
		);
		return () => {
			wanted = false;
		};
	}, [core, isThere, route.left, route.right]);
	return isThere;
}

/** What the right side runs on, once it is there: a core of its own where the address has an edited text. */
function useRight(core: Core | null, route: CompareRoute): Core | null {
	const app = useApp();
	const { own } = route;
	const lock = core?.lockOf(route.right) ?? -1;
	const [made, setMade] = useState<{ own: string; lock: number; core: Core } | null>(null);
	const published = useRef(route);
	published.current = { ...route, own: '' };
	useEffect(() => {
		if (own === '' || lock < 0) return;
		let wanted = true;
		app.ownBeside(lock, own).then(
			(core) => wanted && setMade({ own, lock, core }),
			(error: unknown) => {
				if (!wanted) return;
				const why = reasonOf(error);
				app.goTo(published.current, [
					`The edited text of the address cannot be run: ${why}. Both sides show the page’s text.`,
				]);
				app.address.onLanding('replace');
			},
		);
		return () => {
			wanted = false;
		};
	}, [app, own, lock]);
	if (own === '') return core;
	return made?.own === own && made.lock === lock ? made.core : null;
}

const Closing = lazy(() => import('./Closing').then((m) => ({ default: m.Closing })));

const SETTLE_MS = 120;

/** Says what both sides show, and before a room what to look at, once the cursor rests. */
function Announced({ pair, staged }: { pair: Pair; staged: boolean }) {
	const text = pair.sides
		.map(({ app }, i) => {
			const { moment, session } = app.state.doc ?? {};
			const side = i === 0 ? 'Left' : 'Right';
			const told =
				session && moment ? toldAt(session, pair.measures(i === 0 ? 0 : 1), moment.at) : '';
			return `${side}, step ${moment?.at}. ${moment?.sentence || 'At the start.'} ${told}`.trim();
		})
		.concat(staged ? pair.look : '')
		.join(' ');
	const [said, setSaid] = useState('');
	useEffect(() => {
		const timer = setTimeout(() => setSaid(text), SETTLE_MS);
		return () => clearTimeout(timer);
	}, [text]);
	return (
		<div className="visually-hidden" role="status" aria-live="polite" data-testid="live-both">
			{said}
		</div>
	);
}

/** As in a story: what a beginner can follow it without is put away until it is asked for. */
function PlainSwitch() {
	const app = useApp();
	const plain = useAppState((s) => s.view.plain !== 'no');
	return (
		<button
			type="button"
			className={buttons.tool}
			data-testid={plain ? 'show-all' : 'show-less'}
			title={`${plain ? 'Show' : 'Put away'} what may come from outside, words that these stories never touch, and who has which cache line`}
			onClick={() => app.page.setView({ plain: plain ? 'no' : 'picture' })}
		>
			{plain ? 'Show everything' : 'Show less'}
		</button>
	);
}

function Open({ cores, route }: { cores: readonly [Core, Core]; route: CompareRoute }) {
	const pair = usePair(cores, route);
	const [core] = cores;
	const covered = useCovered(pair);
	const main = useRef<HTMLElement>(null);
	const sides = useRef<HTMLDivElement>(null);
	useTop();
	useTalkAgain();
	useSlideFit(main, sides);
	const presenter = useAppState(({ view }) => view.presenter);
	const hasCode = useAppState(({ panel }) => panel === 'qr');
	const plans = useAppState(({ panel }) => panel === 'plan');
	const lesson = useAppState(({ view }) => view.lesson);
	const setsUp = useAppState(({ panel }) => panel === 'setup');
	const grows = useAppState(({ panel }) => panel === 'grown');
	const plain = useAppState(({ view }) => view.plain !== 'no') && !presenter;
	/* where a lock fails, the last step is what a room looks at */
	const ends = presenter && pair.isAtEnd && !pair.fails && comesTo(pair) !== '';
	return (
		<div className={styles.compare} data-fills-window data-plain={plain || undefined}>
			<TopBar>
				<Brand />
				{lesson && <BackToLesson lesson={lesson} />}
				<h1 className={styles.title}>Side by side</h1>
				<Workload core={core} route={route} pair={pair} />
				<PlainSwitch />
				<Space />
				<PlanButton className={buttons.round} />
				<PageTools />
			</TopBar>
			<main className={styles.main} ref={main}>
				{/* before a room the bar is not there, and its heading with it */}
				{presenter && <h1 className="visually-hidden">Side by side</h1>}
				<CostTable
					{...{ core, pair, ends }}
					staged={presenter}
					covered={covered && !pair.isAsked}
				/>
				<div className={styles.sides} ref={sides} data-ends={ends || undefined}>
					<SideView core={cores[0]} index={0} {...{ pair, route, covered }} />
					<SideView core={cores[1]} index={1} {...{ pair, route, covered }} />
				</div>
			</main>
			<TimeOfBoth pair={pair} />
			<Suspense>
				{presenter && pair.isClosing && !pair.endsTalk && <Closing pair={pair} />}
				{presenter && pair.endsTalk && <Interval next={null} />}
			</Suspense>
			<Announced pair={pair} staged={presenter} />
			<Toast place="bar" />
			<Suspense>{hasCode && <QrPanel />}</Suspense>
			<Suspense>{plans && <PlanPanel />}</Suspense>
			{grows && <GrownPanel core={core} route={route} />}
			<Suspense>{setsUp && <WorkPanel core={core} route={route} pair={pair} />}</Suspense>
		</div>
	);
}

/** Two scenarios side by side: what each acquisition of the lock costs, and every step that it takes. */
export function Compare({ route }: { route: CompareRoute }) {
	const core = useAppState((s) => s.core);
	const isThere = useModules(core, route);
	const right = useRight(core, route);
	return core && right && isThere ? <Open cores={[core, right]} route={route} /> : null;
}
