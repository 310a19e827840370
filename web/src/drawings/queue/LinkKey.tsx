import type { McsSpec } from './order';
import type { EdgePicture } from './picture';
import styles from './queue.module.css';

interface LinkKeyProps {
	edges: readonly Pick<EdgePicture, 'written' | 'tid'>[];
	spec: McsSpec;
}

/** What a dashed arrow says: the order is known, and the word that would tell it is not written. */
export function LinkKey({ edges, spec }: LinkKeyProps) {
	const missing = edges.filter(({ written }) => !written);
	if (missing.length === 0) return null;
	return (
		<p className={styles.key} data-testid="link-key">
			The dashed arrow is a link that is still missing:{' '}
			{missing.map(({ tid }) => `T${tid}`).join(', ')} stands there, and no <code>{spec.next}</code>{' '}
			says so yet.
		</p>
	);
}
