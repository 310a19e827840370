import { useDocument } from '../store/react';
import { faultSentence } from './faults';
import { faultTitle, isFault } from './verdicts';

/** What is broken in this state. */
export function Broken({ className }: { className: string | undefined }) {
	const { moment } = useDocument();
	const { verdict, what } = moment.judgement;
	if (!isFault(verdict)) return null;
	return (
		<p className={className} data-testid="fault">
			<span aria-hidden="true">⚑ </span>
			{faultTitle(verdict, what)}. {faultSentence(moment, verdict, what)}
		</p>
	);
}
