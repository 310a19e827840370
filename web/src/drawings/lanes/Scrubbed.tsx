import {
	type KeyboardEvent,
	lazy,
	type ReactNode,
	type PointerEvent as ReactPointerEvent,
	type RefObject,
	Suspense,
	useRef,
} from 'react';
import { pointerUnits, rem } from '../units';
import { useScrub } from '../useScrub';
import type { Geometry } from './geometry';
import { type Ground, isOnLanes } from './ground';
import { RULER } from './height';
import styles from './lanes.module.css';
import { reachOf } from './reach';
import type { View } from './useTimeline';
import { ZOOM } from './zoom-key';

const LaneZoom = lazy(() => import('./LaneZoom'));

interface ScrubbedProps {
	at: number;
	length: number;
	sentence(): string;
	position: number;
	/** how many there are */
	positions: number;
	view: View;
	geometry: Geometry;
	onPosition(position: number): void;
	onSeek(at: number): void;
	onHover(position: number | null): void;
	/** of the step under the pointer, where no legend stands */
	hint: string | undefined;
	/** behind this position what comes is covered: it answers a question, or a room is still to be told */
	toldTo: number | undefined;
	silent: boolean;
	clip: string;
	/** what belongs to the last step, and would be cut by the cover */
	whole?: ReactNode;
	children: ReactNode;
}

/**
 * The picture with the playhead over it. While all of it is in sight, a drag anywhere scrubs. When
 * it shows a part, a drag over the lanes pans them and a click goes there; the ruler still scrubs.
 */
export function Scrubbed(props: ScrubbedProps) {
	const { position, positions, view, geometry: g } = props;
	const slider = useRef<HTMLDivElement>(null);
	const picture = useRef<HTMLDivElement>(null);
	const ground = useRef<SVGGElement>(null);
	const take = (e: { clientX: number; currentTarget: EventTarget | null }) =>
		g.position(pointerUnits(e, g.width));
	const scrub = useScrub(picture, (e) => props.onPosition(take(e)));
	const focus = () => slider.current?.focus({ preventScroll: true });
	const { inner, height } = g;
	const zoomed: Ground = {
		inner,
		height,
		positions,
		view,
		onDragged: focus,
		onClick: (px) => props.onPosition(g.position(g.left + px)),
	};
	const x = Math.max(g.left, Math.min(g.width - 2, g.x(position)));
	const press = (e: ReactPointerEvent<HTMLDivElement>) => {
		if (scrub.active()) return scrub.end(); /* a second finger: they pinch */
		const pans = view.partly && isOnLanes(e);
		if (e.button !== 0 || e.ctrlKey || pans) return;
		scrub.start(e);
		focus();
	};
	return (
		<div
			ref={picture}
			className={`${styles.scrub} ${view.partly ? styles.partly : ''}`}
			title={props.hint}
			style={{ width: rem(g.width), height: rem(g.height) }}
			onPointerDown={press}
			onPointerMove={(e) => !scrub.active() && props.onHover(take(e))}
			onPointerUp={scrub.end}
			onPointerCancel={scrub.end}
			onPointerLeave={() => props.onHover(null)}
		>
			<Sheet {...props} ground={ground} x={x} />
			<Suspense>
				<LaneZoom target={ground} ground={zoomed} />
			</Suspense>
			<Thumb {...props} slider={slider} x={x} />
		</div>
	);
}

interface SheetProps extends ScrubbedProps {
	ground: RefObject<SVGGElement | null>;
	/** of the playhead */
	x: number;
}

/** What the cover says, with the units that its letters take at most; the first for which there is room. */
const SHORT = { text: 'hidden until answered', width: 190 };
const ASKED = [{ text: 'What comes is hidden until the question is answered.', width: 420 }, SHORT];
const AHEAD = [
	{
		text: 'A question comes here. What lies behind it is hidden until you answer or go on.',
		width: 600,
	},
	{ text: 'A question comes here: the rest is hidden.', width: 340 },
	{ text: 'hidden until asked', width: 170 },
];

/** What belongs to a step reaches beyond it. */
const behind = (x: number, { column }: Geometry) => x + Math.max(reachOf(column), column / 2);

