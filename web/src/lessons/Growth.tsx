import { type CSSProperties, useId, useState } from 'react';
import styles from './growth.module.css';
import { Text } from './Text';
import type { GrowthData } from './types';

/** Two ways to wait, with as many threads as the reader sets: bars of one scale, so that both can be compared. */
export function Growth({ growth }: { growth: GrowthData }) {
	const id = useId();
	const [chosen, choose] = useState(0);
	const { threads, sides } = growth;
	const most = Math.max(...sides.flatMap(({ moves }) => moves));
	return (
		<figure className={styles.growth} data-testid="growth" aria-label={growth.title}>
			<p className={styles.set}>
				<label htmlFor={id}>Threads that want the lock</label>
				<input
					id={id}
					type="range"
					min={0}
					max={threads.length - 1}
					value={chosen}
					aria-valuetext={`${threads[chosen]} threads`}
					onChange={(event) => choose(Number(event.target.value))}
				/>
				<output htmlFor={id}>{threads[chosen]}</output>
			</p>
			<dl className={styles.bars}>
				{sides.map(({ text, moves }, i) => (
					// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
					<div key={i}>
						<dt>
							<Text of={text} />
						</dt>
						<dd>
							<span
								className={styles.bar}
								style={{ '--part': (moves[chosen] ?? 0) / most } as CSSProperties}
							/>
							<b data-testid={`growth-${i}`}>{moves[chosen]?.toFixed(1)}</b>
						</dd>
					</div>
				))}
			</dl>
			<p data-testid="growth-ratio">
				{((sides[0].moves[chosen] ?? 0) / (sides[1].moves[chosen] ?? 1)).toFixed(1)} times as much.
			</p>
			<p className={styles.unit}>
				Cache lines that go to another CPU for each time the lock is taken. Counted when this page
				was built: every thread takes the lock twice, all move in turn.
			</p>
			<figcaption data-shown={chosen === threads.length - 1 || undefined}>
				<Text of={growth.text} />
			</figcaption>
		</figure>
	);
}
