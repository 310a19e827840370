/** Time from left to right: what each thread did, and the scrubber that moves through it. */
import { useId, useMemo, useState } from 'react';
import { RESULTS, type Session } from '../../../wasm/src';
import { isEnvAction } from '../../../wasm/src/actions';
import { GhostRows } from './lanes/GhostRows';
import { columnsIn, type Geometry, geometryOf } from './lanes/geometry';
import { leastHeight, rowsHeight } from './lanes/height';
import { LanePicture } from './lanes/LanePicture';
import { Legend } from './lanes/Legend';
import styles from './lanes/lanes.module.css';
import { arrowOf } from './lanes/marks';
import { Overview } from './lanes/Overview';
import { Passing } from './lanes/Passing';
import { Arrows, markRadius } from './lanes/parts';
import { signsIn } from './lanes/present';
import { Numbers, Ruler } from './lanes/Ruler';
import { RunMark } from './lanes/RunMark';
import { Scrubbed } from './lanes/Scrubbed';
import { type Columns, momentAt, positionOf } from './lanes/timeline';
import { handoffText } from './lanes/turns';
import { type Schedule, useFaults, useSchedule, useView, type View } from './lanes/useTimeline';
import type { LanesProps } from './props';
import { rolesIn } from './threads/roles';
import { rem } from './units';
import { useSize } from './useSize';

export function Lanes(props: LanesProps) {
	const { core, session, at, machine, ghosts, recorded, onSeek, onTakeGhost } = props;
	const [ref, width, height] = useSize<HTMLDivElement>();
	const schedule = useSchedule(session);
	const { columns, version, timeline } = schedule;
	const threads = machine.threads.length;
	const lock = core.facts.locks.find((l) => l.id === machine.lock);
	const roles = useMemo(() => rolesIn(machine, lock), [machine, lock]);
	const staged = props.staged === true;
	const names = Math.max(...roles.map((role) => role.length)) * (props.large ? 1.25 : 1);
	const view = useView(schedule, session, at, columnsIn(width, names, staged).inner, props.keeps);
	const { first, column, partly } = view;
	/* on a slide with nothing to choose from none comes, nor where nothing may */
	const outside = !(props.large || props.alone) || columns.action.some(isEnvAction);
	const geometry = useMemo(
		() => geometryOf({ width, height, names, staged, outside }, threads, { first, column }),
		[width, height, names, staged, outside, threads, first, column],
	);
	/* beside the sign of a round there is no room for signs that nothing has */
	const brief = props.brief || Boolean(props.round) || staged;
	const last = staged ? positionOf(timeline, at) : undefined;
	// biome-ignore lint/correctness/useExhaustiveDependencies: version stands for the session's schedule
	const signs = useMemo(
		() => (brief ? signsIn(session, columns, timeline, threads, last) : undefined),
		[brief, session, version, threads, last],
	);
	// biome-ignore lint/correctness/useExhaustiveDependencies: as above
	const handoff = useMemo(() => (lock ? handoffText(lock, session) : ''), [lock, session, version]);
	const { overlay } = props;
	const until = staged ? at : session.length;
	// biome-ignore lint/correctness/useExhaustiveDependencies: as above
	const also = useMemo(() => overlay && new Set(overlay.signs(until)), [overlay, version, until]);
	const [hovered, setHovered] = useState<number | null>(null);
	if (!lock) return null;
	const least = leastHeight(threads, partly && !props.large);
	const asked = props.toldTo !== undefined && props.toldTo <= at && !props.silent;
	const shown = { schedule, view, geometry, roles };
	return (
		<section
			className={styles.lanes}
			data-untold={asked || undefined}
			style={{ minHeight: `min(${rem(least)}, 48vh)` }}
			aria-label={`Lanes${props.of ? ` of ${props.of}` : ''}`}
		>
			<Legend
				session={session}
				hovered={hovered}
				signs={signs}
				handoff={handoff}
				readers={lock.roles.some((r) => r.title.startsWith('read'))}
				recorded={recorded !== undefined}
				noted={(props.beats?.length ?? 0) > 0}
				decides={staged && (props.beats ?? []).some((b) => b.decisive && b.at <= at)}
				ran={props.ran !== undefined && props.ran < at}
				late={props.lateAt !== undefined}
				round={Boolean(props.round)}
				pointed={!staged && (props.beats ?? []).some(({ look }) => Boolean(look))}
				also={also && props.overlay?.keyOf(also)}
				toldTo={props.toldTo}
				asked={asked}
				silent={props.silent === true}
			/>
			<div className={styles.stage} ref={ref} style={{ minHeight: rem(rowsHeight(threads)) }}>
				{width > 0 && <Stage {...props} {...shown} hovered={hovered} onHover={setHovered} />}
			</div>
			<GhostRows ghosts={ghosts} geometry={geometry} timeline={timeline} onTake={onTakeGhost} />
			{partly && !props.large && (
				<Overview
					session={session}
					version={version}
					timeline={timeline}
					threads={threads}
					geometry={geometry}
					view={view}
					at={at}
					differs={recorded?.differs ?? null}
					round={props.round}
					toldTo={props.toldTo}
					onSeek={onSeek}
				/>
			)}
		</section>
	);
}

