import type { Evidence } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import { passedForEver, rowOf } from './fairness';
import { useStarvationRow } from './useStarvationRow';

/** Before a room: that no rule is broken does not say that everybody's turn comes. Nothing where nobody has asked. */
export function FairBrief({ evidence }: { evidence: Evidence | null }) {
	const core = useAppState((s) => s.core);
	const search = useAppState((s) => s.starvation);
	const { config, recording } = useDocument();
	const found = useStarvationRow(evidence);
	if (!core || recording) return null;
	const own =
		search.kind === 'done' && search.found.complete && search.found.judged
			? rowOf(core, { ...config, budget: [...search.budget] }, search.found)
			: undefined;
	const row = own ?? found;
	if (!row) return null;
	return (
		<>
			<Prose>{passedForEver(row)}</Prose>{' '}
			{row.address && <a href={row.address}>Play that schedule</a>}
		</>
	);
}
