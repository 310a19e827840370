import { Fragment, useEffect, useRef, useState } from 'react';
import buttons from '../controls/buttons.module.css';
import { copy } from '../controls/clipboard';
import fields from '../controls/fields.module.css';
import { Sheet } from '../controls/Sheet';
import { useApp, useAppState } from '../store/react';
import styles from './export.module.css';
import { FilePart } from './FilePart';
import { FramePart } from './FramePart';
import { ENDINGS, type Format, make, save } from './make';
import { fileName, orderOf } from './order';
import { PicturePart } from './PicturePart';

interface Work {
	done: number;
	of: number;
}

const COPIED: Record<Format, string> = {
	text: 'Text copied. Paste it into a mail.',
	markdown: 'Markdown copied.',
	latex: 'LaTeX copied.',
	trace: 'Trace copied.',
};

/** Makes files one at a time; what is being made ends with the panel. */
function useExports() {
	const app = useApp();
	const [work, setWork] = useState<Work | null>(null);
	const abort = useRef<AbortController | null>(null);
	useEffect(() => () => abort.current?.abort(), []);

	const run = async (format: Format, steps: number, then: (blob: Blob) => Promise<string>) => {
		const order = orderOf(app.state, steps, window.location.href.replace(/#.*/, ''));
		if (!order) return;
		const mine = new AbortController();
		abort.current?.abort();
		abort.current = mine;
		const of = order.actions.length;
		setWork({ done: 0, of });
		try {
			const blob = await make(format, order, mine.signal, (done) => setWork({ done, of }));
			if (blob) app.page.say(await then(blob));
		} finally {
			if (abort.current === mine) setWork(null);
		}
	};

	return {
		work,
		cancel: () => abort.current?.abort(),
		download: (format: Format, steps: number) => {
			const name = fileName(app.state, ENDINGS[format]);
			return run(format, steps, async (blob) => {
				save(blob, name);
				return `Saved as ${name}.`;
			});
		},
		copyText: (format: Format, steps: number) =>
			run(format, steps, async (blob) =>
				(await copy(await blob.text()))
					? COPIED[format]
					: 'The browser refused to copy; download the text instead.',
			),
	};
}

const TABLES = [
	{ format: 'markdown', name: 'Markdown' },
	{ format: 'latex', name: 'LaTeX' },
] as const;

function Working({ work, cancel }: { work: Work; cancel(): void }) {
	const n = (value: number) => value.toLocaleString('en');
	return (
		<div className={styles.working} data-testid="export-working">
			<progress aria-label="Steps written" value={work.done} max={work.of} />
			<p>
				{n(work.done)} of {n(work.of)} steps{' '}
				<button type="button" className={buttons.button} onClick={cancel}>
					Cancel
				</button>
			</p>
		</div>
	);
}

export function ExportPanel() {
	const all = useAppState((s) => s.doc?.moment.total ?? 0);
	const at = useAppState((s) => s.doc?.moment.at ?? 0);
	const recorded = useAppState((s) => s.doc?.recording != null);
	const [upToHere, setUpToHere] = useState(false);
	const { work, cancel, download, copyText } = useExports();
	const inside = at > 0 && at < all;
	const steps = inside && upToHere ? at : all;
	const idle = work === null && steps > 0;
	return (
		<Sheet title="Export" testid="export-panel">
			<p className="muted">
				{all === 0
					? 'There are no steps yet.'
					: `The schedule as a file: ${steps.toLocaleString('en')} ${steps === 1 ? 'step' : 'steps'}.`}
			</p>
			{inside && (
				<label className={fields.choice}>
					<input
						type="checkbox"
						checked={upToHere}
						data-testid="export-up-to-here"
						onChange={() => setUpToHere(!upToHere)}
					/>
					<span>only up to the moment shown, step {at.toLocaleString('en')}</span>
				</label>
			)}
			<h3>Plain text, for a mail</h3>
			<p className="muted">Numbered steps in 72 columns of ASCII, with the address to open it.</p>
			<p className={styles.actions}>
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="export-copy"
					disabled={!idle}
					onClick={() => void copyText('text', steps)}
				>
					Copy text
				</button>
				<button
					type="button"
					className={buttons.button}
					data-testid="export-text"
					disabled={!idle}
					onClick={() => void download('text', steps)}
				>
					Download .txt
				</button>
			</p>
			<h3>Table, for a page or a paper</h3>
			<p className="muted">A row for each step.</p>
			<p className={styles.actions}>
				{TABLES.map(({ format, name }) => (
					<Fragment key={format}>
						<button
							type="button"
							className={buttons.button}
							data-testid={`${format}-copy`}
							disabled={!idle}
							onClick={() => void copyText(format, steps)}
						>
							Copy {name}
						</button>
						<button
							type="button"
							className={buttons.button}
							data-testid={`${format}-download`}
							disabled={!idle}
							onClick={() => void download(format, steps)}
						>
							Download .{ENDINGS[format]}
						</button>
					</Fragment>
				))}
			</p>
			<PicturePart />
			<FramePart />
			<FilePart />
			<h3>Chrome trace events</h3>
			<p className="muted">
				For Perfetto (ui.perfetto.dev).{' '}
				{recorded ? 'With the recorded times.' : 'A step is drawn as 1 µs; only the order counts.'}
			</p>
			<p className={styles.actions}>
				<button
					type="button"
					className={buttons.button}
					data-testid="export-trace"
					disabled={!idle}
					onClick={() => void download('trace', steps)}
				>
					Download .json
				</button>
			</p>
			{work && <Working work={work} cancel={cancel} />}
		</Sheet>
	);
}
