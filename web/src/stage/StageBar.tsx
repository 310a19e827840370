import type { ReactNode } from 'react';
import { Toast } from '../app/Notices';
import buttons from '../controls/buttons.module.css';
import { PresentIcon } from '../controls/icons';
import { Transport } from '../controls/Transport';
import { lockOf } from '../narration/phrases';
import { roomTitle } from '../narration/room-title';
import { useApp, useAppState, useDocument } from '../store/react';
import { loadTalk } from '../talk/load';
import { NotesIcon, QrIcon } from './icons';
import styles from './stage-bar.module.css';
import { leavesOut } from './touched';

/** What was changed in the text that is stepped. */
function useChanges(): string[] {
	const facts = useAppState((s) => s.core?.facts);
	const { config, recording, level } = useDocument();
	if (!facts || recording || level) return [];
	return (lockOf(facts, config.lock)?.switches ?? [])
		.filter((_, bit) => config.switches & (1 << bit))
		.map((s) => `${s.kind}: ${s.name.replace(/^mend_/, '')}`);
}

interface ToolProps {
	name: string;
	title: string;
	testId: string;
	pressed?: boolean;
	onClick(): void;
	children: ReactNode;
}

function Tool({ name, title, testId, pressed, onClick, children }: ToolProps) {
	return (
		<button
			type="button"
			className={buttons.round}
			aria-label={name}
			aria-pressed={pressed}
			title={title}
			data-testid={testId}
			onClick={onClick}
		>
			{children}
		</button>
	);
}

/** One line, of the same size whatever the text's: the place in time, what is shown, the ways out. */
export function StageBar({ signs }: { signs: ReactNode }) {
	const app = useApp();
	const title = useAppState(roomTitle);
	const preset = useAppState((s) => s.view.stage);
	const apart = useAppState((s) => s.apart);
	const changes = useChanges();
	const hasMore = useAppState(
		({ core, doc }) => core !== null && doc !== null && leavesOut(core, doc),
	);
	const allWords = useAppState((s) => s.allWords);
	return (
		<section className={styles.bar} data-region="stage-bar" aria-label="The story">
			<Transport />
			{signs}
			<h1 className={styles.title} data-testid="stage-title">
				{title}
				{changes.map((change) => (
					<span key={change} className={styles.change}>
						{change}
					</span>
				))}
			</h1>
			<Toast place="stage" />
			<div className={styles.tools}>
				<Tool
					name="Show the code"
					title="The picture, or the code (P)"
					testId="stage-preset"
					pressed={preset === 'code'}
					onClick={() => app.page.nextStage()}
				>
					<code aria-hidden="true">{'{ }'}</code>
				</Tool>
				{hasMore && (
					<Tool
						name="All words of the lock"
						title="The words of the lock that this story never touches, too"
						testId="all-words"
						pressed={allWords}
						onClick={() => app.store.set({ allWords: !allWords })}
					>
						<span aria-hidden="true">…</span>
					</Tool>
				)}
				<Tool
					name="Speaker’s notes in a window of their own"
					title={
						apart ? 'The notes back into this window (S)' : 'Notes in a window of their own (S)'
					}
					testId="open-notes"
					pressed={apart}
					onClick={() => void loadTalk().then((talk) => talk.toggleNotes(app))}
				>
					<NotesIcon />
				</Tool>
				<Tool
					name="QR code"
					title="A QR code of this moment (q)"
					testId="open-qr"
					onClick={() => app.page.setPanel('qr')}
				>
					<QrIcon />
				</Tool>
				<Tool
					name="Presenter view"
					title="Leave presenter view (p)"
					testId="presenter"
					pressed
					onClick={() => app.page.setView({ presenter: false })}
				>
					<PresentIcon />
				</Tool>
				<Tool
					name="Help: keys"
					title="Keys (?)"
					testId="help-button"
					onClick={() => app.page.setPanel('help')}
				>
					?
				</Tool>
			</div>
		</section>
	);
}
