import { lazy, Suspense, useMemo, useState } from 'react';
import { Brand } from '../app/Brand';
import { Foot } from '../app/Foot';
import { Space, TopBar } from '../app/TopBar';
import buttons from '../controls/buttons.module.css';
import { PauseIcon, PlayIcon } from '../controls/icons';
import { Key } from '../controls/Key';
import { PageTools } from '../controls/PageTools';
import { OnceEach, Prose } from '../glossary/Prose';
import { PlanButton } from '../plan/PlanButton';
import { useAppState } from '../store/react';
import { RecordedSection } from '../trace/Section';
import { shippedMatching } from '../trace/shipped';
import { useWords } from './asked';
import { Badges } from './Badges';
import { Doors } from './Doors';
import { FamilySection, Play } from './Families';
import styles from './gallery.module.css';
import { families } from './search';

const NoStory = lazy(() => import('./NoStory').then((m) => ({ default: m.NoStory })));

const TaughtSection = lazy(() =>
	import('./TaughtSection').then((m) => ({ default: m.TaughtSection })),
);

const BesideSection = lazy(() =>
	import('./TaughtSection').then((m) => ({ default: m.BesideSection })),
);

const PlanPanel = lazy(() => import('../plan/PlanPanel').then((m) => ({ default: m.PlanPanel })));

const RoomSection = lazy(() => import('./TaughtSection').then((m) => ({ default: m.RoomSection })));

const WHAT =
	'For whoever uses locks and wants to know what happens inside one: why a thread spins or sleeps, how a wake-up is lost, who may starve. You choose who moves, one shared access at a time. The locks are real, released or only proposed; their C was rewritten here. The last lesson says how we know that it does the same.';

/** Where to begin; then all scenarios, folded by family, each a small true run of itself. */
export function Gallery() {
	const core = useAppState((s) => s.core);
	const reducedMotion = useAppState((s) => s.reducedMotion);
	const plans = useAppState((s) => s.panel === 'plan');
	const [query, setQuery] = useState('');
	const [paused, setPaused] = useState(false);
	const all = useMemo(() => (core ? families(core.facts, '') : []), [core]);
	const words = useWords(query);
	const groups = core ? families(core.facts, query, words) : [];
	const recorded = shippedMatching(query);
	const playing = !paused && !reducedMotion;
	return (
		<div className={styles.gallery} data-plans={plans || undefined}>
			<TopBar>
				<Brand />
				<Space />
				<PageTools />
			</TopBar>
			<main>
				<OnceEach>
					<div className={styles.hero} data-region="hero">
						<h1>You are the scheduler.</h1>
						<p>
							<Prose>{WHAT}</Prose>
						</p>
					</div>
					{core && query === '' && <Doors core={core} groups={all} playing={playing} />}
					<div className={styles.over}>
						<h2>All locks</h2>
						<div className={styles.tools}>
							<label>
								<span className="visually-hidden">Search scenarios</span>
								<input
									id="search"
									type="search"
									placeholder="Search: handoff, timeout, stampede …"
									value={query}
									data-testid="search"
									onChange={(e) => setQuery(e.target.value)}
									onKeyDown={(e) => {
										if (e.key === 'Enter' && core)
											void import('./open-first').then((m) => m.openFirst(core, query, words));
									}}
								/>
								<Key name="/" />
							</label>
							{!reducedMotion && (
								<button
									type="button"
									className={buttons.tool}
									data-testid="pause-pictures"
									onClick={() => setPaused(!paused)}
								>
									{paused ? <PlayIcon /> : <PauseIcon />}{' '}
									{paused ? 'Play pictures' : 'Pause pictures'}
								</button>
							)}
							<PlanButton />
						</div>
					</div>
					<Badges />
					{query.trim() !== '' && (
						<Suspense>
							<TaughtSection query={query} groups={groups} />
						</Suspense>
					)}
					{core && groups.length + recorded.length === 0 && (
						<Suspense>
							<NoStory {...{ core, query, words }} className={styles.empty} onAsk={setQuery} />
						</Suspense>
					)}
					{core &&
						groups.map((family) => (
							<FamilySection
								key={family.family}
								core={core}
								family={family}
								playing={playing}
								query={query.trim()}
							/>
						))}
					{query.trim() !== '' && (
						<Suspense>
							<BesideSection query={query} />
							<RoomSection query={query} />
						</Suspense>
					)}
					{core && query === '' && <Play groups={all} />}
					{core && recorded.length > 0 && <RecordedSection shown={recorded} />}
				</OnceEach>
			</main>
			<Suspense>{plans && <PlanPanel />}</Suspense>
			<Foot />
		</div>
	);
}
