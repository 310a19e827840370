/** What the letters and signs of the table mean; before a room the line at its foot explains the bolts. */
import { Has } from './LineTable';
import { Bolt, Eye } from './marks';
import styles from './pane.module.css';

interface KeyProps {
	/** before a room: one line that stays, and behind it what goes where the picture has no room for it */
	brief: boolean;
	/** some step of the schedule makes a line a CPU's own without writing it */
	hasExclusive: boolean;
}

export function Key({ brief, hasExclusive }: KeyProps) {
	return (
		<ul className={styles.key} data-testid="cache-key">
			<li>
				<Has state="M" /> {brief ? 'changed' : 'changed, here only'}
			</li>
			{(!brief || hasExclusive) && (
				<li>
					<Has state="E" /> {brief ? 'alone' : 'here only'}
				</li>
			)}
			<li>
				<Has state="S" /> shared
			</li>
			<li>
				<Has state="I" /> not here
			</li>
			<li>
				<Eye label="eye:" /> {brief ? 'watches' : 'reads it while it waits'}
			</li>
			{!brief && (
				<>
					<li>
						<Bolt label="filled bolt:" /> disturbed by a release
					</li>
					<li>
						<Bolt label="hollow bolt:" hollow /> by another step
					</li>
					<li>
						<span className={styles.last} role="img" aria-label="coloured cell:" /> the last step
					</li>
				</>
			)}
			<li data-spare-key>
				<span className={styles.frame} role="img" aria-label="framed:" /> must fetch it again
			</li>
			<li data-spare-key>
				<b>lost</b> copies made invalid
			</li>
		</ul>
	);
}
