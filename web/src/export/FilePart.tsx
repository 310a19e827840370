import { useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { listed } from '../narration/phrases';
import { useApp, useAppState } from '../store/react';
import type { Stop } from '../store/state';
import styles from './export.module.css';
import { leftOut } from './left-out';
import { save } from './make';
import { fileName } from './order';
import { singleFile, storiesIn } from './single-file';

const NO_STOPS: readonly Stop[] = [];
const NUMBERS = ['', '', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** The moment with its lock in it, for where there is no network. A recorded run is more than such a file holds. */
export function FilePart() {
	const app = useApp();
	const recorded = useAppState((s) => s.doc?.recording != null);
	/* such a file holds the page’s text alone */
	const own = useAppState(({ core, doc }) => Boolean(doc && core?.editedOf(doc.config.lock)));
	const count = useAppState((s) => storiesIn(s).length);
	const stops = useAppState((s) => s.course?.stops ?? NO_STOPS);
	const out = leftOut(stops);
	const [busy, setBusy] = useState(false);
	if (recorded || own) return null;
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
				anything. It has the picture, the sentence, the author’s notes with their questions, and who
				moves next, as large as its window has room for. Page Down goes from beat to beat, and b
				makes it black. It has not the lanes, the code and presenter view.
			</p>
			{out.length > 0 && (
				<p data-testid="export-file-lacks">
					<b>
						{out.length} of the {stops.length} items of this talk are left out: {listed(out)}.
					</b>{' '}
					It has the stories that are told from their start, and nothing else of a talk.
				</p>
			)}
			{count > 1 && (
				<p className="muted" data-testid="export-file-holds">
					{out.length > 0 ? 'The' : 'All'} {NUMBERS[count] ?? count} stories of this talk
					{out.length > 0 && ' that are told from their start'} are in it: from the end of each,
					Page Down opens the next.
				</p>
			)}
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
