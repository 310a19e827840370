import type { Evidence, StarvationRow } from '../docs/types';
import { lockOf } from '../narration/phrases';
import { useAppState, useDocument } from '../store/react';
import { starvationOf } from './fairness';

/** What was found of the set-up that is shown; of an edited text nothing was: it is the page's that was searched. */
export function useStarvationRow(evidence: Evidence | null): StarvationRow | undefined {
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	if (!core || core.editedOf(config.lock)) return undefined;
	return starvationOf(evidence, config, lockOf(core.facts, config.lock));
}
