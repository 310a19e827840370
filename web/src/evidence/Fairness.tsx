import type { Evidence } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { useAppState, useDocument } from '../store/react';
import { rowBudgetText, starvationText } from './fairness';
import { LedTo } from './LedTo';
import { StarvationSearch } from './StarvationSearch';
import { useStarvationRow } from './useStarvationRow';

const DOCUMENT = '#/docs/checking/starvation-who-may-be-passed-without-bound';

/** No rule speaks of it: what was found of this set-up, or that nothing was asked, and the search that asks. */
export function Fairness({ evidence }: { evidence: Evidence | null }) {
	const asked = useAppState((s) => s.starvation.kind === 'done');
	const { config, recording } = useDocument();
	const row = useStarvationRow(evidence);
	const core = useAppState((s) => s.core);
	const budget = core && row ? rowBudgetText(core, config, row) : '';
	return (
		<div data-testid="fairness">
			<p>
				<b>Fairness</b> is no rule here.{' '}
				{row && (
					<>
						{budget && `Searched with ${budget}: `}
						{starvationText(row)}{' '}
						{row.address && <LedTo address={row.address}>Open that schedule</LedTo>}{' '}
						<span className="muted">
							(<code>lockstep check {row.check} --starvation</code>)
						</span>{' '}
					</>
				)}
				{!row && (
					<Prose>
						{asked
							? 'Compare counts the bypasses of one waiter.'
							: 'Whether a thread may be passed over without bound was not asked of this very set-up. Compare counts the bypasses of one waiter.'}
					</Prose>
				)}{' '}
				<a href={DOCUMENT}>Who may be passed without bound</a>
			</p>
			{!recording && <StarvationSearch again={row !== undefined} />}
		</div>
	);
}
