import buttons from '../controls/buttons.module.css';
import { Longest, LongestBroken, Notes } from './FigureWords';
import styles from './figure.module.css';
import type { FigureData } from './types';

/**
 * What a figure will need, until its module is there: nothing below it moves when it comes. What is said in it is known
 * already; the rest is as high as the style of its place says.
 */
export function FigureRoom({ figure }: { figure: FigureData }) {
	const shows = (pane: FigureData['panes'][number]) => figure.panes.includes(pane);
	return (
		<div className={styles.room} aria-hidden="true" inert>
			<div className={styles.panes}>
				<div className={styles.left}>
					{shows('actors') && <div className={styles.actors} />}
					<div className={styles.controls} />
				</div>
				<div className={styles.right}>
					<div className={styles.words}>
						<div className={styles.told}>
							<p className={styles.sentence} />
							<Longest figure={figure} />
						</div>
						<LongestBroken figure={figure} />
						<Notes figure={figure} said={null} />
					</div>
					{shows('word') && <div className={styles.word} />}
					<p className={styles.touched} />
					{shows('queue') && <div className={styles.queue} />}
				</div>
				{shows('copies') && <div className={styles.copies} />}
			</div>
			{shows('code') && <div className={styles.code} />}
			{shows('lanes') && <div className={styles.lanes} />}
			{figure.ifs.length > 0 && (
				<div className={styles.ifs}>
					<span>What if …</span>
					{figure.ifs.map(({ label }) => (
						<button key={label} type="button" className={buttons.button}>
							{label}
						</button>
					))}
				</div>
			)}
		</div>
	);
}
