import { type Ran, ranNone, ranTexts } from '../edit/ran';
import { isFault } from '../narration/verdicts';
import type { Check } from '../store/state';

export const reachOf = ({ progress, from }: Check & { kind: 'done' }) => ({
	whole: progress.verdict === 'OK',
	behind: from !== null,
});

/** A search that found nothing says nothing of a line that it did not run; one that failed ended there. */
export function RanLines({ ran, check }: { ran: Ran; check: Check & { kind: 'done' } }) {
	const texts = isFault(check.progress.verdict)
		? ranNone(ran)
			? ['Up to there no changed line was run.']
			: []
		: ranTexts(ran, reachOf(check));
	if (texts.length === 0) return null;
	return <p data-testid="check-ran">{texts.join(' ')}</p>;
}
