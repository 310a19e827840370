import { Done } from '../levels/Done';
import styles from './levels.module.css';
import type { LevelCard } from './types';

/** What closes a lesson: the same, to be done without help. */
export function Levels({ levels }: { levels: readonly LevelCard[] }) {
	return (
		<section className={styles.levels} aria-labelledby="to-do" data-testid="lesson-levels">
			<h2 id="to-do">Now you</h2>
			<p>A goal is set, you choose every step, and the search judges.</p>
			<ul>
				{levels.map((level) => (
					<li key={level.name}>
						<h3>
							<a href={`#/level/${level.name}`}>{level.title}</a>
						</h3>
						<p>{level.task}</p>
						<p className={styles.standing}>
							<Done level={level} />
						</p>
					</li>
				))}
			</ul>
		</section>
	);
}
