import { useEffect } from 'react';
import { useApp, useAppState } from '../store/react';

/** The talk that is put together, also where another tab adds to it. */
export function usePlanned(): readonly string[] {
	const app = useApp();
	const core = useAppState((s) => s.core);
	useEffect(() => {
		if (!core) return;
		const read = () => void app.planned.read();
		read();
		window.addEventListener('storage', read);
		return () => window.removeEventListener('storage', read);
	}, [app, core]);
	return useAppState((s) => s.planned);
}