interface StageProps extends LanesProps {
	schedule: Schedule;
	view: View;
	geometry: Geometry;
	/** of each thread, where they differ */
	roles: string[];
	/** the step under the pointer */
	hovered: number | null;
	onHover(step: number | null): void;
}

const SPUN = RESULTS.indexOf('spun');

/** The sentence of a step, and of looks that are drawn as one what their sign counts. */
function hintOf(session: Session, { result }: Columns, step: number): string | undefined {
	if (step < 0 || step >= session.length) return undefined;
	const spins =
		result[step] === SPUN ? ' ×N: N looks of a thread that spins, with nothing new.' : '';
	return `${step + 1} ${session.narrate(step)}${spins}`;
}

interface LastArrowProps extends Pick<LanesProps, 'before'> {
	geometry: Geometry;
	clip: string;
	position: number;
}

/** Its head reaches beyond what belongs to the step. */
function LastArrow({ before, geometry, clip, position }: LastArrowProps) {
	const sent = before && arrowOf(before);
	if (!sent || sent.kind === 'env' || position < geometry.from) return null;
	return (
		<g clipPath={`url(#${clip})`} data-testid="last-arrow">
			<Arrows arrows={[{ ...sent, position }]} geometry={geometry} radius={markRadius(geometry)} />
		</g>
	);
}

/** The lanes themselves, under ruler and playhead. */
function Stage(props: StageProps) {
	const { schedule, view, geometry, roles, session, at, machine, recorded, onSeek, onHover } =
		props;
	const { columns, version, timeline } = schedule;
	const { faults } = useFaults(session, version, timeline, at);
	const differs = recorded?.differs ?? null;
	const clip = useId();
	const { toldTo = Number.POSITIVE_INFINITY } = props;
	const toldPosition = props.toldTo === undefined ? undefined : positionOf(timeline, toldTo);
	const here = positionOf(timeline, at);
	const hides = (p: number) => momentAt(timeline, p) > toldTo;
	const seekTo = (p: number) => {
		const moment = momentAt(timeline, p);
		if (moment !== at) onSeek(moment);
	};
	return (
		<Scrubbed
			clip={clip}
			at={at}
			length={session.length}
			sentence={() => (at > 0 ? session.narrate(at - 1) : 'the start')}
			position={here}
			positions={timeline.count + 1}
			view={view}
			geometry={geometry}
			onPosition={seekTo}
			onSeek={onSeek}
			toldTo={toldPosition}
			silent={props.silent === true}
			whole={<LastArrow {...{ before: props.before, geometry, clip }} position={here} />}
			hint={props.hovered === null ? undefined : hintOf(session, columns, props.hovered)}
			onHover={(p) => onHover(p === null || p < 1 || hides(p) ? null : momentAt(timeline, p) - 1)}
		>
			<Ruler
				{...{ geometry, timeline, columns }}
				beats={props.beats}
				lateAt={(props.lateAt ?? 0) > toldTo ? undefined : props.lateAt}
				round={props.round}
				toldTo={toldPosition}
			/>
			<Numbers
				{...{ geometry, timeline }}
				handle={positionOf(timeline, at)}
				letters={String(at).length}
			/>
			{props.ran !== undefined && props.ran < at && (
				<RunMark
					{...{ session, geometry, timeline, clip, at }}
					from={props.ran}
					threads={machine.threads.length}
				/>
			)}
			<LanePicture
				session={session}
				columns={columns}
				version={version}
				timeline={timeline}
				threads={machine.threads.length}
				roles={roles}
				geometry={geometry}
				clip={clip}
				toldTo={toldPosition}
				faults={differs === null ? faults : [...faults, positionOf(timeline, differs)]}
				inferred={recorded?.inferred}
				overlay={props.overlay}
			/>
			<Passing {...props} geometry={geometry} position={here} />
		</Scrubbed>
	);
}
