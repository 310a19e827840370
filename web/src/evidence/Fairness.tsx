import type { Evidence } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { lockOf } from '../narration/phrases';
import { useAppState, useDocument } from '../store/react';
import { starvationOf, starvationText } from './fairness';
import { StarvationSearch } from './StarvationSearch';

const DOCUMENT = '#/docs/checking/starvation-who-may-be-passed-without-bound';

/** No rule speaks of it: what was found of this set-up, or that nothing was asked, and the search that asks. */
export function Fairness({ evidence }: { evidence: Evidence | null }) {
	const core = useAppState((s) => s.core);
	const asked = useAppState((s) => s.starvation.kind === 'done');
	const { config, recording } = useDocument();
	/* what was found is of the page’s text */
	const lock = core && !core.editedOf(config.lock) ? lockOf(core.facts, config.lock) : undefined;
	const row = lock && starvationOf(evidence, config, lock);
	return (
		<div data-testid="fairness">
			<p>
				<b>Fairness</b> is no rule here.{' '}
				{row && (
					<>
						{starvationText(row)} {row.address && <a href={row.address}>Open that schedule</a>}{' '}
						<span className="muted">
							(<code>lockstep check {row.check} --starvation</code>)
						</span>{' '}
					</>
				)}
				{!row && (
					<Prose>
						{asked
							? 'Compare counts how often the longest waiter was passed.'
							: 'Whether a thread may be passed over without bound was not asked of this very set-up. Compare counts how often the longest waiter was passed.'}
					</Prose>
				)}{' '}
				<a href={DOCUMENT}>Who may be passed without bound</a>
			</p>
			{!recording && <StarvationSearch again={row !== undefined} />}
		</div>
	);
}
