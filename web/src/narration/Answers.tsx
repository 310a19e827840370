import { useMemo } from 'react';
import type { Beat } from '../../../wasm/src';
import { Choice } from '../asking/Choice';
import buttons from '../controls/buttons.module.css';
import { Prose, WordsIn } from '../glossary/Prose';
import { shownBy } from '../store/answers';
import { isOpen } from '../store/beats';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './answers.module.css';

/** What may be chosen; once it is answered, what was right and what was chosen. */
export function Options({ beat, labelledBy }: { beat: Beat; labelledBy: string }) {
	const app = useApp();
	const doc = useDocument();
	/* a room has no pointer, and sees which digit chooses what */
	const staged = useAppState((s) => s.view.presenter);
	const open = isOpen(beat, doc);
	const chosen = doc.chosen[beat.at];
	return (
		// biome-ignore lint/a11y/useSemanticElements: a fieldset has its legend inside, and this has the question
		<span
			className={styles.options}
			role="group"
			aria-labelledby={labelledBy}
			data-testid="options"
		>
			{beat.answer?.options.map((option, i) => {
				const right = i === beat.answer?.right;
				return (
					<Choice
						key={option}
						small
						open={!open && (right || i === chosen)}
						right={right}
						chosen={!open && i === chosen}
						told={!staged && chosen === undefined}
						digit={open ? i + 1 : undefined}
						onTake={() => app.questions.answer(i)}
					>
						{option}
						{!open && right && (
							<span className="visually-hidden">
								{chosen === undefined ? ' (the answer)' : ' (right)'}
							</span>
						)}
					</Choice>
				);
			})}
			{!staged && <WordsIn texts={beat.answer?.options ?? []} />}
		</span>
	);
}

/** The step that shows it. Who only listens has it before them when the story comes there. */
export function ShownBy({ beat }: { beat: Beat }) {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const staged = useAppState(({ view }) => view.presenter || view.embed);
	const doc = useDocument();
	const { session, config } = doc;
	// biome-ignore lint/correctness/useExhaustiveDependencies: of the document only these count
	const shown = useMemo(
		() => (core && !staged ? shownBy(core, doc, beat) : null),
		[core, staged, session, config, beat],
	);
	if (!shown) return null;
	const { where, sentence, at } = shown;
	return (
		<p className={styles.shown} data-testid="shown-by">
			{where}: <Prose>{sentence}</Prose>
			{at !== undefined && (
				<>
					{' '}
					<button type="button" className={buttons.tool} onClick={() => app.cursor.seek(at)}>
						Go there
					</button>
				</>
			)}
		</p>
	);
}
