import { Badge } from '../drawings/Badge';
import { ClaimsContext } from '../glossary/claims';
import { Prose } from '../glossary/Prose';
import { Broken } from '../narration/Broken';
import { OfLock } from '../narration/OfLock';
import { useDocument } from '../store/react';
import styles from './figure.module.css';
import { BEYOND, type Said, saidAt, toldStep } from './figure-app';
import { Text } from './Text';
import { moreText } from './told';
import type { FigureData } from './types';

/** All that may be said here, one over the other: the place is as high as the longest needs. */
export function Notes({ figure, said }: { figure: FigureData; said: Said | null }) {
	const all = [...figure.notes, ...figure.ifs, { text: BEYOND }];
	return (
		<div className={styles.notes} aria-live="polite" aria-relevant="additions text">
			{all.map((note, i) => (
				<p
					// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
					key={i}
					className={styles.note}
					data-shown={note.text === said?.text || undefined}
					data-now={(note.text === said?.text && said.now) || undefined}
				>
					{note.text === said?.text ? <Text of={note.text} /> : <Text of={note.text} plain />}
				</p>
			))}
		</div>
	);
}

/** The room of the sentence, from the start: nothing below it moves while the figure is stepped. */
export function Longest({ figure }: { figure: FigureData }) {
	return (
		<p className={styles.longest} aria-hidden="true">
			<span /> {figure.longest}
		</p>
	);
}

/** The same of what is said of a rule that breaks; nothing where none does. */
export function LongestBroken({ figure }: { figure: FigureData }) {
	if (!figure.broken) return null;
	return (
		<p className={`${styles.broken} ${styles.unseen}`} aria-hidden="true">
			⚑ {figure.broken}
		</p>
	);
}

/** What the last step did, and under it why. */
export function FigureWords({ figure }: { figure: FigureData }) {
	const doc = useDocument();
	const { at, before } = doc.moment;
	const { sentence, more } = toldStep(figure, doc);
	return (
		<ClaimsContext value={null}>
			<OfLock>
				<div className={styles.words} data-keeps>
					<div className={styles.told}>
						<p className={styles.sentence} data-testid="narration" aria-live="polite">
							{at === 0 || !before ? (
								<span className="muted">No step has been taken yet.</span>
							) : (
								<>
									<Badge tid={before.tid} size={24} /> <Prose>{sentence}</Prose>
									{more > 0 && <span className={styles.more}>{moreText(more)}</span>}
								</>
							)}
						</p>
						<Longest figure={figure} />
					</div>
					<div className={styles.told}>
						<Broken className={styles.broken} />
						<LongestBroken figure={figure} />
					</div>
					<Notes figure={figure} said={saidAt(figure, doc)} />
				</div>
			</OfLock>
		</ClaimsContext>
	);
}
