import buttons from '../controls/buttons.module.css';
import { storyBeats } from '../store/beats';
import { askForEverything } from '../store/plain';
import { useApp, useAppState } from '../store/react';
import styles from './stepper.module.css';

/** Of a story as it is met first: what is not shown, and the ways to it. */
export function PutAway({ code }: { code: boolean }) {
	const app = useApp();
	/* of free play nobody knows which words it will touch: all are there */
	const tells = useAppState(({ core, doc }) =>
		Boolean(core && doc && storyBeats(core, doc).length > 0),
	);
	const parts = [
		!code && 'the code',
		tells && 'words of the lock that this story never touches',
		'runs of many steps',
		'evidence and export',
	].filter(Boolean);
	return (
		<section className={styles.putAway} data-region="put-away" aria-label="What is put away">
			{!code && (
				<button
					type="button"
					className={buttons.button}
					data-testid="show-code"
					onClick={() => app.page.setView({ plain: 'code' })}
				>
					Show the code
				</button>
			)}
			<button
				type="button"
				className={buttons.button}
				data-testid="show-all"
				onClick={() => {
					askForEverything();
					app.page.setView({ plain: 'no' });
				}}
			>
				Show everything
			</button>
			{parts.length > 0 && <p>Put away here: {parts.join(', ')}.</p>}
		</section>
	);
}
