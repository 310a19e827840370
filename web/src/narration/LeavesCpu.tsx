import { useMemo } from 'react';
import buttons from '../controls/buttons.module.css';
import { withSourceNames } from '../drawings/source-names';
import { isPlayed, leavingCpu, leavingText, playLeaving } from '../store/leaving-cpu';
import { useApp, useAppState, useDocument } from '../store/react';

export { playLeaving };

/** Where a thread that keeps its CPU for now leaves it, and the steps up to there. */
export function LeavesCpu() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const found = useMemo(() => (core ? leavingCpu(core, doc) : null), [core, doc]);
	if (!found) return null;
	return (
		<span data-testid="leaves-cpu">
			{' '}
			{withSourceNames(leavingText(found))}{' '}
			{isPlayed(found) && !doc.level && !doc.recording && (
				<button
					type="button"
					className={buttons.tool}
					data-testid="play-leaving"
					onClick={() => playLeaving(app)}
				>
					Play up to there <kbd>W</kbd>
				</button>
			)}
		</span>
	);
}
