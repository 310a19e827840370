/** One size for a whole story: the moments that need the most room are laid out out of sight, before they come. */
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { Core } from '../../../wasm/src';
import type { App } from '../store/app';
import { storyBeats } from '../store/beats';
import { showsLines } from '../store/lines';
import { AppContext, useApp, useAppState, useDocument } from '../store/react';
import { sourceShown } from '../store/source';
import { type Document, notesApart, type State, type View } from '../store/state';
import { createStore } from '../store/store';
import { WORTH } from './fit';
import {
	asOne,
	type Form,
	fitOnce,
	formOf,
	LARGEST_SIZES,
	letterOf,
	type Sizes,
	type Wish,
} from './fitter';
import { type Kept, NOTHING_KEPT, rowsFor, widthsFor } from './kept';
import { boxOf } from './measure';
import { fullMoments } from './moments';
import { isNarrow, remOf } from './StageFit';
import styles from './stage.module.css';

/** Frames in which nothing became smaller, one after the other. */
const STILL = 2;
const MOST = 120;

/** Of stories and windows that were looked at before; the oldest goes. */
const known = new Map<string, Sizes>();
const KEPT = 60;

function keep(key: string, sizes: Sizes): void {
	known.set(key, sizes);
	const [oldest] = known.keys();
	if (known.size > KEPT && oldest !== undefined) known.delete(oldest);
}

/** What a size depends on but the moment. */
export function useFitKey(): string {
	const { config, moment } = useDocument();
	const { textSize, stage, notes } = useAppState((s) => s.view);
	const source = useAppState(sourceShown);
	const apart = useAppState(notesApart);
	const threads = moment.machine.threads.length;
	return [config.scenario, threads, textSize, stage, notes, source, apart].join(' ');
}

/** Pixels: what the panes have now, and a rem of theirs. */
interface Room {
	width: number;
	height: number;
	rem: number;
}

const roomOf = ({ clientWidth: width, clientHeight: height }: HTMLElement): Room => ({
	width,
	height,
	rem: remOf(),
});

const isSame = (a: Room, b: Room): boolean =>
	a.width === b.width && a.height === b.height && a.rem === b.rem;

function useRoom(main: RefObject<HTMLElement | null>): Room {
	const [room, setRoom] = useState<Room>({ width: 0, height: 0, rem: 0 });
	useEffect(() => {
		const element = main.current;
		if (!element || typeof ResizeObserver === 'undefined') return;
		const take = () => {
			const now = roomOf(element);
			setRoom((was) => (isSame(was, now) ? was : now));
		};
		const observer = new ResizeObserver(take);
		observer.observe(element);
		addEventListener('resize', take);
		void document.fonts?.ready.then(take);
		return () => {
			observer.disconnect();
			removeEventListener('resize', take);
		};
	}, [main]);
	return room;
}

/** True until `waits` has been false once: a change of size in front of the room hides nothing. */
function useFirst(waits: boolean): boolean {
	const over = useRef(typeof ResizeObserver === 'undefined');
	useEffect(() => {
		over.current ||= !waits;
	}, [waits]);
	return waits && !over.current;
}

/** The page as it is at another moment, with the cache lines by key or as the author has them; nobody hears of it. */
function appAt(app: App, doc: Document, cache: boolean): App {
	const view = { ...app.state.view, cache };
	const own = { outlook: { kind: 'none' }, outside: false, linesAway: false } as const;
	const state: State = { ...app.state, doc, view, ...own };
	return Object.create(app, { store: { value: createStore(state) } });
}

/** Where a story is told as it was written, or was left. */
function isTold(core: Core | null, doc: Document): core is Core {
	return core !== null && storyBeats(core, doc).length > 0;
}

/** Draws the panes for a document, in the room that they have. */
type Draw = (core: Core, doc: Document) => ReactNode;

interface StoryFit {
	sizes: Sizes | null;
	finding: ReactNode;
	/** nothing of the story has been shown yet, and what it would be shown in is not its size */
	awaited: boolean;
}

/** The sizes, once they are known; until then, what finds them. */
export function useStoryFit(main: RefObject<HTMLElement | null>, draw: Draw): StoryFit {
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const about = useFitKey();
	const all = useAppState((s) => s.allWords);
	const room = useRoom(main);
	const [, setFound] = useState(0);
	const isMeasured = isTold(core, doc) && !isNarrow();
	const key = `${about} ${all} ${room.width} ${room.height} ${room.rem}`;
	const sizes = (isMeasured && known.get(key)) || null;
	const awaited = useFirst(isMeasured && sizes === null);
	if (!isMeasured || room.width === 0) return { sizes: null, finding: null, awaited };
	const onFound = (found: Sizes) => {
		keep(key, found);
		setFound((count) => count + 1);
	};
	const isNow = () => main.current !== null && isSame(roomOf(main.current), room);
	const finding = sizes ? null : (
		<Finding key={key} {...{ core, doc, draw, room, isNow, onFound }} />
	);
	return { sizes, finding, awaited };
}

interface FindingProps {
	core: Core;
	doc: Document;
	draw: Draw;
	room: Room;
	/** the slide has that room still: what is measured of another window is kept for none */
	isNow(): boolean;
	onFound(sizes: Sizes): void;
}