interface CoverProps {
	from: number;
	at: number;
	geometry: Geometry;
	silent: boolean;
}

/** Lets nothing through. */
function Cover({ from, at, geometry: g, silent }: CoverProps) {
	const x = behind(Math.max(g.left, at, g.x(from)), g);
	const words = g.x(from) > at ? AHEAD : ASKED;
	const says = silent ? undefined : words.find(({ width }) => g.width - x > width);
	return (
		<>
			<rect
				className={styles.cover}
				data-testid="cover"
				x={x}
				y={RULER}
				width={g.width}
				height={g.height}
			/>
			{says && (
				<text className={styles.untold} x={x + 12} y={(RULER + g.height) / 2} data-part="untold">
					{says.text}
				</text>
			)}
		</>
	);
}

/** Playhead, picture, the veil over what is still to come, and the ground that hears the pointer. */
function Sheet({ ground, x, clip, geometry: g, toldTo, silent, whole, children }: SheetProps) {
	const room = Math.max(0, g.width - g.left); /* in a pane that has no room yet, none */
	return (
		<svg className={styles.svg} viewBox={`0 0 ${g.width} ${g.height}`} aria-hidden="true">
			<defs>
				<clipPath id={clip}>
					<rect x={g.left} y={0} width={room} height={g.height} />
				</clipPath>
			</defs>
			<path className={styles.playhead} d={`M${x},${RULER - 4}V${g.height}`} />
			{children}
			<rect
				className={styles.future}
				data-testid="future"
				x={behind(x, g)}
				y={RULER}
				width={g.width}
				height={g.height}
			/>
			{toldTo !== undefined && <Cover from={toldTo} at={x} geometry={g} silent={silent} />}
			{whole}
			<g ref={ground} className={styles.ground} transform={`translate(${g.left},0)`}>
				<rect width={room} height={RULER} />
				<rect
					className={styles.body}
					data-testid="lanes-ground"
					y={RULER}
					width={room}
					height={Math.max(0, g.height - RULER)}
				/>
			</g>
		</svg>
	);
}

interface ThumbProps extends ScrubbedProps {
	slider: RefObject<HTMLDivElement | null>;
	x: number;
}

function Thumb({ slider, x, at, length, sentence, onSeek, view, position }: ThumbProps) {
	return (
		<div
			ref={slider}
			className={styles.thumb}
			data-testid="scrubber"
			style={{ transform: `translateX(calc(${rem(x)} - 50%))` }}
			role="slider"
			tabIndex={0}
			aria-label="Step"
			aria-valuemin={0}
			aria-valuemax={length}
			aria-valuenow={at}
			aria-valuetext={`step ${at} of ${length}: ${sentence()}`}
			aria-keyshortcuts={ZOOM.shortcuts}
			onKeyDown={(e) => {
				if (!zoomByKey(e, view, position)) slideByKey(e, at, length, onSeek);
			}}
		>
			<span aria-hidden="true" data-testid="handle-step">
				{at}
			</span>
		</div>
	);
}

const CLOSER = Math.SQRT2;

/** Nearer, and with Shift farther, around the cursor. */
function zoomByKey(e: KeyboardEvent, view: View, position: number): boolean {
	if (!ZOOM.keys.includes(e.key) || e.ctrlKey || e.metaKey || e.altKey) return false;
	e.preventDefault();
	e.stopPropagation();
	const asked = view.column * (e.shiftKey ? 1 / CLOSER : CLOSER);
	const column = Math.max(view.widths.least, Math.min(view.widths.most, asked));
	const inSight = position >= view.first && position < view.first + view.visible;
	const before = inSight ? position - view.first : view.visible / 2;
	view.move({ column, first: position - (before * view.column) / column });
	return true;
}

/** Left, Right, Home and End are the page's own keys and mean the same there. */
function slideByKey(e: KeyboardEvent, at: number, length: number, onSeek: (at: number) => void) {
	const to = { ArrowUp: at + 1, ArrowDown: at - 1 }[e.key];
	if (to === undefined) return;
	e.preventDefault();
	e.stopPropagation();
	onSeek(Math.max(0, Math.min(length, to)));
}
