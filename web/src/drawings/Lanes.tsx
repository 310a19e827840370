/** Time from left to right: what each thread did, and the scrubber that moves through it. */
import { type KeyboardEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react';
import { GhostRows } from './lanes/GhostRows';
import { geometryOf, REACH, RULER, rowsHeight } from './lanes/geometry';
import { LanePicture } from './lanes/LanePicture';
import { Legend } from './lanes/Legend';
import styles from './lanes/lanes.module.css';
import { Overview } from './lanes/Overview';
import { Ruler } from './lanes/Ruler';
import { momentAt, positionOf } from './lanes/timeline';
import { useFaults, useSchedule, useView } from './lanes/useTimeline';
import type { LanesProps } from './props';
import { pointerUnits, rem } from './units';
import { useRawMove } from './useRawMove';
import { useSize } from './useSize';

const LEGEND = 28;
const OVERVIEW = 22;

export function Lanes(props: LanesProps) {
	const { core, session, at, machine, ghosts, recorded, onSeek, onTakeGhost } = props;
	const [ref, width, height] = useSize<HTMLDivElement>();
	const { columns, version, timeline } = useSchedule(session);
	const threads = machine.threads.length;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const fit = geometryOf({ width, height }, threads, timeline.count + 1, 0);
	const [first, pan] = useView(timeline, version, at, fit.visible);
	const geometry = useMemo(
		() => geometryOf({ width, height }, threads, timeline.count + 1, first),
		[width, height, threads, timeline, first],
	);
	const { faults } = useFaults(session, version, timeline, at);
	const differs = recorded?.differs ?? null;
	const flags = differs === null ? faults : [...faults, positionOf(timeline, differs)];
	const clip = useId();
	const [hovered, setHovered] = useState<number | null>(null);
	if (!lock) return null;

	const position = positionOf(timeline, at);
	const roles = machine.threads.map((t) => (lock.roles.length > 1 ? t.role : ''));
	const seekTo = (p: number) => {
		const moment = momentAt(timeline, p);
		if (moment !== at) onSeek(moment);
	};
	const long = timeline.count + 1 > geometry.visible;
	return (
		<section
			className={styles.lanes}
			style={{
				minHeight: `min(${rem(rowsHeight(threads) + LEGEND + (long ? OVERVIEW : 0))}, 48vh)`,
			}}
			aria-label={`Lanes${props.of ? ` of ${props.of}` : ''}`}
		>
			<Legend
				session={session}
				hovered={hovered}
				readers={lock.roles.some((r) => r.title.startsWith('read'))}
				recorded={recorded !== undefined}
			/>
			<div className={styles.stage} ref={ref} style={{ minHeight: rem(rowsHeight(threads)) }}>
				{width > 0 && (
					<Scrubbed
						clip={clip}
						at={at}
						length={session.length}
						sentence={() => (at > 0 ? session.narrate(at - 1) : 'the start')}
						position={position}
						geometry={geometry}
						onPosition={seekTo}
						onSeek={onSeek}
						onHover={(p) => setHovered(p === null || p < 1 ? null : momentAt(timeline, p) - 1)}
						onPan={(columns) => pan(first + columns)}
					>
						<Ruler geometry={geometry} first={first} timeline={timeline} columns={columns} />
						<LanePicture
							session={session}
							lock={lock}
							columns={columns}
							version={version}
							timeline={timeline}
							threads={threads}
							roles={roles}
							geometry={geometry}
							first={first}
							clip={clip}
							faults={flags}
							inferred={recorded?.inferred}
						/>
					</Scrubbed>
				)}
			</div>
			<GhostRows
				ghosts={ghosts}
				geometry={geometry}
				first={first}
				timeline={timeline}
				onTake={onTakeGhost}
			/>
			{long && (
				<Overview
					session={session}
					version={version}
					timeline={timeline}
					threads={threads}
					geometry={geometry}
					first={first}
					at={at}
					differs={differs}
					onSeek={onSeek}
				/>
			)}
		</section>
	);
}

interface ScrubbedProps {
	at: number;
	length: number;
	sentence(): string;
	position: number;
	geometry: ReturnType<typeof geometryOf>;
	onPosition(position: number): void;
	onSeek(at: number): void;
	onHover(position: number | null): void;
	onPan(columns: number): void;
	clip: string;
	children: ReactNode;
}

/** The picture with the playhead over it: drag anywhere, or use the slider by keyboard. */
function Scrubbed(props: ScrubbedProps) {
	const { at, length, position, geometry: g } = props;
	const slider = useRef<HTMLDivElement>(null);
	const dragging = useRef(false);
	const picture = useRef<HTMLDivElement>(null);
	const take = (e: { clientX: number; currentTarget: EventTarget | null }) =>
		g.position(pointerUnits(e, g.width));
	const x = Math.max(g.left, Math.min(g.width - 2, g.x(position)));
	useRawMove(picture, (e) => dragging.current && props.onPosition(take(e)));
	return (
		<div
			ref={picture}
			className={styles.scrub}
			style={{ width: rem(g.width), height: rem(g.height) }}
			onPointerDown={(e) => {
				if (e.button !== 0) return;
				e.preventDefault(); /* or the browser looks, move by move, for text to select */
				dragging.current = true;
				e.currentTarget.setPointerCapture(e.pointerId);
				slider.current?.focus({ preventScroll: true });
				props.onPosition(take(e));
			}}
			onPointerMove={(e) => !dragging.current && props.onHover(take(e))}
			onPointerUp={() => {
				dragging.current = false;
			}}
			onPointerCancel={() => {
				dragging.current = false;
			}}
			onPointerLeave={() => props.onHover(null)}
			onWheel={(e) => {
				const turn = Math.abs(e.deltaX) > Math.abs(e.deltaY) ? e.deltaX : e.shiftKey ? e.deltaY : 0;
				if (turn !== 0) props.onPan(Math.sign(turn) * Math.ceil(Math.abs(turn) / g.column));
			}}
		>
			<svg className={styles.svg} viewBox={`0 0 ${g.width} ${g.height}`} aria-hidden="true">
				<defs>
					<clipPath id={props.clip}>
						<rect x={g.left} y={0} width={g.width - g.left} height={g.height} />
					</clipPath>
				</defs>
				<path className={styles.playhead} d={`M${x},${RULER - 4}V${g.height}`} />
				{props.children}
				<rect
					className={styles.future}
					x={x + g.column * REACH}
					y={RULER}
					width={g.width}
					height={g.height}
				/>
			</svg>
			<div
				ref={slider}
				className={styles.thumb}
				data-testid="scrubber"
				style={{ transform: `translateX(${rem(x)})` }}
				role="slider"
				tabIndex={0}
				aria-label="Step"
				aria-valuemin={0}
				aria-valuemax={length}
				aria-valuenow={at}
				aria-valuetext={`step ${at} of ${length}: ${props.sentence()}`}
				onKeyDown={(e) => slideByKey(e, at, length, props.onSeek)}
			/>
		</div>
	);
}

/** Left, Right, Home and End are the page's own keys and mean the same there. */
function slideByKey(e: KeyboardEvent, at: number, length: number, onSeek: (at: number) => void) {
	const to = { ArrowUp: at + 1, ArrowDown: at - 1 }[e.key];
	if (to === undefined) return;
	e.preventDefault();
	e.stopPropagation();
	onSeek(Math.max(0, Math.min(length, to)));
}
