/**
 * A lesson before a room: one figure or question at a time fills the window. It stays where it stands in the lesson, so all
 * that was done in it stays too, and p leads back to that place.
 */
import {
	createContext,
	lazy,
	type ReactNode,
	Suspense,
	useCallback,
	useContext,
	useEffect,
	useLayoutEffect,
	useRef,
	useState,
} from 'react';
import buttons from '../controls/buttons.module.css';
import { leftStory } from '../store/document';
import { keySign } from '../store/key-sign';
import { useApp, useAppState } from '../store/react';
import { loadTalk } from '../talk/load';
import { hasMore, playToNote } from './figure-app';
import { keptOf, whenKept } from './left';
import { isAnswered, markShown, openAsks, readProgress, useProgress } from './progress';
import { useLessonSize, useWhole } from './slide-size';
import { slideTold } from './slide-told';
import styles from './slides.module.css';
import { figureOf, type Shown, shownIn } from './stops';
import type { Lesson } from './types';

const Interval = lazy(() => import('../stage/Interval').then((m) => ({ default: m.Interval })));

interface Slides {
	current: Shown | null;
	places: Map<Shown, HTMLElement>;
	/** "2 of 7" */
	place: string;
	/** of the lesson */
	title: string;
	/** of the letters of all of them */
	size: number;
}

const SlidesContext = createContext<Slides>({
	current: null,
	places: new Map(),
	place: '',
	title: '',
	size: 1,
});

/** As they stand in the lesson: what waits for an answer is not among them. */
function inOrder(places: Map<Shown, HTMLElement>): Shown[] {
	return [...places]
		.filter(([, element]) => !element.closest('details:not([open])'))
		.sort(([, a], [, b]) =>
			a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
		)
		.map(([shown]) => shown);
}

const seenOf = (element: Element): number => {
	/* the wrapper has no box of its own */
	const { top, bottom } = (element.firstElementChild ?? element).getBoundingClientRect();
	return Math.min(bottom, window.innerHeight) - Math.max(top, 0);
};

/** The one of which most is on the screen, or that is the least far from it. */
function nearest(places: Map<Shown, HTMLElement>): Shown | null {
	const all = inOrder(places).map((shown) => ({
		shown,
		seen: seenOf(places.get(shown) as Element),
	}));
	return (
		all.reduce<(typeof all)[number] | null>(
			(best, one) => (!best || one.seen > best.seen ? one : best),
			null,
		)?.shown ?? null
	);
}

/** To the next note, or what comes for it; false: there is none here. */
function goesOn(shown: Shown, slug: string, direction: 1 | -1): boolean {
	const figure = figureOf(shown);
	const app = figure && keptOf(slug).figures.get(figure);
	if (direction === 1 && shown.kind === 'ask' && !isAnswered(readProgress(), slug, shown.id)) {
		markShown(slug, shown.id);
		return true;
	}
	if (!app?.doc || !figure) return false;
	if (direction === 1 && app.runs.landed()) return true;
	if (direction === 1 && hasMore(figure, app.doc)) {
		playToNote(app, figure);
		return true;
	}
	if (leftStory(app.doc)) return app.futures.back(true);
	if (direction === 1) return false;
	const { at } = app.doc.moment;
	const before = figure.notes.findLast((note) => note.at < at);
	if (!before) return false;
	app.cursor.seek(before.at);
	return true;
}

/** All that the clicker comes to, also what waits for an answer: the number of slides is true from the first on. */
const allOf = ({ blocks }: Lesson, places: Map<Shown, HTMLElement>): Shown[] =>
	shownIn(blocks, (shown) => {
		const element = places.get(shown);
		return element !== undefined && !element.closest('details:not([open])');
	});

const appOf = (shown: Shown, slug: string) => {
	const figure = figureOf(shown);
	return figure ? keptOf(slug).figures.get(figure) : undefined;
};

/** The notes follow the slide, and each step of its figure. */
function useTold(current: Shown | null, lesson: Lesson, places: Map<Shown, HTMLElement>): void {
	const app = useApp();
	const progress = useProgress();
	useEffect(() => {
		if (!current) {
			app.store.set({ slide: null });
			return;
		}
		const { slug } = lesson;
		let forget = () => {};
		const tell = () => {
			const answered = current.kind === 'ask' && isAnswered(progress, slug, current.id);
			const where = { lesson, all: allOf(lesson, places), current, answered };
			app.store.set({ slide: slideTold({ ...where, app: appOf(current, slug) }) });
		};
		const follow = () => {
			forget();
			forget = appOf(current, slug)?.store.subscribe(tell) ?? (() => {});
			tell();
		};
		follow();
		const unkept = whenKept(follow);
		return () => {
			unkept();
			forget();
		};
	}, [app, current, lesson, places, progress]);
	useEffect(() => () => app.store.set({ slide: null }), [app]);
}

/** As soon as it is there. */
function toItsEnd(shown: Shown, slug: string): void {
	const figure = figureOf(shown);
	const go = () => {
		const app = appOf(shown, slug);
		if (!app?.doc || !figure) return false;
		const { notes, opens } = figure;
		app.cursor.seek(shown.kind === 'ask' ? app.doc.session.length : (notes.at(-1)?.at ?? opens));
		return true;
	};
	if (!figure || go()) return;
	const forget = whenKept(() => go() && forget());
}

