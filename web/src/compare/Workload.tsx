import type { Core } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import { useApp } from '../store/react';
import type { CompareRoute } from '../store/state';
import styles from './compare.module.css';
import type { Pair } from './pair';
import { MOST_ROUNDS, MOST_THREADS } from './workload';

const upTo = (least: number, most: number) =>
	Array.from({ length: most - least + 1 }, (_, i) => least + i);

interface NumberProps {
	label: string;
	testid: string;
	value: number;
	least: number;
	most: number;
	onChange(value: number): void;
}

function NumberOf({ label, testid, value, least, most, onChange }: NumberProps) {
	return (
		<label>
			{label}{' '}
			<select data-testid={testid} value={value} onChange={(e) => onChange(Number(e.target.value))}>
				{upTo(least, Math.max(most, value)).map((n) => (
					<option key={n} value={n}>
						{n}
					</option>
				))}
			</select>
		</label>
	);
}

interface WorkloadProps {
	core: Core;
	route: CompareRoute;
	pair: Pair;
}

/** What both sides play: their stories, or the same work with every thread in turn. */
export function Workload({ route, pair }: WorkloadProps) {
	const app = useApp();
	const config = pair.sides[0].played.config;
	const change = (changes: Partial<CompareRoute>) => {
		app.address.onLeaving();
		const plain = { left: nameIn(route.left), right: nameIn(route.right), at: [0, 0] as const };
		const { panel } = app.state;
		app.goTo({ ...route, ...plain, ...changes });
		/* where it was chosen in a panel, that stays: who has chosen threads may choose rounds, too */
		app.store.set({ panel });
		app.address.onLanding('push');
	};
	const work = { threads: config.threads, rounds: config.rounds };
	return (
		<span className={styles.workload}>
			<label>
				<span className="visually-hidden">Schedule</span>
				<select
					data-testid="compare-by"
					title="When a story is over, its threads take turns until all have finished"
					value={route.by}
					onChange={(e) =>
						change(
							e.target.value === 'turns'
								? { by: 'turns', ...work }
								: { by: 'story', threads: 0, rounds: 0 },
						)
					}
				>
					<option value="story">Each side plays its own story</option>
					<option value="turns">On both sides the threads take turns</option>
				</select>
			</label>
			{route.by === 'turns' && (
				<>
					<NumberOf
						label="threads"
						testid="compare-threads"
						value={work.threads}
						least={2}
						most={MOST_THREADS}
						onChange={(threads) => change({ ...work, threads })}
					/>
					<NumberOf
						label="rounds"
						testid="compare-rounds"
						value={work.rounds}
						least={1}
						most={MOST_ROUNDS}
						onChange={(rounds) => change({ ...work, rounds })}
					/>
				</>
			)}
		</span>
	);
}
