import type { SourceMode } from '../props';
import styles from './source.module.css';

const MODES = [
	{ mode: 'dialect', title: 'Step dialect', note: 'the text as it is compiled' },
	{
		mode: 'kernel',
		title: 'C (paraphrase)',
		note: 'the same lines in plain C, for reading only: single accesses are marked (READ_ONCE, WRITE_ONCE) also where the source leaves them unmarked; faults that are off are left out',
	},
] as const;

interface HeadProps {
	file: string;
	/** what the C is, by where the text runs */
	side: string;
	mode: SourceMode;
	onMode(mode: SourceMode): void;
	onPosted?: (() => void) | undefined;
	onEdit?: (() => void) | undefined;
	/** the reader's text */
	isOwn: boolean;
}

interface LeadsProps {
	testid: string;
	title: string;
	children: string;
	onClick(): void;
}

function Leads({ testid, title, children, onClick }: LeadsProps) {
	return (
		<button
			type="button"
			className={styles.posted}
			data-testid={testid}
			title={title}
			onClick={onClick}
		>
			{children}
		</button>
	);
}

/** Which text this is, where it comes from, and in which words it stands. */
export function Head({ file, side, mode, onMode, onPosted, onEdit, isOwn }: HeadProps) {
	return (
		<header className={styles.head}>
			<div className={styles.where}>
				<span className={styles.file}>
					{file}
					{isOwn && <span data-testid="own-file"> (yours)</span>}
				</span>
				{onPosted && (
					<Leads
						testid="as-posted"
						title="Where these lines come from: the patch or the source file, and what is different here"
						onClick={onPosted}
					>
						Origin
					</Leads>
				)}
				{onEdit && (
					<Leads
						testid="edit-text"
						title="Change this text, run it, and search every schedule of it"
						onClick={onEdit}
					>
						Edit
					</Leads>
				)}
			</div>
			<fieldset className={styles.modes}>
				<legend className={styles.hidden}>Show the text as</legend>
				{MODES.map((m) => (
					<button
						key={m.mode}
						type="button"
						aria-pressed={mode === m.mode}
						title={m.note}
						onClick={() => onMode(m.mode)}
					>
						{m.mode === 'kernel' && side}
						{m.title}
					</button>
				))}
			</fieldset>
		</header>
	);
}
