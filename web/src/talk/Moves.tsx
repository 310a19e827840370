import { Key } from '../controls/Key';
import type { Move, Told } from './messages';
import styles from './notes.module.css';

/** Of those that the room does: what a script asks for, and a question from the room. */
const HINTS: readonly (readonly [key: string, does: string])[] = [
	['a', 'answer'],
	['b', 'black'],
	['v', 'cache lines'],
	['h', 'notes on the slide'],
	['e', 'what if'],
	['P', 'code'],
	['q', 'QR code'],
	['x', 'check'],
	['y', 'why'],
	['D', 'it comes late'],
	['Q', 'new threads into the queue'],
	['M', 'one more comes'],
	['W', 'where it leaves its CPU'],
	['T', 'the story of such an act'],
	['V', 'side by side'],
	['Esc', 'close'],
];

export function Hints() {
	return (
		<p className={styles.hints} data-testid="notes-keys">
			Keys here mean the room:{' '}
			{HINTS.map(([key, does]) => (
				<span key={key}>
					<Key name={key} /> {does}
				</span>
			))}
			<span>
				A ring goes on a part of the room’s picture by Shift and a click there, or by{' '}
				<Key name=">" /> and <Key name="<" />; <Key name="u" /> takes it away
			</span>
		</p>
	);
}

export function Moves({ told, move }: { told: Told; move(move: Move): void }) {
	const unit = told.own ? 'stop' : told.beats;
	return (
		<div className={styles.moves}>
			<button type="button" className={styles.move} onClick={() => move('back')}>
				<span aria-hidden="true">← </span>Back{' '}
				{unit === 'acquisition' ? 'an acquisition' : `a ${unit}`}
			</button>
			{told.open && (
				<button type="button" className={styles.move} onClick={() => move('answer')}>
					Show the answer
				</button>
			)}
			{told.left !== null && (
				<button type="button" className={styles.move} onClick={() => move('story')}>
					Back to the story <kbd>o</kbd>
				</button>
			)}
			<button
				type="button"
				className={`${styles.move} ${styles.primary}`}
				data-testid="notes-forward"
				onClick={() => move('next')}
			>
				Next {unit}
				<span aria-hidden="true"> →</span>
			</button>
		</div>
	);
}
