import { BADGES } from '../narration/verdicts';
import card from './card.module.css';
import styles from './gallery.module.css';

/** What the badges of the cards say. */
export function Badges() {
	return (
		<details className={styles.badges} data-testid="badges">
			<summary>What the badges say</summary>
			<p>
				Each story was searched: every schedule that its set-up allows, not only the one that is
				told. The badge is what that search found. It does not speak of data races: whether the
				declared memory orders suffice is a question of its own, and where they do not, the story
				says so when it is opened.
			</p>
			<dl>
				{BADGES.map(({ short, tone, long }) => (
					<div key={short}>
						<dt>
							<span className={card.verdict} data-tone={tone}>
								{short}
							</span>
						</dt>
						<dd>{long}</dd>
					</div>
				))}
			</dl>
		</details>
	);
}
