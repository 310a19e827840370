import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { Brand } from '../app/Brand';
import { Foot } from '../app/Foot';
import { Space, TopBar } from '../app/TopBar';
import buttons from '../controls/buttons.module.css';
import { PageTools } from '../controls/PageTools';
import { PlanButton } from '../plan/PlanButton';
import { useApp, useAppState } from '../store/react';
import { useTalkAgain } from '../talk/useTalkAgain';
import { Lesson } from './Lesson';
import styles from './learn.module.css';
import { leaveLesson, placeIn } from './left';
import { loadLesson, loadPath } from './load';
import { Path } from './Path';
import type { LessonCard, Lesson as LessonData } from './types';

const PlanPanel = lazy(() => import('../plan/PlanPanel').then((m) => ({ default: m.PlanPanel })));

interface Loaded {
	path: readonly LessonCard[];
	lesson: LessonData | null;
}

function useLessons(slug: string): Loaded | string | null {
	const [loaded, setLoaded] = useState<Loaded | string | null>(null);
	useEffect(() => {
		let stays = true;
		Promise.all([loadPath(), slug ? loadLesson(slug) : null])
			.then(([path, lesson]) => stays && setLoaded({ path, lesson }))
			.catch(() => stays && setLoaded('The lessons could not be loaded. Is the network there?'));
		return () => {
			stays = false;
		};
	}, [slug]);
	return loaded;
}

/** Back on the path, and on it. */
function Along({ path, lesson }: { path: readonly LessonCard[]; lesson: LessonData }) {
	const before = path.find(({ number }) => number === lesson.number - 1);
	const after = path.find(({ number }) => number === lesson.number + 1);
	return (
		<nav className={styles.along} aria-label="Lessons">
			{before && (
				<a href={`#/learn/${before.slug}`} rel="prev">
					<small>Before</small>
					{before.title}
				</a>
			)}
			<a href="#/learn">
				<small>All lessons</small>
				The path
			</a>
			{after && (
				<a href={`#/learn/${after.slug}`} rel="next" data-testid="next-lesson">
					<small>Next</small>
					{after.title}
				</a>
			)}
		</nav>
	);
}

/** The path of the lessons, or one lesson. */
export function Learn({ lesson: slug }: { lesson: string }) {
	const app = useApp();
	const loaded = useLessons(slug);
	const plans = useAppState((s) => s.panel === 'plan');
	useTalkAgain();
	const told = typeof loaded === 'string' ? null : loaded;
	const lesson = told?.lesson;
	const title = lesson?.title ?? 'Learn how locks work';
	useEffect(() => {
		window.scrollTo(0, lesson ? placeIn(lesson.slug) : 0);
		document.title = `${title} · Lockstep`;
	}, [title, lesson]);
	/* before what is read goes off the page */
	useLayoutEffect(
		() => () => {
			if (app.state.route.kind === 'stepper') leaveLesson(slug);
		},
		[app, slug],
	);
	return (
		<div className={styles.learn}>
			<TopBar>
				<Brand />
				{slug && (
					<a className={buttons.tool} href="#/learn">
						Lessons
					</a>
				)}
				<Space />
				{told?.lesson && <PlanButton className={buttons.round} />}
				<PageTools />
			</TopBar>
			<main>
				{typeof loaded === 'string' && <p role="alert">{loaded}</p>}
				{told && slug && !told.lesson && (
					<p className={styles.none} role="alert">
						There is no lesson called “{slug.slice(0, 60)}”. These are the ones there are.
					</p>
				)}
				{told?.lesson ? (
					<>
						<Lesson lesson={told.lesson} />
						<Along path={told.path} lesson={told.lesson} />
					</>
				) : (
					told && <Path path={told.path} />
				)}
			</main>
			<Foot />
			<Suspense>{plans && <PlanPanel />}</Suspense>
		</div>
	);
}
