/**
 * What stands around the picture, and whose script comes behind it: without these a slow line has its first step sooner.
 * Their places are kept.
 */
import { useEffect } from 'react';
import { atOnce } from '../app/at-once';
import { leastHeight } from './lanes/height';
import styles from './lanes/lanes.module.css';
import type { LanesProps, SourcePaneProps } from './props';
import { packOf } from './source/packs';
import { rem } from './units';

function LanesAwaited({ machine }: LanesProps) {
	const least = leastHeight(machine.threads.length, false);
	return <div className={styles.lanes} style={{ minHeight: `min(${rem(least)}, 48vh)` }} />;
}

export const Lanes = atOnce(() => import('./Lanes').then((m) => m.Lanes), LanesAwaited);

/** The text is asked for along with the pane that shows it. */
function SourceAwaited({ core, machine }: SourcePaneProps) {
	const { name } = core.lock(machine.lock);
	useEffect(() => {
		/* the pane asks again, and says what is wrong */
		packOf(`${name}.c`).catch(() => {});
	}, [name]);
	return null;
}

export const SourcePane = atOnce(
	() => import('./SourcePane').then((m) => m.SourcePane),
	SourceAwaited,
);
