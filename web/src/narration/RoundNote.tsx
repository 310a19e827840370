import { lazy, Suspense } from 'react';
import buttons from '../controls/buttons.module.css';
import { RoundSign } from '../drawings/lanes/RoundSign';
import { Prose } from '../glossary/Prose';
import { circleOf } from '../store/circle';
import { useApp, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { circleText } from './round';

const RoundFinding = lazy(() =>
	import('../evidence/RoundFinding').then((m) => ({ default: m.RoundFinding })),
);

/** That a state has come again, what lay between, and the way to go round once more. */
export function RoundNote() {
	const app = useApp();
	const doc = useDocument();
	const circle = circleOf(doc);
	const text = circle ? circleText(circle, doc.moment.at) : '';
	if (!circle || !text) return null;
	return (
		<p className={styles.note} data-testid="round">
			<RoundSign /> <Prose>{text}</Prose>{' '}
			{doc.moment.at > circle.first && (
				<>
					<Suspense>
						<RoundFinding circle={circle} />
					</Suspense>
					<button
						type="button"
						className={buttons.tool}
						data-testid="once-more"
						title="Append the same steps once more, and take them"
						onClick={() => app.rounds.again()}
					>
						Once more round <kbd>R</kbd>
					</button>
				</>
			)}
		</p>
	);
}
