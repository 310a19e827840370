import buttons from '../controls/buttons.module.css';
import { useAppState, useDocument } from '../store/react';
import { touchedOf, type Without, withoutHere } from './without';
import styles from './without.module.css';

const listed = (names: readonly string[]) =>
	names.map((name, i) => (
		<span key={name}>
			{i > 0 && (i === names.length - 1 ? ' and ' : ', ')}
			<code>{name}</code>
		</span>
	));

interface PutAwayWordsProps {
	without: Without;
	/** of its names those that would be there */
	names: readonly string[];
	onShow(): void;
}

/** Below the memory: which names are put away, and the way to them. */
export function PutAwayWords({ without, names, onShow }: PutAwayWordsProps) {
	if (names.length === 0) return null;
	return (
		<p className={styles.away} data-testid="without">
			Lesson {without.number} does without {listed(names)}: not shown here, and not needed.{' '}
			<button type="button" className={buttons.tool} data-testid="show-without" onClick={onShow}>
				Show them
			</button>
		</p>
	);
}

/** Where a step, the last one or one to come, is about such a word. */
export function NotNeeded() {
	const without = useAppState(withoutHere);
	const doc = useDocument();
	const touched = without ? touchedOf(without, doc) : [];
	if (!without || touched.length === 0) return null;
	return (
		<p className={styles.away} data-testid="not-needed">
			Not needed here: {listed(touched)}. Lesson {without.number} does without.
		</p>
	);
}
