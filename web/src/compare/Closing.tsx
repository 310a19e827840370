/** Before a room, behind the end of a comparison and in place of it: what it came to, and what its two stories ask to take home. */
import type { CSSProperties } from 'react';
import { Prose } from '../glossary/Prose';
import styles from '../stage/interval.module.css';
import { LeftBy } from '../stage/LeftBy';
import { leftBy } from '../stage/leaving';
import { comesTo } from './comes-to';
import type { Pair } from './pair';

export function Closing({ pair }: { pair: Pair }) {
	const [core] = pair.cores;
	const left = leftBy(core, pair.stories);
	const says = comesTo(pair, true);
	const { next } = pair;
	return (
		<section
			className={styles.interval}
			aria-label="What the comparison came to"
			data-testid="pair-closing"
		>
			<h2>To take home</h2>
			<div className={styles.closing}>
				<ul style={{ '--lines': left.length + 1 } as CSSProperties}>
					{says && (
						<li>
							<b className={styles.of}>Side by side</b>
							<Prose>{says}</Prose>
						</li>
					)}
					<LeftBy left={left} />
				</ul>
			</div>
			{next && (
				<p>
					Next: <b>{next.name}</b>
				</p>
			)}
			{!pair.inTalk && pair.canGrow && (
				<p data-testid="pair-tries">
					To try: both with 2, 4 and 8 threads <kbd>n</kbd>
				</p>
			)}
			{next?.asks && <p>{next.asks}</p>}
		</section>
	);
}
