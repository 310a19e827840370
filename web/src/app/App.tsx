import { lazy, Suspense, useEffect } from 'react';
import { LiveRegion } from '../narration/LiveRegion';
import { shownTitle } from '../store/beats';
import { locksOf } from '../store/modules';
import { useApp, useAppState } from '../store/react';
import { loadTraces } from '../trace/load';
import styles from './app.module.css';
import { atOnce } from './at-once';
import {
	loadCompare,
	loadDocs,
	loadEmbed,
	loadGallery,
	loadLearn,
	loadLevelList,
	loadNotes,
	loadStepper,
} from './load-views';
import { Mishap } from './Mishap';
import { Missing, Notices, Toast } from './Notices';
import notices from './notices.module.css';
import { useLook } from './useLook';

const Stepper = atOnce(() => loadStepper().then((m) => m.Stepper));
const Embed = lazy(() => loadEmbed().then((m) => ({ default: m.Framed })));
const Nowhere = lazy(() => loadEmbed().then((m) => ({ default: m.Nowhere })));
const Gallery = lazy(() => loadGallery().then((m) => ({ default: m.Gallery })));
const Learn = lazy(() => loadLearn().then((m) => ({ default: m.Learn })));
const Compare = lazy(() => loadCompare().then((m) => ({ default: m.Compare })));
const Docs = lazy(() => loadDocs().then((m) => ({ default: m.Docs })));
const LevelList = lazy(() => loadLevelList().then((m) => ({ default: m.LevelList })));
const Notes = lazy(() => loadNotes().then((m) => ({ default: m.Notes })));
const Opening = lazy(() => loadTraces().then((m) => ({ default: m.Opening })));
const HelpOverlay = lazy(() =>
	import('../controls/HelpOverlay').then((m) => ({ default: m.HelpOverlay })),
);

const SearchPanel = lazy(() =>
	import('../gallery/SearchPanel').then((m) => ({ default: m.SearchPanel })),
);

function useTitle(): void {
	const title = useAppState(shownTitle);
	/* these say themselves what they are called */
	const learns = useAppState(({ route: { kind } }) => ['learn', 'docs', 'notes'].includes(kind));
	useEffect(() => {
		if (!learns) document.title = title ? `${title} · Lockstep` : 'Lockstep';
	}, [title, learns]);
}

function View() {
	const route = useAppState((s) => s.route);
	const open = useAppState((s) => s.doc !== null);
	const embed = useAppState((s) => s.view.embed);
	const scenario = useAppState(
		(s) => s.doc?.recording?.id ?? s.doc?.level?.facts.name ?? s.doc?.config.scenario,
	);
	/* the view may come before the modules */
	const there = useAppState(({ core, route: to }) =>
		Boolean(core && locksOf(core, to).every((lock) => core.has(lock))),
	);
	/* not open while the core is still on its way */
	if (route.kind === 'stepper' && embed) return <Embed />;
	if (route.kind === 'stepper') return open ? <Stepper key={scenario} /> : null;
	if (route.kind === 'compare') return there ? <Compare route={route} /> : null;
	if (route.kind === 'levels') return <LevelList />;
	if (route.kind === 'docs') return <Docs key={route.name} name={route.name} place={route.place} />;
	if (route.kind === 'notes') return <Notes pair={route.pair} />;
	/* somebody else's page has no use for the way in */
	if (route.kind === 'gallery' && embed) return <Nowhere />;
	if (route.kind === 'learn') return <Learn key={route.lesson} lesson={route.lesson} />;
	return <Gallery />;
}

export function Page() {
	const app = useApp();
	const blackout = useAppState((s) => s.blackout);
	const help = useAppState((s) => s.panel === 'help');
	const searches = useAppState((s) => s.panel === 'search');
	const opening = useAppState((s) => s.opening !== null);
	const place = useAppState(
		(s) =>
			`${s.route.kind} ${s.route.kind === 'learn' && s.route.lesson} ${s.route.kind === 'docs' && s.route.name} ${s.doc?.config.scenario} ${s.doc?.moment.at}`,
	);
	const loadError = useAppState((s) => s.loadError);
	/* these give it a place of their own */
	const hasPlace = useAppState((s) => s.doc !== null || s.route.kind === 'compare');
	useLook();
	useTitle();
	return (
		<>
			<Notices />
			<Missing />
			{loadError && (
				<p className={notices.notice} role="alert">
					The lock machine could not be loaded: {loadError}
				</p>
			)}
			<Suspense>
				<Mishap place={place}>
					<View />
				</Mishap>
				{help && <HelpOverlay />}
				{searches && <SearchPanel />}
			</Suspense>
			<Suspense>{opening && <Opening />}</Suspense>
			<LiveRegion />
			{!hasPlace && <Toast place="page" />}
			{blackout && (
				<button
					type="button"
					className={styles.blackout}
					data-testid="blackout"
					aria-label="Black screen: press any key to return"
					onClick={() => app.page.toggleBlackout()}
				/>
			)}
		</>
	);
}
