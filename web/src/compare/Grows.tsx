import { useEffect, useRef, useState } from 'react';
import type { Core } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import type { CompareRoute } from '../store/state';
import styles from './cost.module.css';
import { GROWN_ROUNDS, type Growing, type Grown, grownText } from './grown';
import { grow } from './grown-client';
import type { Cost } from './measure';
import { MOST_THREADS } from './workload';

/** The sides are drawn first. */
const SETTLE_MS = 60;

type Growth =
	| { kind: 'running'; so: Growing }
	| { kind: 'done'; grown: Grown }
	/** stopped, failed, or there is nothing to measure */
	| { kind: 'none' };

const AT_FIRST: Growth = {
	kind: 'running',
	so: { threads: MOST_THREADS, side: 0, steps: 0 },
};

/** The same pair with most threads, measured while the reader looks at it. */
function useGrowth(core: Core, left: string, right: string, wanted: boolean) {
	const [growth, setGrowth] = useState<Growth>(AT_FIRST);
	const stop = useRef(() => {});
	useEffect(() => {
		setGrowth(AT_FIRST);
		if (!wanted) return;
		const ends = new AbortController();
		/* another pair is measured by then */
		let isPast = false;
		const tell = (growth: Growth) => {
			if (!isPast) setGrowth(growth);
		};
		stop.current = () => ends.abort();
		const onStep = (so: Growing) => tell({ kind: 'running', so });
		const timer = setTimeout(() => {
			grow(core, left, right, { signal: ends.signal, onStep }).then(
				(grown) => {
					const known = grown !== null && grown !== 'stopped';
					tell(known ? { kind: 'done', grown } : { kind: 'none' });
				},
				() => tell({ kind: 'none' }),
			);
		}, SETTLE_MS);
		return () => {
			isPast = true;
			clearTimeout(timer);
			ends.abort();
		};
	}, [core, left, right, wanted]);
	return { growth, stop: () => stop.current() };
}

interface GrowsProps {
	core: Core;
	route: CompareRoute;
	/** of the schedules that are shown */
	now: readonly [Cost, Cost];
}

/** The same with as many threads as a comparison can have, once that is known. */
export function Grows({ core, route, now }: GrowsProps) {
	const few = route.threads < MOST_THREADS;
	const [left, right] = [nameIn(route.left), nameIn(route.right)];
	const { growth, stop } = useGrowth(core, left, right, few);
	if (!few) return null;
	if (growth.kind === 'running')
		return (
			<p className={styles.grows} data-testid="grows">
				<span className="muted">
					Measuring {MOST_THREADS} threads: {growth.so.side === 0 ? 'left' : 'right'} side,{' '}
					{growth.so.steps.toLocaleString('en')} steps …
				</span>{' '}
				<button type="button" className={buttons.tool} data-testid="stop-growing" onClick={stop}>
					Stop
				</button>
			</p>
		);
	const text = growth.kind === 'done' ? grownText(growth.grown, now) : '';
	const [one, two] = [left, right].map(encodeURIComponent);
	return (
		<p className={styles.grows} data-testid="grows">
			<Prose>{text}</Prose>{' '}
			{(text || growth.kind === 'none') && (
				<a href={`#/compare/${one}/${two}?by=turns&n=${MOST_THREADS}&rounds=${GROWN_ROUNDS}`}>
					Compare {MOST_THREADS} threads
				</a>
			)}
		</p>
	);
}
