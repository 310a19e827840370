import { useSyncExternalStore } from 'react';

/** A window as low as a laptop's or a projector's, with two columns. */
const LOW = '(max-height: 48rem) and (min-width: 48.01rem)';

const query = () => (typeof matchMedia === 'undefined' ? null : matchMedia(LOW));

function follow(onChange: () => void): () => void {
	const media = query();
	media?.addEventListener('change', onChange);
	return () => media?.removeEventListener('change', onChange);
}

/** What can be said in less room is: the code needs it. */
export const useLow = (): boolean => useSyncExternalStore(follow, () => query()?.matches ?? false);
