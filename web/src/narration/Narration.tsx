import { Badge } from '../drawings/Badge';
import { useAppState, useDocument } from '../store/react';
import { lockOf } from './phrases';
import { faultTitle, invariantMeaning, isFault } from './verdicts';

/** The sentence of the last step, in large type; under it the flag when the present state is wrong. */
export function Narration() {
	const core = useAppState((s) => s.core);
	const { moment, config } = useDocument();
	const scenario = core?.scenario(config.scenario);
	const { verdict, what } = moment.judgement;
	const wrong = isFault(verdict);
	const meaning = core ? invariantMeaning(lockOf(core.facts, config.lock), what) : '';
	return (
		<section className="narration" aria-label="What happened" data-fault={wrong || undefined}>
			<p className="narration-sentence" data-testid="narration">
				{moment.at === 0 ? (
					<span className="narration-lesson">
						{scenario?.lesson}
						{moment.next && (
							<span className="narration-end">
								{' '}
								<kbd>→</kbd> takes the {moment.next.from === 'story' ? 'story’s first' : 'first'}{' '}
								step.
							</span>
						)}
					</span>
				) : (
					<>
						{moment.before && <Badge tid={moment.before.tid} size={26} />} {moment.sentence}
						{moment.finished && !wrong && <span className="narration-end"> Everyone is done.</span>}
					</>
				)}
			</p>
			{wrong && (
				<p className="narration-fault" data-testid="fault">
					<span aria-hidden="true">⚑ </span>
					{faultTitle(verdict, what)}
					{meaning && <span className="narration-meaning"> — {meaning}</span>}
				</p>
			)}
		</section>
	);
}
