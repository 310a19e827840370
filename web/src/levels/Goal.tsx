import type { LevelFacts } from '../../../wasm/src';
import { isDone } from '../../../wasm/src/goal';
import { Badge } from '../drawings/Badge';
import { OnceEach, Prose } from '../glossary/Prose';
import styles from './level-bar.module.css';

interface GoalProps {
	facts: LevelFacts;
	/** bit i: fact i is reached */
	done: number;
}

/** "T3 count 1 → 0": whose recorded step it is, and what it does. */
export const threadOf = (says: string) => Number(/^T(\d+) /.exec(says)?.[1]);
export const stepOf = (says: string) => says.replace(/^T\d+ /, '');

function Fact({ says, done }: { says: string; done: boolean }) {
	return (
		<li data-done={done || undefined}>
			<span aria-hidden="true">{done ? '●' : '○'} </span>
			<Prose>{says}</Prose>
			{done && <span className="visually-hidden">, reached</span>}
		</li>
	);
}

/** What was recorded, a log a thread. */
function Logs({ facts: { says }, done }: GoalProps) {
	const threads = [...new Set(says.map(threadOf))].sort((a, b) => a - b);
	const steps = says.map((text, i) => ({ text, tid: threadOf(text), done: isDone(done, i) }));
	return (
		<div className={styles.logs} data-testid="goal">
			{threads.map((tid) => (
				<div key={tid} className={styles.log}>
					<Badge tid={tid} size={20} />
					<ol className={styles.goal} aria-label={`The log of T${tid}`}>
						{steps
							.filter((step) => step.tid === tid)
							.map((step) => (
								<Fact key={step.text} says={stepOf(step.text)} done={step.done} />
							))}
					</ol>
				</div>
			))}
		</div>
	);
}

export function Goal(props: GoalProps) {
	return <OnceEach>{props.facts.recording ? <Logs {...props} /> : <Facts {...props} />}</OnceEach>;
}

function Facts({ facts, done }: GoalProps) {
	return (
		<ol className={styles.goal} aria-label="The goal, one after the other" data-testid="goal">
			{facts.says.map((says, i) => (
				<Fact key={says} says={says} done={isDone(done, i)} />
			))}
		</ol>
	);
}
