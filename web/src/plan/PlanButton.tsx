import buttons from '../controls/buttons.module.css';
import { TalkIcon } from '../controls/icons';
import { useApp, useAppState } from '../store/react';
import { usePlanned } from './usePlanned';

/** Opens the talk that is put together. */
export function PlanButton({ className }: { className?: string | undefined }) {
	const app = useApp();
	const { length } = usePlanned();
	const open = useAppState((s) => s.panel === 'plan');
	return (
		<button
			type="button"
			className={className ?? buttons.tool}
			data-testid="plan"
			aria-label={className ? 'My talk' : undefined}
			aria-expanded={open}
			title="My talk: what you show before a room, in an order of your own"
			onClick={() => app.page.setPanel('plan')}
		>
			<TalkIcon /> {!className && (length > 0 ? `My talk (${length})` : 'My talk')}
		</button>
	);
}