/** From behind a lesson one comes to its last stop, with all that it asked answered, as of a story. */
function useFromBehind(
	lesson: Lesson,
	places: Map<Shown, HTMLElement>,
	show: (shown: Shown) => void,
): void {
	const app = useApp();
	const comes = useAppState((s) => s.view.presenter && s.lessonEnd === lesson.slug);
	const open = openAsks(useProgress(), lesson);
	useLayoutEffect(() => {
		if (!comes) return;
		const { slug, asks } = lesson;
		if (open > 0) {
			for (const id of asks) markShown(slug, id);
			return;
		}
		const last = inOrder(places).at(-1);
		app.store.set({ lessonEnd: '' });
		if (!last) return;
		show(last);
		toItsEnd(last, slug);
	}, [app, comes, lesson, open, places, show]);
}

function useKeys(current: Shown | null, move: (direction: 1 | -1) => void): void {
	const app = useApp();
	useEffect(() => {
		if (!current) return;
		const onKey = (event: KeyboardEvent) => {
			const held = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey;
			if (event.key === 'S' && !event.ctrlKey && !event.metaKey && !event.altKey) {
				event.preventDefault();
				void loadTalk().then((talk) => talk.toggleNotes(app));
				return;
			}
			if (held || app.state.panel !== 'none' || app.state.blackout) return;
			const direction = event.key === 'PageDown' ? 1 : event.key === 'PageUp' ? -1 : 0;
			if (direction === 0 && event.key !== 'Escape') return;
			event.preventDefault();
			event.stopPropagation();
			const isCovered = app.state.interval?.at === app.state.route;
			/* what comes next stands in front of the slide */
			if (isCovered && direction !== 1) app.store.set({ interval: null });
			else if (direction === 0) app.page.setView({ presenter: false });
			else if (!event.repeat) move(direction);
		};
		window.addEventListener('keydown', onKey, true);
		return () => window.removeEventListener('keydown', onKey, true);
	}, [app, current, move]);
}

/** Around a lesson. */
export function SlidesOf({ lesson, children }: { lesson: Lesson; children: ReactNode }) {
	const app = useApp();
	const presents = useAppState((s) => s.view.presenter);
	const [current, setCurrent] = useState<Shown | null>(null);
	const [places] = useState(() => new Map<Shown, HTMLElement>());
	const left = useRef<Shown | null>(null);
	useLayoutEffect(() => {
		setCurrent(presents ? nearest(places) : null);
	}, [presents, places]);
	const { slug } = lesson;
	const appIn = useCallback((shown: Shown) => appOf(shown, slug), [slug]);
	const size = useLessonSize({ on: current !== null, places, appOf: appIn, whenKept });
	useFromBehind(lesson, places, setCurrent);
	useTold(current, lesson, places);
	useLayoutEffect(() => {
		const was = left.current && places.get(left.current);
		left.current = current;
		if (!current) was?.firstElementChild?.scrollIntoView({ block: 'center', behavior: 'instant' });
	}, [current, places]);
	const move = useCallback(
		(direction: 1 | -1) => {
			if (!current) return;
			const isCovered = app.state.interval?.at === app.state.route;
			if (!isCovered && goesOn(current, lesson.slug, direction)) return;
			const all = inOrder(places);
			const next = all[all.indexOf(current) + direction];
			if (next) setCurrent(next);
			else if (!app.state.course?.turn(direction))
				app.page.say(
					`That is the ${direction === 1 ? 'last' : 'first'} figure of the lesson. ${keySign('p')} leads back to its text.`,
				);
		},
		[app, current, lesson, places],
	);
	useKeys(current, move);
	const interval = useAppState((s) => (s.interval?.at === s.route ? s.interval : null));
	const title = `Lesson ${lesson.number}: ${lesson.title}`;
	const all = current ? allOf(lesson, places) : [];
	const place = current ? `${all.indexOf(current) + 1} of ${all.length}` : '';
	return (
		<SlidesContext value={{ current, places, place, title, size }}>
			{children}
			<div className={styles.over}>
				<Suspense>{current && interval && <Interval next={interval.next} />}</Suspense>
			</div>
		</SlidesContext>
	);
}

/** Around a figure or a question. */
export function Slide({ shown, children }: { shown: Shown; children: ReactNode }) {
	const app = useApp();
	const { current, places, place, title, size } = useContext(SlidesContext);
	const ref = useRef<HTMLDivElement>(null);
	const on = current === shown;
	useLayoutEffect(() => {
		if (ref.current) places.set(shown, ref.current);
		return () => {
			places.delete(shown);
		};
	}, [places, shown]);
	useWhole(ref, on, size);
	return (
		<div
			ref={ref}
			className={on ? styles.slide : styles.inline}
			data-slide={on || undefined}
			data-testid={on ? 'lesson-slide' : undefined}
		>
			{children}
			{on && (
				<p className={styles.foot}>
					<span>
						{title} · <span data-testid="slide-place">{place}</span>
					</span>
					<button
						type="button"
						className={buttons.tool}
						onClick={() => app.page.setView({ presenter: false })}
					>
						Back to the lesson
					</button>
				</p>
			)}
		</div>
	);
}
