import { useMemo } from 'react';
import type { Config, Core } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Key } from '../controls/Key';
import type { Evidence, StarvationRow } from '../docs/types';
import { Prose } from '../glossary/Prose';
import { useApp, useAppState, useDocument } from '../store/react';
import { hasAnswer, ofThreads, starvationBudgets } from '../store/starvation';
import { openTold } from '../store/told-by';
import { passedForEver, rowBudgetText, rowOf } from './fairness';
import { LedTo } from './LedTo';
import { storyOfPassing } from './passing';
import { useStarvationRow } from './useStarvationRow';

const PASSED = 'whether a waiter may be passed for ever';

/** Nobody has asked it: silence there would be read as “no”. */
function Unasked({ core, config }: { core: Core; config: Config }) {
	const app = useApp();
	const search = useAppState((s) => s.starvation);
	const edited = core.editedOf(config.lock);
	if (search.kind === 'running')
		return (
			<>
				It is searched {PASSED}
				{search.threads < config.threads && `, now of ${search.threads} threads`}:{' '}
				{(search.progress?.states ?? 0).toLocaleString('en')} states.{' '}
				<button
					type="button"
					className={buttons.button}
					onClick={() => app.checker.starvation.stop()}
				>
					Cancel
				</button>
			</>
		);
	if (search.kind === 'failed')
		return (
			<>
				The search did not answer {PASSED}: {search.message}
			</>
		);
	if (search.kind === 'done')
		return (
			<>
				The search did not answer {PASSED}, not of {search.threads} threads either: memory or its
				bound ended it.
			</>
		);
	const budget = starvationBudgets(core, config).at(-1) ?? [];
	const of = edited ? `your ${edited.text}.c` : 'this set-up';
	return (
		<span data-testid="fair-unasked">
			This does not say {PASSED}: of {of} nobody has asked that.{' '}
			<button
				type="button"
				className={buttons.button}
				data-testid="fair-ask"
				onClick={() => void app.checker.starvation.ask(budget)}
			>
				Ask it now <Key name="A" />
			</button>
		</span>
	);
}

/** A row is of its own budget: it says so where the search of the rules, which stands before it, had another number. */
function asSearched(core: Core, config: Config, row: StarvationRow, isOwn: boolean): string {
	const budget = isOwn ? '' : rowBudgetText(core, config, row);
	return budget ? `Another search, with ${budget}, asked whose turn comes. ` : '';
}

/** What was found of fewer is said of them: one schedule of theirs is one of all, as long as the others take no step; that there is none is not. */
const ofFewer = (few: number, { threads }: Config): string =>
	few > 0 ? `With ${threads} threads there are too many states to be searched. With ${few}: ` : '';

/** The story that shows one being passed, where it is not what is told here. */
function Example({ core, config }: { core: Core; config: Config }) {
	const app = useApp();
	const story = useMemo(() => storyOfPassing(core, config), [core, config]);
	if (!story) return null;
	return (
		<>
			{' · '}
			<a
				href={`#/${story.name}`}
				data-testid="fair-story"
				onClick={(event) => {
					event.preventDefault();
					openTold(app, story);
				}}
			>
				A story of this lock shows one that is passed
			</a>
		</>
	);
}

/** Before a room: that no rule is broken does not say that everybody's turn comes. */
export function FairBrief({ evidence }: { evidence: Evidence | null }) {
	const core = useAppState((s) => s.core);
	const search = useAppState((s) => s.starvation);
	const { config, recording } = useDocument();
	const found = useStarvationRow(evidence);
	if (!core || recording) return null;
	const own =
		search.kind === 'done' && hasAnswer(search.found)
			? rowOf(
					core,
					{ ...ofThreads(config, search.threads), budget: [...search.budget] },
					search.found,
				)
			: undefined;
	const few = own && search.kind === 'done' && search.threads < config.threads ? search.threads : 0;
	const row = own ?? found;
	/* of the page’s text the table may have it, once it has come */
	if (!row && !evidence && !core.editedOf(config.lock)) return null;
	if (!row) return <Unasked core={core} config={config} />;
	return (
		<>
			<Prose>{`${asSearched(core, config, row, own !== undefined)}${ofFewer(few, config)}${passedForEver(row)}`}</Prose>{' '}
			{row.address && (
				<LedTo address={row.address} testId="fair-play">
					Play that schedule <Key name="c" />
				</LedTo>
			)}
			{row.who !== 'nobody' && <Example core={core} config={config} />}
		</>
	);
}
