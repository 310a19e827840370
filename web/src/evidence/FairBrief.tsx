import type { Evidence } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import { useAppState, useDocument } from '../store/react';
import { passedForEver, rowOf, starvationOf } from './fairness';

/** Before a room: that no rule is broken does not say that everybody's turn comes. Nothing where nobody has asked. */
export function FairBrief({ evidence }: { evidence: Evidence | null }) {
	const core = useAppState((s) => s.core);
	const search = useAppState((s) => s.starvation);
	const { config, recording } = useDocument();
	if (!core || recording) return null;
	const lock = core.editedOf(config.lock) ? undefined : lockOf(core.facts, config.lock);
	const own =
		search.kind === 'done' && search.found.complete && search.found.judged
			? rowOf(core, { ...config, budget: [...search.budget] }, search.found)
			: undefined;
	const row = own ?? (lock && starvationOf(evidence, config, lock));
	if (!row) return null;
	return (
		<>
			<Prose>{passedForEver(row)}</Prose>{' '}
			{row.address && <a href={row.address}>Play that schedule</a>}
		</>
	);
}
