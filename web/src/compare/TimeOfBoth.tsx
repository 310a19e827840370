import { overlayOf } from '../cache';
import buttons from '../controls/buttons.module.css';
import { BackIcon, EndIcon, ForwardIcon, PauseIcon, PlayIcon, StartIcon } from '../controls/icons';
import { Key } from '../controls/Key';
import transport from '../controls/transport.module.css';
import { SignKey } from '../drawings/lanes/SignKey';
import { useApp, useAppState } from '../store/react';
import type { Document } from '../store/state';
import styles from './compare.module.css';
import type { Pair } from './pair';

interface ButtonProps {
	label: string;
	testid: string;
	disabled?: boolean;
	icon: React.ReactNode;
	onClick(): void;
}

function Round({ label, testid, disabled = false, icon, onClick }: ButtonProps) {
	return (
		<button
			type="button"
			className={buttons.round}
			aria-label={label}
			title={label}
			data-testid={testid}
			disabled={disabled}
			onClick={onClick}
		>
			{icon}
		</button>
	);
}

function endText(isCompared: boolean, isOpen: boolean): string {
	if (!isCompared) return ', the end';
	return isOpen ? ', as far as both have come' : ', where the comparison ends';
}

/** What both sides have drawn, for the line that explains it. */
function Signs({ pair }: { pair: Pair }) {
	const [one, two] = pair.sides.map(({ app }) => app.state.doc).map(lanesOf);
	return one && two ? <SignKey lanes={one} other={two} /> : null;
}

function lanesOf(doc: Document | null) {
	if (!doc) return null;
	const { session, moment } = doc;
	const threads = moment.machine.threads.length;
	return { session, at: moment.at, threads, overlay: overlayOf(session) };
}

/** Forward, back and the milestones of both sides; each side has its own beside its name. */
export function TimeOfBoth({ pair }: { pair: Pair }) {
	const app = useApp();
	const playing = useAppState((s) => s.motion === 'playing');
	const presenter = useAppState((s) => s.view.presenter);
	const { common, reached, fails } = pair;
	const isOpen = pair.isUnfinished(0) || pair.isUnfinished(1);
	const started = pair.at(0) + pair.at(1) > 0;
	const more = pair.canAdvance();
	const goesOn = reached >= common ? 'Go on' : 'Next atomic access';
	return (
		<section className={transport.transport} data-region="transport" aria-label="Time">
			<div className={transport.buttons} data-testid="transport-buttons">
				<Round
					label="Both sides to the start"
					testid="start"
					icon={<StartIcon />}
					onClick={() => app.cursor.home()}
				/>
				<Round
					label="A step back on both sides"
					testid="back"
					disabled={!started}
					icon={<BackIcon />}
					onClick={() => app.cursor.back()}
				/>
				<Round
					label="A step on both sides"
					testid="forward"
					disabled={!more}
					icon={<ForwardIcon />}
					onClick={() => app.steps.forward()}
				/>
				<Round
					label={
						fails
							? 'Both sides to their ends'
							: 'Both sides to the last acquisition that both reach'
					}
					testid="end"
					icon={<EndIcon />}
					onClick={() => app.jumps.end()}
				/>
				<Round
					label={playing ? 'Pause' : 'Play'}
					testid="play"
					icon={playing ? <PauseIcon /> : <PlayIcon />}
					onClick={() => app.play.toggle()}
				/>
			</div>
			<span className={styles.milestones}>
				<button
					type="button"
					className={buttons.tool}
					data-testid="milestone-back"
					disabled={!started}
					onClick={() => pair.milestone(-1)}
				>
					<Key name="Page Up" /> acquisition before
				</button>
				<button
					type="button"
					className={`${buttons.button} ${buttons.primary}`}
					data-testid="milestone"
					disabled={!more}
					onClick={() => pair.milestone(1)}
				>
					{more && !pair.isAcquisitionNext ? goesOn : 'Next acquisition'} <Key name="Page Down" />
				</button>
			</span>
			<output className={transport.position} data-testid="position">
				step {pair.at(0)} of {pair.length(0)} and {pair.at(1)} of {pair.length(1)} · acquisition{' '}
				{reached} of {common}
				{!more && endText(common > 0 && !fails, isOpen)}
			</output>
			{presenter && <Signs pair={pair} />}
		</section>
	);
}
