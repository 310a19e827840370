import { useEffect, useState } from 'react';
import type { Core } from '../../../wasm/src';
import type { CompareRoute } from '../store/state';
import styles from './cost.module.css';
import { type Cost, measure, sumOf } from './measure';
import { MOST_THREADS, nameIn, played } from './workload';

/** What an acquisition and a release cost on each side, where many threads do the same. */
interface Grown {
	transfers: readonly [number, number];
	disturbed: readonly [number, number];
}

/** The sides are drawn first. */
const SETTLE_MS = 60;

/** One that comes back finds the others waiting, as on a machine that is busy. */
const ROUNDS = 2;

const each = (count: number, among: number): number => (among === 0 ? 0 : count / among);

/** Most threads, each in turn; null: there is nothing that both reach. */
export function grownOf(core: Core, left: string, right: string): Grown | null {
	const sides = [nameIn(left), nameIn(right)] as const;
	const route: CompareRoute = {
		kind: 'compare',
		left: sides[0],
		right: sides[1],
		at: [0, 0],
		by: 'turns',
		threads: MOST_THREADS,
		rounds: ROUNDS,
	};
	const measured = sides.map((name) => {
		const { config, schedule } = played(core, route, name);
		const session = core.session(config);
		session.load(schedule);
		return measure(core, session);
	});
	const common = Math.min(...measured.map(({ acquired }) => acquired.length));
	if (common < 2) return null;
	const [one, two] = measured.map((m) => sumOf(m, common)) as [Cost, Cost];
	return {
		transfers: [each(one.transfers, common), each(two.transfers, common)],
		disturbed: [each(one.disturbed, one.releases), each(two.disturbed, two.releases)],
	};
}

/** How many times the one is the other, whichever is more. */
const apart = (one: number, two: number): number =>
	Math.max(one, two) / Math.max(Math.min(one, two), 0.1);

/**
 * Why few threads show little, and where more do: said only where more threads make it more. '': both cost the same.
 */
export function grownText({ transfers, disturbed }: Grown, now: readonly [Cost, Cost]): string {
	const [left, right] = transfers.map((n) => n.toFixed(1));
	if (left === right) return '';
	const figures = `ith ${MOST_THREADS} threads in turn an acquisition takes ${left} transfers on the left and ${right} on the right.`;
	const grows =
		apart(...transfers) > 1.2 * apart(now[0].transfers, now[1].transfers) &&
		disturbed.some((n, i) => n > each(now[i]?.disturbed ?? 0, now[i]?.releases ?? 0));
	if (!grows) return `W${figures}`;
	return `Few threads show little, for where all watch one word a release disturbs as many as wait: w${figures}`;
}

interface GrowsProps {
	core: Core;
	route: CompareRoute;
	/** of the schedules that are shown */
	now: readonly [Cost, Cost];
}

/** Under the figures: the same with as many threads as a comparison can have, once the sides are there. */
export function Grows({ core, route, now }: GrowsProps) {
	const { left, right } = route;
	const few = route.threads < MOST_THREADS;
	const [grown, setGrown] = useState<Grown | null>(null);
	useEffect(() => {
		setGrown(null);
		if (!few) return;
		const timer = setTimeout(() => setGrown(grownOf(core, left, right)), SETTLE_MS);
		return () => clearTimeout(timer);
	}, [core, left, right, few]);
	if (!few) return null;
	const text = grown ? grownText(grown, now) : '';
	const [one, two] = [left, right].map((side) => encodeURIComponent(nameIn(side)));
	return (
		<p className={styles.grows} data-testid="grows">
			{text}{' '}
			{text && (
				<a href={`#/compare/${one}/${two}?by=turns&n=${MOST_THREADS}&rounds=${ROUNDS}`}>
					Compare {MOST_THREADS} threads
				</a>
			)}
		</p>
	);
}
