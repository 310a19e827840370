import { memo } from 'react';
import buttons from '../controls/buttons.module.css';
import { useApp, useAppState } from '../store/react';
import type { Recording } from '../store/state';
import { fitText, heldOf, shareText } from './held';
import { provenanceLine } from './provenance';
import styles from './trace.module.css';

/** Over the panes of a recorded run: that it is one, where it comes from, whether the model agrees. */
export function RecordingBar() {
	const recording = useAppState((s) => s.doc?.recording);
	const own = useAppState((s) =>
		s.doc && s.doc.parted < s.doc.session.length ? s.doc.parted : -1,
	);
	return recording ? <Bar recording={recording} own={own} /> : null;
}

interface BarProps {
	recording: Recording;
	/** the first step of the reader's own; -1: there is none */
	own: number;
}

const Bar = memo(function Bar({ recording: { trace }, own }: BarProps) {
	const app = useApp();
	const facts = useAppState((s) => s.core?.facts);
	const held = heldOf(trace, facts);
	return (
		<section
			className={styles.bar}
			data-region="recording"
			aria-label="Recorded run"
			data-testid="recording"
		>
			{own >= 0 ? (
				<>
					<b className={styles.own} data-testid="own-steps">
						your steps from {own} on
					</b>
					<button
						type="button"
						className={buttons.tool}
						data-testid="back-to-recording"
						onClick={() => app.futures.back()}
					>
						Back to the recording
					</button>
				</>
			) : (
				<b className={styles.badge} data-testid="recorded">
					recorded
				</b>
			)}
			{trace.differs ? (
				<button
					type="button"
					className={styles.differs}
					data-testid="to-disagreement"
					title="To where the recording leaves the model"
					onClick={() => app.recorded.toDisagreement()}
				>
					⚑ leaves the model at event {(trace.differs.event + 1).toLocaleString('en')}
				</button>
			) : (
				own < 0 && (
					<span className={styles.held} data-testid="held">
						{trace.damaged > 0 ? (
							<b>{fitText(held, trace.damaged)}</b>
						) : (
							<span className={styles.agrees}>✓ {fitText(held)}</span>
						)}{' '}
						· {shareText(held)}
					</span>
				)
			)}
			<span
				className={styles.line}
				data-testid="provenance-line"
				title={`As the file says: ${provenanceLine(trace)}`}
			>
				as the file says: {provenanceLine(trace)}
			</span>
			<button
				type="button"
				className={buttons.tool}
				data-testid="provenance"
				title="Where this run comes from, and what it covered"
				onClick={() => app.page.setPanel('recording')}
			>
				Provenance
			</button>
		</section>
	);
});
