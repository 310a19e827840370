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

/** The reader has gone on, and no other note has come: what stands there is of a step before. */
const whenSaid = (at: number) => (at === 0 ? 'Of the start:' : `Of step ${at}:`);

/** All that may be said here, one over the other: the place is as high as the longest needs. */
export function Notes({ figure, said }: { figure: FigureData; said: Said | null }) {
	const ways = [figure.notes, ...figure.ifs.map(({ notes }) => notes)];
	const all = [...ways.flat(), { text: BEYOND, at: 0 }];
	return (
		<div className={styles.notes} aria-live="polite" aria-relevant="additions text">
			{all.map(({ text, at }, i) => {
				const shown = text === said?.text ? said : null;
				return (
					<p
						// biome-ignore lint/suspicious/noArrayIndexKey: a lesson does not change
						key={i}
						className={styles.note}
						data-shown={shown !== null || undefined}
						data-now={shown?.now || undefined}
					>
						{/* its room is kept: a note grows no line when it is no more of this step */}
						{!shown?.now && <b className={styles.ofStep}>{whenSaid(shown?.at ?? at)} </b>}
						<Text of={text} plain={!shown} />
					</p>
				);
			})}
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
