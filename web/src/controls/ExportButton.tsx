import { useApp } from '../store/react';
import buttons from './buttons.module.css';
import { ExportIcon } from './icons';

export function ExportButton() {
	const app = useApp();
	return (
		<button
			type="button"
			className={buttons.tool}
			data-testid="export"
			aria-label="Export"
			title="Export: text, table, picture, trace (d)"
			onClick={() => app.page.setPanel('export')}
		>
			<ExportIcon /> <span className={buttons.widerLabel}>Export</span>
		</button>
	);
}
