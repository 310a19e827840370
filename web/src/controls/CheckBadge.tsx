import { ranNone, ranShort } from '../edit/ran';
import { lockOf } from '../narration/phrases';
import { shortCount } from '../narration/searched';
import { isFault, verdictWords } from '../narration/verdicts';
import { useApp, useAppState, useDocument } from '../store/react';
import type { Check } from '../store/state';
import buttons from './buttons.module.css';
import styles from './check-badge.module.css';
import { silentIn } from './planted';
import { ranOf } from './ran-of';

function badgeOf(
	check: Check,
	expected: string,
	planted: (verdict: string) => boolean,
	/** "from step 5 on", of a search that did not begin at the start */
	where: string,
): { tone: string; text: string; more?: string } {
	if (check.kind === 'running') {
		const states = `${shortCount(check.progress?.states ?? 0)} states`;
		return {
			tone: 'open',
			text: `checking${where || (check.before.length ? ' on' : '')}, ${states}`,
		};
	}
	if (check.kind === 'done') {
		const { verdict, states } = check.progress;
		const { tone, short } = verdictWords(verdict);
		if (planted(verdict))
			return {
				tone: 'open',
				text: `${short}${where || ' here'}, ${shortCount(states)} states`,
				more: ': a fault is on',
			};
		const sign = tone === 'good' ? '✓ ' : tone === 'fault' ? '⚑ ' : '';
		return { tone, text: `${sign}${short}${where}, ${shortCount(states)} states` };
	}
	if (check.kind === 'failed') return { tone: 'open', text: 'the check failed' };
	return {
		tone: 'open',
		text: 'Check',
		more: expected ? `: finds ${verdictWords(expected).finds}` : '',
	};
}

/** The verdict of the search over every schedule; before it has run, the verdict it should reach, as a question. */
export function CheckBadge() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const check = useAppState((s) => s.check);
	const raced = useAppState(({ races }) => races.kind === 'done' && races.progress.found);
	const doc = useDocument();
	const { config } = doc;
	const scenario = core?.scenario(config.scenario);
	const own = core?.editedOf(config.lock);
	/* free play states none: it is searched with more and more from outside */
	const asShipped =
		scenario !== undefined &&
		!scenario.sandbox &&
		scenario.threads === config.threads &&
		scenario.rounds === config.rounds &&
		scenario.switches === config.switches &&
		scenario.budget.every((b, i) => b === config.budget[i]);
	const lock = core ? lockOf(core.facts, config.lock) : undefined;
	const { tone, text, more } = badgeOf(
		check,
		asShipped && !own ? scenario.verdict : '',
		(verdict) => !own && silentIn(lock, config, verdict).length > 0,
		'from' in check && check.from ? ` from step ${check.from.behind.length}` : '',
	);
	const ran = ranOf(core, doc, check);
	const isGood = tone === 'good' && !raced && !ranNone(ran);
	/* where it failed, that is what is said */
	const ofChange = tone === 'fault' ? '' : ranShort(ran);
	return (
		<span className={styles.check}>
			<button
				type="button"
				className={`${buttons.tool} ${styles.badge}`}
				data-tone={raced ? 'fault' : tone === 'good' && !isGood ? 'open' : tone}
				data-testid="check"
				title="Check: take every schedule there is and say whether one breaks a rule (x)"
				onClick={() => app.page.setPanel('check')}
			>
				{isGood ? text : text.replace(/^✓ /, '')}
				{raced && '; a data race'}
				{ofChange && `; ${ofChange}`}
				{more && <span className={styles.expected}>{more}</span>}
			</button>
			{check.kind === 'done' &&
				isFault(check.progress.verdict) &&
				check.progress.path.length > 0 && (
					<button
						type="button"
						className={buttons.tool}
						title="Play the shortest counterexample (c)"
						onClick={() => app.futures.playCounterexample()}
					>
						Play it
					</button>
				)}
		</span>
	);
}
