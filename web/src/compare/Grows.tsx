import { useMemo } from 'react';
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
		rounds: 1,
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

/** Why few threads show little, and where more do: said only where more threads make it more. */
export function grownText({ transfers, disturbed }: Grown, now: readonly [Cost, Cost]): string {
	const [left, right] = transfers.map((n) => n.toFixed(1));
	const figures = `with ${MOST_THREADS} threads in turn an acquisition takes ${left} cache line transfers on the left and ${right} on the right`;
	const few = now.map((cost) => each(cost.disturbed, cost.releases));
	const grows = disturbed.some((n, side) => n > MOST_THREADS / 3 && n > 1.5 * (few[side] ?? 0));
	if (!grows) return `${figures[0]?.toUpperCase()}${figures.slice(1)}.`;
	return `Few threads show little: each thread that a release disturbs fetches a line again, and where all watch one word these are as many as wait. So ${figures}.`;
}

interface GrowsProps {
	core: Core;
	route: CompareRoute;
	/** of the schedules that are shown */
	now: readonly [Cost, Cost];
}

/** Under the figures: the same with as many threads as a comparison can have. */
export function Grows({ core, route, now }: GrowsProps) {
	const { left, right, threads } = route;
	const grown = useMemo(
		() => (threads < MOST_THREADS ? grownOf(core, left, right) : null),
		[core, left, right, threads],
	);
	if (!grown) return null;
	const [one, two] = [left, right].map((side) => encodeURIComponent(nameIn(side)));
	return (
		<p className={styles.grows} data-testid="grows">
			{grownText(grown, now)}{' '}
			<a href={`#/compare/${one}/${two}?by=turns&n=${MOST_THREADS}`} data-testid="to-many">
				Compare {MOST_THREADS} threads
			</a>
		</p>
	);
}
