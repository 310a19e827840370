import buttons from '../controls/buttons.module.css';
import { useApp, useAppState } from '../store/react';
import styles from './toggle.module.css';

/** At a story of the gallery, while a talk is put together. */
export function PlanToggle({ name, title }: { name: string; title: string }) {
	const app = useApp();
	const open = useAppState((s) => s.panel === 'plan');
	const place = useAppState((s) => s.planned.indexOf(name));
	if (!open) return null;
	const has = place >= 0;
	return (
		<button
			type="button"
			className={`${buttons.button} ${styles.toggle}`}
			data-testid={`plan-${name}`}
			data-in={has || undefined}
			onClick={() => app.planned.toggle(name)}
		>
			{has ? `✓ Number ${place + 1} of my talk` : '+ Add to my talk'}
			<span className="visually-hidden">: {title}</span>
		</button>
	);
}
