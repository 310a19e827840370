import { useEffect, useRef } from 'react';
import buttons from '../controls/buttons.module.css';
import { walk } from '../controls/walk';
import { roleText, roleWord } from '../drawings/threads/roles';
import { comesNow, withArticle } from '../store/joining';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './beat-note.module.css';

/** Who it is that comes, where the threads of the lock do not all do the same. */
export function WhoComes() {
	const app = useApp();
	const asked = useAppState((s) => s.comesAt !== null && s.comesAt === s.doc?.moment);
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	const row = useRef<HTMLParagraphElement>(null);
	useEffect(() => {
		if (asked) row.current?.querySelector('button')?.focus({ preventScroll: true });
	}, [asked]);
	if (!asked || !core) return null;
	const { roles } = core.lock(config.lock);
	return (
		<p
			ref={row}
			className={styles.aside}
			data-testid="who-comes"
			data-comes
			role="toolbar"
			aria-label="Who comes now?"
			onKeyDown={walk}
		>
			Who comes now?{' '}
			{roles.map(({ letter }, role) => (
				<button
					key={letter}
					type="button"
					className={buttons.tool}
					data-testid={`comes-${letter}`}
					title={roleText(roles, letter)}
					onClick={() => comesNow(app, role)}
				>
					{withArticle(roleWord(roles, letter))}
				</button>
			))}
		</p>
	);
}
