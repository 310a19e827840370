import { useMemo } from 'react';
import { Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';
import { ownEndText } from './own-end';

/** No author speaks of the reader's own steps: their end says what was different, and what it shows. */
export function OwnEnd() {
	const core = useAppState((s) => s.core);
	const still = useAppState((s) => s.motion === 'still');
	const presents = useAppState((s) => s.view.presenter);
	const doc = useDocument();
	const text = useMemo(
		() => (core && still ? ownEndText(core, doc, presents) : ''),
		[core, still, doc, presents],
	);
	if (!text) return null;
	return (
		<p className={styles.aside} data-testid="own-end" role="status">
			<Prose>{text}</Prose>
		</p>
	);
}
