import { useAppState } from '../store/react';

/** What the page says in passing, for a screen reader. */
export function LiveRegion() {
	const toast = useAppState((s) => s.toast);
	return (
		<div className="visually-hidden" role="status" aria-live="polite">
			{toast}
		</div>
	);
}
