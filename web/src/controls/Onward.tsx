/** The check from the moment shown on: its start, and what its verdict says. */
import type { ExploreProgress } from '../../../wasm/src';
import { checking, stepsText } from '../evidence/command';
import { capitalized } from '../narration/phrases';
import { verdictLong } from '../narration/searched';
import { isFault } from '../narration/verdicts';
import { fromMoment } from '../store/behind';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Check, From } from '../store/state';
import buttons from './buttons.module.css';
import { Key } from './Key';

/** "From here (step 5): stuck" */
export const headed = (where: string, title: string): string =>
	where ? `${capitalized(where)}: ${title}` : title;

/** What a verdict says of the schedules behind some steps alone. */
export function fromLong({ behind }: From, { verdict, what, brokenAt }: ExploreProgress): string {
	if (brokenAt > 0)
		return `Step ${brokenAt} of those taken has broken a rule already, so nothing was searched.`;
	if (verdict !== 'OK') return verdictLong({ verdict, what });
	return `No schedule that can follow upon step ${behind.length} breaks a rule, and none gets stuck: wherever one has come to, all threads can still finish.`;
}

export function savedText({ verdict, saved, brokenAt }: ExploreProgress): string {
	if (!isFault(verdict) || brokenAt > 0) return '';
	if (saved === 'yes') return 'Some other schedule from there still ends well.';
	return saved === 'no' ? 'It is too late: no schedule from there ends well.' : '';
}

/** A search from a moment, for the command line: there the steps before it are written down. */
export function Repeat({ check: { from, budget } }: { check: Check & { kind: 'done' } }) {
	const core = useAppState((s) => s.core);
	const { config } = useDocument();
	if (!core || !from || core.editedOf(config.lock)) return null;
	const command = checking(core.facts, { ...config, budget: [...budget] });
	return (
		<p className="muted">
			<code>{`lockstep ${command} --after '${stepsText(from.behind)}'`}</code>
		</p>
	);
}

/** The lecturer's question: can it still go wrong from here? */
export function Onward({ bound }: { bound: number }) {
	const app = useApp();
	const from = fromMoment(useDocument());
	if (!from) return null;
	return (
		<button
			type="button"
			className={buttons.button}
			data-testid="check-onward"
			title="Every schedule that can follow upon the steps taken, with what is left of the budgets"
			onClick={() => void app.checker.startHere(bound)}
		>
			Search on from here (step {from.behind.length}) <Key name="F" />
		</button>
	);
}
