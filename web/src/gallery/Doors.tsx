import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Card } from './Card';
import styles from './doors.module.css';
import type { Family } from './search';

/** A whole lock in few steps, each of which can be said in a sentence. */
const FIRST_STORY = 'mcs-queue';
const FIRST_LESSON = 'what-a-lock-is';

interface DoorsProps {
	core: Core;
	groups: readonly Family[];
	playing: boolean;
}

/** Three ways in, for whoever does not know where to begin. */
export function Doors({ core, groups, playing }: DoorsProps) {
	const story = groups
		.flatMap(({ told }) => told)
		.find(({ scenario }) => scenario.name === FIRST_STORY);
	return (
		<section className={styles.doors} data-region="doors" aria-label="Where to begin">
			<div className={styles.door}>
				<h2>Learn how locks work</h2>
				<p>
					Ten short lessons, from one word of memory to a kernel’s trace. You need to know nothing
					of locks, only a little C.
				</p>
				<a
					className={`${buttons.button} ${buttons.primary}`}
					href={`#/learn/${FIRST_LESSON}`}
					data-testid="first-lesson"
				>
					Begin with lesson 1
				</a>
				<a className={buttons.button} href="#/learn" data-testid="learn">
					All lessons
				</a>
			</div>
			<div className={styles.door}>
				<h2>Try it yourself</h2>
				<p>
					Levels: a goal is set, such as “make two threads enter”, and you choose every step. The
					easy ones come first.
				</p>
				<a className={buttons.button} href="#/levels" data-testid="levels">
					To the levels
				</a>
			</div>
			{story && (
				<div className={styles.door}>
					<h2>See one story</h2>
					<Card core={core} entry={story} playing={playing} place="start" />
				</div>
			)}
		</section>
	);
}
