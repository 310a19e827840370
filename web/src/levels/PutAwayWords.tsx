import buttons from '../controls/buttons.module.css';
import { useAppState, useDocument } from '../store/react';
import { touchedOf, type Without, withoutHere } from './without';
import styles from './without.module.css';

/** So many names leave the line one line, where the picture above it has little room. */
const MOST = 3;

const listed = (names: readonly string[], last = ' and ') =>
	names.map((name, i) => (
		<span key={name}>
			{i > 0 && (i === names.length - 1 ? last : ', ')}
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
	const more = names.length > MOST ? names.length - MOST + 1 : 0;
	return (
		<p
			className={styles.away}
			title={more > 0 ? names.join(', ') : undefined}
			data-testid="without"
		>
			Lesson {without.number} does without{' '}
			{more > 0 ? (
				<>
					{listed(names.slice(0, -more), ', ')} and {more} more
				</>
			) : (
				listed(names)
			)}
			: not shown here.{' '}
			<button type="button" className={buttons.tool} data-testid="show-without" onClick={onShow}>
				{names.length === 1 ? 'Show it' : 'Show them'}
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
