import { useMemo } from 'react';
import { cacheOf, EXCLUSIVE, lineNames } from '../../../wasm/src/cache';
import type { MomentProps } from '../drawings/props';
import { useCalm } from '../drawings/useCalm';
import { Key } from './Key';
import { LineTable } from './LineTable';
import styles from './pane.module.css';
import { releasesOf, releasing } from './releases';
import { counted, releaseText, touchText } from './words';

/** The numbers of the lines that the schedule uses. */
export function usedLines(lines: Uint16Array, length: number): Set<number> {
	return new Set(lines.subarray(0, length));
}

interface SumsProps extends Pick<MomentProps, 'session' | 'at'> {
	className?: string | undefined;
}

/** What all steps up to a moment have cost. */
function Sums({ session, at, className }: SumsProps) {
	const view = cacheOf(session).view(at);
	return (
		<p className={className} data-testid="cache-sums">
			{counted(view.transfers, 'transfer')} · {counted(view.lost, 'copy', 'copies')} lost · watchers
			disturbed {counted(view.disturbed, 'time')}
		</p>
	);
}

/** Which CPU has which cache line at this moment, what the last step did to its line, and what it all has cost. */
export function CachePane({
	sums = true,
	brief = false,
	...props
}: MomentProps & { sums?: boolean; brief?: boolean }) {
	const { core, session, at, machine, before, of, reducedMotion } = props;
	const calm = useCalm(at) && !reducedMotion;
	const threads = machine.threads.length;
	const lock = core.lock(machine.lock);
	const names = useMemo(() => lineNames(lock, threads), [lock, threads]);
	const track = cacheOf(session);
	const all = track.all();
	const view = track.view(at);
	const touch = at > 0 ? track.touch(at - 1) : null;
	const line = touch?.line == null ? undefined : names[touch.line];
	const release = releasesOf(session, at).at(-1);
	const released = releasing(session)(at - 1);
	return (
		<section
			className={styles.pane}
			data-region="cache"
			data-testid="cache"
			data-calm={calm || undefined}
			aria-label={`Cache lines${of ? ` of ${of}` : ''}`}
		>
			<div className={styles.scroll}>
				<LineTable
					key={at}
					view={view}
					names={names}
					used={usedLines(all.line, all.length)}
					threads={threads}
					{...{ touch, released }}
				/>
			</div>
			{/* where the author speaks of it, the words of the lock that are spoken of have that room */}
			{!brief && (
				<>
					<p className={styles.did} data-testid="cache-step">
						{touch && before ? touchText(touch, line, before) : 'No CPU has any line yet.'}
					</p>
					<p className={styles.release} data-testid="cache-release">
						{release ? releaseText(release) : ''}
					</p>
					{sums && <Sums session={session} at={at} className={styles.sums} />}
				</>
			)}
			<Key brief={brief} hasExclusive={all.after.subarray(0, all.length).includes(EXCLUSIVE)} />
		</section>
	);
}
