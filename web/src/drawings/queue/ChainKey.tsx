import type { QueueSpec } from './order';
import styles from './queue.module.css';

/** What the boxes and the arrows of a chain say. */
export function ChainKey({ spec }: { spec: Extract<QueueSpec, { kind: 'chain' }> }) {
	return (
		<p className={styles.key} data-testid="chain-key">
			<code>{spec.word}</code> names who has the lock, <code>{spec.next}</code> the first who waits,{' '}
			<code>{spec.list}</code> those behind; the others are not in line. The arrow leads from the
			lock to the first, who is next. Dashed, another may still take the lock; solid, the word names
			the first.
		</p>
	);
}
