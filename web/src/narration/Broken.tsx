import { Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import { brokenText } from './faults';
import { lockOf } from './phrases';

/** What is broken in this state. */
export function Broken({ className }: { className: string | undefined }) {
	const core = useAppState((s) => s.core);
	const { moment, config } = useDocument();
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const text = brokenText(moment, moment.judgement, lock);
	if (!text) return null;
	return (
		<p className={className} data-testid="fault">
			<span aria-hidden="true">⚑ </span>
			<Prose>{text}</Prose>
		</p>
	);
}