function Finding({ core, doc, draw, room, isNow, onFound }: FindingProps) {
	const { width, height } = room;
	const app = useApp();
	const { textSize, stage } = useAppState((s) => s.view);
	const place = useRef<HTMLDivElement>(null);
	const scenario = doc.config.scenario;
	// biome-ignore lint/correctness/useExhaustiveDependencies: the story as written, whatever moment is shown
	const { rooms: moments, brings } = useMemo(() => roomsOf(app, core, doc), [core, scenario]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for a story and a window, which are its key
	useEffect(() => {
		const rooms = [...(place.current?.children ?? [])] as HTMLElement[];
		let [sizes, still, looks] = [LARGEST_SIZES, 0, 0];
		const look = () => {
			if (!isNow()) {
				/* the window has changed, and who looks anew is on the way; or it comes back to this size */
				[sizes, still, looks] = [LARGEST_SIZES, 0, 0];
				frame = requestAnimationFrame(look);
				return;
			}
			nameless(place.current);
			/* at first, and once more when the pictures are done */
			const rows = looks === 0 || still > 0;
			const wish: Wish = { preset: stage, textSize, rem: room.rem };
			const found = fitOnce(rooms, wish, sizes, { rows });
			still = found.again || awaitsLines(rooms) ? 0 : still + 1;
			looks++;
			sizes = found.sizes;
			if (brings && still >= STILL) {
				const one = asOne(sizes, wish);
				if (one !== sizes) [sizes, still] = [one, 0];
			}
			/* in letters that are still to come, words are of another width */
			const set = document.fonts?.status !== 'loading';
			if ((still >= STILL && set) || looks >= MOST)
				onFound(withKept(withTwo(sizes, rooms, wish), rooms, stage));
			else frame = requestAnimationFrame(look);
		};
		let frame = requestAnimationFrame(look);
		return () => cancelAnimationFrame(frame);
	}, []);
	return (
		<div className={styles.unseen} ref={place} aria-hidden="true" inert data-finding>
			{moments.map(({ one, of }) => (
				<div
					key={`${one.moment.at} ${one.revealed.length > 0} ${of.store.get().view.cache}`}
					className={styles.panes}
					data-preset={stage}
					style={{ width, height }}
				>
					<AppContext value={of}>{draw(core, one)}</AppContext>
				</div>
			))}
		</div>
	);
}

/** Rows of two lines, where their letters are larger by that and the words below them have the room that they need. */
function withTwo(sizes: Sizes, rooms: readonly HTMLElement[], wish: Wish): Sizes {
	if (wish.preset !== 'picture') return sizes;
	const rows = { actors: 0, said: 1, two: true };
	const { sizes: two, again } = fitOnce(rooms, wish, { ...sizes, ...rows }, { rows: true });
	const isLarger = letterOf(two, wish) >= WORTH * letterOf(sizes, wish);
	/* a step less is not seen */
	if (!again && isLarger && two.narration <= sizes.narration + 1) return two;
	/* as they were */
	fitOnce(rooms, wish, sizes, { rows: true });
	return sizes;
}

/** The moments as they are told; where the author never has the cache lines, those with the fullest queues have them by key. */
function roomsOf(app: App, core: Core, doc: Document) {
	const full = fullMoments(core, doc);
	const told = full.map(({ one }) => ({ one, of: appAt(app, one, false) }));
	const brings = told.some(({ of }) => showsLines(of.store.get()));
	if (brings || app.state.view.stage === 'code') return { rooms: told, brings };
	const asked = full.filter(({ crowded, one }) => crowded && one.revealed.length > 0);
	const byKey = asked.map(({ one }) => ({ one, of: appAt(app, one, true) }));
	return { rooms: [...told, ...byKey], brings };
}

/** What shows the cache lines comes in a chunk of its own. */
const awaitsLines = (rooms: readonly HTMLElement[]): boolean =>
	rooms.some((room) => formOf(room) === 'lines' && !room.querySelector('[data-region="cache"]'));

function withKept(sizes: Sizes, rooms: readonly HTMLElement[], stage: View['stage']): Sizes {
	const boxesOf = (form?: Form) =>
		rooms
			.filter((room) => form === undefined || formOf(room) === form)
			.map((room) => boxOf(room, 'memory'))
			.filter((box) => box !== null);
	/* in one size the word is the same with the cache lines and without */
	const isOne = sizes.plain.memory === sizes.lines.memory;
	const keptOf = (form: Form): Kept => ({
		/* beside the code what a picture does not need is for the words */
		...(stage === 'picture' ? rowsFor(boxesOf(form)) : NOTHING_KEPT),
		fields: widthsFor(boxesOf(isOne ? undefined : form)),
	});
	return {
		...sizes,
		plain: { ...sizes.plain, kept: keptOf('plain') },
		lines: { ...sizes.lines, kept: keptOf('lines') },
	};
}

/** What looks for a part of the page must not find one that is not seen. */
function nameless(place: HTMLElement | null): void {
	for (const element of place?.querySelectorAll('[data-testid]') ?? [])
		element.removeAttribute('data-testid');
}
