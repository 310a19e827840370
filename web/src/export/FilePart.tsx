import { useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { useApp, useAppState } from '../store/react';
import styles from './export.module.css';
import { save } from './make';
import { fileName } from './order';
import { singleFile } from './single-file';

/** The moment with its lock in it, for where there is no network. A recorded run is more than such a file holds. */
export function FilePart() {
	const app = useApp();
	const recorded = useAppState((s) => s.doc?.recording != null);
	const [busy, setBusy] = useState(false);
	if (recorded) return null;
	const download = async () => {
		setBusy(true);
		const name = fileName(app.state, 'html');
		const file = await singleFile(app.state, app.address.link()).catch(() => undefined);
		if (file) save(file, name);
		app.page.say(file ? `Saved as ${name}.` : 'The site did not give what the file is made of.');
		setBusy(false);
	};
	return (
		<>
			<h3>A page that needs no network</h3>
			<p className="muted">
				One HTML file that opens from a disk at this moment and is stepped there. It asks nobody for
				anything.
			</p>
			<p className={styles.actions}>
				<button
					type="button"
					className={buttons.button}
					data-testid="export-file"
					disabled={busy}
					onClick={() => void download()}
				>
					Download .html
				</button>
			</p>
		</>
	);
}
