import { useContext } from 'react';
import { Site, useWay } from '../app/site';
import { Done } from '../levels/Done';
import styles from './levels.module.css';
import type { LevelCard } from './types';

function Title({ level }: { level: LevelCard }) {
	const way = useWay(`#/level/${level.name}`);
	return <h3>{way ? <a {...way}>{level.title}</a> : level.title}</h3>;
}

/** What closes a lesson: the same, to be done without help. */
export function Levels({ levels }: { levels: readonly LevelCard[] }) {
	const nowhere = useContext(Site) === null;
	return (
		<section className={styles.levels} aria-labelledby="to-do" data-testid="lesson-levels">
			<h2 id="to-do">Now you</h2>
			<p>
				A goal is set, you choose every step, and the search judges.
				{nowhere &&
					' This file holds the lesson alone: the levels are played on the site of Lockstep.'}
			</p>
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
		</section>
	);
}
