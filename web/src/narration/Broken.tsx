import { Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import { faultSentence } from './faults';
import { lockOf } from './phrases';
import { faultTitle, isFault } from './verdicts';

/** What is broken in this state. */
export function Broken({ className }: { className: string | undefined }) {
	const core = useAppState((s) => s.core);
	const { moment, config } = useDocument();
	const { verdict, what } = moment.judgement;
	if (!isFault(verdict)) return null;
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	return (
		<p className={className} data-testid="fault">
			<span aria-hidden="true">⚑ </span>
			<Prose>{`${faultTitle(verdict, what, lock)}. ${faultSentence(moment, verdict, what, lock)}`}</Prose>
		</p>
	);
}
