import { useApp, useAppState } from '../store/react';
import buttons from './buttons.module.css';
import { PresentIcon, ThemeIcon } from './icons';
import styles from './page-tools.module.css';

/** Controls that every view has: theme, text size, presenter, help. */
export function PageTools() {
	const app = useApp();
	const { theme, presenter } = useAppState((s) => s.view);
	return (
		<div className={styles.tools}>
			<button
				type="button"
				className={`${buttons.round} ${styles.plain}`}
				data-testid="theme"
				aria-label={`Theme: ${theme}`}
				title={`Theme: ${theme} (t)`}
				onClick={() => app.page.nextTheme()}
			>
				<ThemeIcon />
			</button>
			<button
				type="button"
				className={`${buttons.round} ${styles.wideOnly} ${styles.plain}`}
				aria-label="Smaller text"
				title="Smaller text (−)"
				onClick={() => app.page.changeTextSize(-1)}
			>
				A−
			</button>
			<button
				type="button"
				className={`${buttons.round} ${styles.wideOnly} ${styles.plain}`}
				aria-label="Larger text"
				title="Larger text (+)"
				data-testid="larger"
				onClick={() => app.page.changeTextSize(1)}
			>
				A+
			</button>
			<button
				type="button"
				className={`${buttons.round} ${styles.wideOnly}`}
				aria-label="Presenter view"
				title="Presenter view (p)"
				aria-pressed={presenter}
				data-testid="presenter"
				onClick={() => app.page.setView({ presenter: !presenter })}
			>
				<PresentIcon />
			</button>
			<button
				type="button"
				className={buttons.round}
				aria-label="Help: keys"
				title="Keys (?)"
				data-testid="help-button"
				onClick={() => app.page.setPanel('help')}
			>
				?
			</button>
		</div>
	);
}
