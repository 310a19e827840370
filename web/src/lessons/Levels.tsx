import { useContext } from 'react';
import { Site, useWay } from '../app/site';
import { Done } from '../levels/Done';
import { isSolved } from '../levels/progress';
import styles from './levels.module.css';
import type { LevelCard, RepairCard } from './types';

function Title({ level }: { level: LevelCard }) {
	const way = useWay(`#/level/${level.name}`);
	return <h3>{way ? <a {...way}>{level.title}</a> : level.title}</h3>;
}

function Waiting({ levels, open }: Omit<LevelsProps, 'repairs'>) {
	const way = useWay('#/levels');
	const few = levels.length === 1 ? 'One level follows' : `${levels.length} levels follow`;
	return (
		<p className="muted" data-testid="levels-wait">
			{few} when the questions are answered, for a task may tell an answer:{' '}
			{open === 1 ? 'one question is' : `${open} questions are`} left.{' '}
			{way && <a {...way}>All levels</a>}
		</p>
	);
}

function List({ levels }: { levels: readonly LevelCard[] }) {
	return (
		<ul>
			{levels.map((level) => (
				<li key={level.name}>
					<Title level={level} />
					{level.further !== '' && <p className={styles.lock}>{level.further}</p>}
					<p>{level.task}</p>
					<p className={styles.standing}>
						<Done level={level} />
					</p>
				</li>
			))}
		</ul>
	);
}

function Repair({ repair: { name, title, task } }: { repair: RepairCard }) {
	const way = useWay(`#/repair/${name}`);
	return (
		<li>
			<h3>{way ? <a {...way}>{title}</a> : title}</h3>
			<p>{task}</p>
			{isSolved(name) && <p className={styles.standing}>✓ repaired</p>}
		</li>
	);
}

/** The other way round: not a schedule is looked for, but a text that has none. */
function Repairs({ repairs }: { repairs: readonly RepairCard[] }) {
	if (repairs.length === 0) return null;
	return (
		<>
			<h3 className={styles.further}>
				{repairs.length === 1 ? 'A text to repair' : 'Texts to repair'}
			</h3>
			<p>The text has a fault. You edit it until the search finds nothing.</p>
			<ul>
				{repairs.map((repair) => (
					<Repair key={repair.name} repair={repair} />
				))}
			</ul>
		</>
	);
}

interface LevelsProps {
	levels: readonly LevelCard[];
	repairs: readonly RepairCard[];
	/** how many questions of the lesson are open */
	open: number;
}

/** Those of locks that the lesson has not shown stand apart: who begins with them has to learn a lock first. */
function Closing({ levels }: { levels: readonly LevelCard[] }) {
	const own = levels.filter(({ further }) => further === '');
	const others = levels.filter(({ further }) => further !== '');
	if (own.length === 0 || others.length === 0) return <List levels={levels} />;
	return (
		<>
			<List levels={own} />
			<h3 className={styles.further}>Further, with other locks</h3>
			<p>The same idea in locks that this lesson has not shown.</p>
			<List levels={others} />
		</>
	);
}

/** What closes a lesson: the same, to be done without help. */
export function Levels({ levels, repairs, open }: LevelsProps) {
	const nowhere = useContext(Site) === null;
	return (
		<section className={styles.levels} aria-labelledby="to-do" data-testid="lesson-levels">
			<h2 id="to-do">Now you</h2>
			<p>
				A goal is set, you choose every step, and the search judges.
				{nowhere &&
					' This file holds the lesson alone: the levels are played on the site of Lockstep.'}
			</p>
			{open > 0 ? <Waiting levels={levels} open={open} /> : <Closing levels={levels} />}
			{open === 0 && <Repairs repairs={repairs} />}
		</section>
	);
}
