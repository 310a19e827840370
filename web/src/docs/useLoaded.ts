import { useEffect, useState } from 'react';

/**
 * What is loaded for a view, again when `key` is another; null: it is on its way, or `load` is null and nothing was asked
 * for; `failed`: it does not come.
 */
export function useLoaded<T, F>(
	load: (() => Promise<T>) | null,
	failed: F,
	key?: string,
): T | F | null {
	const [loaded, setLoaded] = useState<T | F | null>(null);
	const wanted = load !== null;
	// biome-ignore lint/correctness/useExhaustiveDependencies: `load` is another at each drawing, `key` says what it loads
	useEffect(() => {
		if (!load) return;
		let stays = true;
		load()
			.then((it) => stays && setLoaded(it))
			.catch(() => stays && setLoaded(failed));
		return () => {
			stays = false;
		};
	}, [wanted, key]);
	return loaded;
}
