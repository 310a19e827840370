import buttons from '../controls/buttons.module.css';
import { Prose } from '../glossary/Prose';
import styles from './cost.module.css';
import type { Pair } from './pair';

const SIDES = ['the page’s text', 'yours'] as const;

/** Where an edited text first does something else than the published one. */
export function Parting({ pair, isSameSaid }: { pair: Pair; isSameSaid: boolean }) {
	const step = pair.parting;
	if (step === 0)
		return (
			<p className={styles.grows} data-testid="parting">
				On this schedule your text does what the published one does, step by step.
			</p>
		);
	const told = SIDES.map((text, i) => {
		const index = i === 0 ? 0 : 1;
		const session = pair.sides[index].app.state.doc?.session;
		const broke = ['VIOLATED', 'BUG'].includes(pair.fault(index)?.verdict ?? '');
		const ends = broke ? 'it has failed by then' : 'nobody can go on';
		if (!session || step > session.length) return `In ${text} ${ends}.`;
		return `In ${text}: ${session.narrate(step - 1)}`;
	});
	return (
		<p className={styles.grows} data-testid="parting">
			{step > 1 && !isSameSaid && `They do the same up to step ${step - 1}. `}
			<Prose>{told.join(' ')}</Prose>{' '}
			<button
				type="button"
				className={buttons.tool}
				data-testid="to-parting"
				onClick={() => pair.seekBoth(step, step)}
			>
				Go to step {step}
			</button>
		</p>
	);
}
