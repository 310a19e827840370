import styles from './done.module.css';
import { wins } from './progress';

/** "done in 9, shortest 8": the shortest is told to those only who have won. */
export function Done({ level }: { level: { name: string; shortest: number } }) {
	const steps = wins()[level.name];
	if (steps === undefined) return <span>not done yet</span>;
	const best = steps === level.shortest ? 'none is shorter' : `the shortest has ${level.shortest}`;
	return (
		<b className={styles.done} data-testid={`done-${level.name}`}>
			<span aria-hidden="true">✓ </span>
			{level.shortest === 0 ? 'done: impossible' : `done in ${steps} steps, ${best}`}
		</b>
	);
}
