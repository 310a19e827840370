import { useContext } from 'react';
import { Site, useWay } from '../app/site';
import { Done } from '../levels/Done';
import styles from './levels.module.css';
import type { LevelCard } from './types';

function Title({ level }: { level: LevelCard }) {
	const way = useWay(`#/level/${level.name}`);
	return <h3>{way ? <a {...way}>{level.title}</a> : level.title}</h3>;
}

function Waiting({ levels, open }: LevelsProps) {
	const way = useWay('#/levels');
	const few = levels.length === 1 ? 'One level follows' : `${levels.length} levels follow`;
	return (
		<p className="muted" data-testid="levels-wait">
			{few} when the questions are answered, for a task may tell an answer:{' '}
			{open === 1 ? 'one is' : `${open} are`} open. {way && <a {...way}>All levels</a>}
		</p>
	);
}

interface LevelsProps {
	levels: readonly LevelCard[];
	/** how many questions of the lesson are open */
	open: number;
}

/** What closes a lesson: the same, to be done without help. */
export function Levels({ levels, open }: LevelsProps) {
	const nowhere = useContext(Site) === null;
	return (
		<section className={styles.levels} aria-labelledby="to-do" data-testid="lesson-levels">
			<h2 id="to-do">Now you</h2>
			<p>
				A goal is set, you choose every step, and the search judges.
				{nowhere &&
					' This file holds the lesson alone: the levels are played on the site of Lockstep.'}
			</p>
			{open > 0 ? (
				<Waiting levels={levels} open={open} />
			) : (
				<ul>
					{levels.map((level) => (
						<li key={level.name}>
							<Title level={level} />
							<p>{level.task}</p>
							<p className={styles.standing}>
								<Done level={level} />
							</p>
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
