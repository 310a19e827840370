import type { Option } from '../../../wasm/src';
import buttons from '../controls/buttons.module.css';
import { Badge } from '../drawings/Badge';
import { decidingStep } from '../store/beats';
import { isMereLook, otherSteps } from '../store/choices';
import { useApp, useAppState, useDocument } from '../store/react';
import styles from './narration.module.css';

/** What was taken here, and what else can be taken. */
export function WhatIf() {
	const app = useApp();
	const core = useAppState((s) => s.core);
	const doc = useDocument();
	const { moment, whatIfAt } = doc;
	const { at, next, options } = moment;
	if (!core || whatIfAt !== at || !next) return null;
	const taken = options.find((o) => o.action === next.action);
	const others = otherSteps(options, next.action);
	const nameOf = (o: Option) => (o.env ? `${o.env} T${o.tid}` : `T${o.tid} moves`);
	if (!taken) return null;
	return (
		<p className={styles.end} data-testid="what-if-here" role="status">
			<span>
				{decidingStep(core, doc) === at + 1 && 'The decisive step comes now. '}
				Taken: <Badge tid={taken.tid} size={20} /> {nameOf(taken)}.{' '}
				{others.length > 0 ? 'What if instead:' : 'Nothing else is possible here.'}
			</span>
			{others.map((o) => (
				<button
					key={o.action}
					type="button"
					className={buttons.tool}
					title={o.about || o.why}
					onClick={() => app.steps.step(o.action)}
				>
					<Badge tid={o.tid} size={20} />{' '}
					{isMereLook(o) ? `T${o.tid} looks again; nothing changes` : nameOf(o)}
				</button>
			))}
		</p>
	);
}
