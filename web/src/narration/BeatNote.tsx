import buttons from '../controls/buttons.module.css';
import { LateSign } from '../drawings/lanes/LateSign';
import { Prose } from '../glossary/Prose';
import { beatAt, beatsOf, faultActs, isOpen, lateHere, TOO_LATE } from '../store/beats';
import { leftStory } from '../store/document';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';

/** Where the reader's own steps left the story, and the way back. */
function Left() {
	const app = useApp();
	const left = leftStory(useDocument());
	if (!left) return null;
	return (
		<p className={styles.left} data-testid="left-story">
			Left the story at step {left.at}.{' '}
			<button type="button" className={buttons.tool} onClick={() => app.futures.back()}>
				Back to the story <kbd>o</kbd>
			</button>
		</p>
	);
}

/**
 * Why: what the author says of this moment, under the sentence that says what. It stays, paler, until the next one
 * speaks; a question waits for its answer.
 */
export function BeatNote() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const shown = useAppState((s) => s.view.notes);
	const doc = useDocument();
	if (!core || !shown) return null;
	const beat = beatAt(beatsOf(core, doc), doc.moment.at);
	const computed = (
		<>
			{faultActs(core, doc) && (
				<p className={styles.computed} data-testid="fault-acts">
					Here the planted fault acts: without it, this step would be another one.
				</p>
			)}
			{lateHere(core, doc) === doc.moment.at && (
				<p className={styles.computed} data-testid="too-late">
					<LateSign /> {TOO_LATE}
				</p>
			)}
		</>
	);
	if (!beat || beat.at === 0)
		return (
			<>
				{computed}
				<Left />
			</>
		);
	const open = isOpen(beat, doc);
	return (
		<>
			{computed}
			<div
				className={styles.note}
				data-testid="beat"
				data-now={beat.at === doc.moment.at || undefined}
				data-decisive={beat.decisive || undefined}
			>
				{beat.decisive && (
					<b className={styles.decisive}>
						<span aria-hidden="true">◆ </span>The decisive step.{' '}
					</b>
				)}
				{beat.ask && <span className={styles.ask}>{beat.ask} </span>}
				{open ? (
					<button
						type="button"
						className={buttons.tool}
						data-testid="answer"
						onClick={() => app.jumps.answer()}
					>
						Show the answer <kbd>a</kbd>
					</button>
				) : (
					<span>
						<Prose>{beat.note}</Prose>
					</span>
				)}
			</div>
		</>
	);
}
