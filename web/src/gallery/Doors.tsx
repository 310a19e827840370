import { lazy, Suspense } from 'react';
import type { Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { OwnTalk } from '../plan/OwnTalk';
import { LESSONS, readKept } from '../store/kept';
import { plainly } from '../store/plain';
import { Card } from './Card';
import styles from './doors.module.css';
import type { Family } from './search';

const FIRST_LESSON = 'what-a-lock-is';

interface DoorsProps {
	core: Core;
	groups: readonly Family[];
	playing: boolean;
}

/** From a call that many know to what serves it, each a story. */
const BELOW = [
	['pm-today', 'In the C library: a word that says 0, 1 or 2'],
	['ww-sleep-wake', 'In Linux 4.11, of 2017: the calls below a word of these three values'],
	['ww-collision', 'In the same kernel: one table for all who sleep'],
	['pm-count-down', 'Before, in glibc 2.5: an unlock in two writes'],
] as const;

function Below() {
	return (
		<div className={styles.door} data-testid="door-below">
			<h2>
				Below <code>pthread_mutex_lock</code>
			</h2>
			<p>
				You know the call. Here it is in glibc 2.36, over a simplified kernel of 2010, on which that
				glibc never ran; then what later kernels do below it:
			</p>
			<ol>
				{BELOW.map(([name, says]) => (
					<li key={name}>
						<a href={plainly(`#/${name}`)}>{says}</a>
					</li>
				))}
			</ol>
		</div>
	);
}

/** For whoever stands before others. */
function Room() {
	return (
		<p className={styles.room} data-testid="door-room">
			Give a talk, teach a class: <a href="#/docs/teaching-talk">a talk of ten minutes</a>, a
			lecture of <a href="#/docs/teaching-lecture-45">45</a> or{' '}
			<a href="#/docs/teaching-lecture">ninety</a>, and{' '}
			<a href="#/docs/presenting">the page before a room</a>, with a clicker and a speaker’s notes.
			A talk of your own: <OwnTalk>My talk</OwnTalk>, stories in your order.
		</p>
	);
}

const GoOn = lazy(() => import('./GoOn').then((m) => ({ default: m.GoOn })));

/** Only who has begun needs what knows where to go on. */
function Lessons() {
	const begin = (
		<a
			className={`${buttons.button} ${buttons.primary}`}
			href={`#/learn/${FIRST_LESSON}`}
			data-testid="first-lesson"
		>
			Begin with lesson 1
		</a>
	);
	return (
		<div className={styles.door}>
			<h2>Learn how locks work</h2>
			<p>
				Ten short lessons, from one word of memory to a kernel’s trace. You need to know nothing of
				locks, only a little C.
			</p>
			<Suspense fallback={begin}>{readKept(LESSONS) ? <GoOn begin={begin} /> : begin}</Suspense>
			<a className={buttons.button} href="#/learn" data-testid="learn">
				All lessons
			</a>
		</div>
	);
}

/** Ways in, for whoever does not know where to begin; the story beside them fills their height. */
export function Doors({ core, groups, playing }: DoorsProps) {
	/* that of the first lock: all of it in few steps, each of which can be said in a sentence */
	const story = groups[0]?.told[0];
	return (
		<section className={styles.doors} data-region="doors" aria-label="Where to begin">
			<Lessons />
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
				<div className={`${styles.door} ${styles.tall}`}>
					<h2>See one story</h2>
					<Card core={core} entry={story} playing={playing} place="start" plain />
					<Room />
				</div>
			)}
			<Below />
			<div className={styles.door}>
				<h2>What was found</h2>
				<p>
					Locks as posted or released, modelled; every schedule of two to four threads, within
					stated bounds: two owners, a writer that is never woken. Each with the steps there.
				</p>
				<a className={buttons.button} href="#/docs/findings" data-testid="door-findings">
					To the findings
				</a>
			</div>
		</section>
	);
}
