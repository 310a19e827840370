import { useSyncExternalStore } from 'react';

/** As in the style sheet of the stepper: a window so narrow or so low that all of the page is scrolled. */
const PHONE = '(max-width: 48rem), (max-height: 30rem)';

const query = () => (typeof matchMedia === 'undefined' ? null : matchMedia(PHONE));

function follow(onChange: () => void): () => void {
	const media = query();
	media?.addEventListener('change', onChange);
	return () => media?.removeEventListener('change', onChange);
}

/** Height is to be had there, and width is not. */
export const usePhone = (): boolean =>
	useSyncExternalStore(follow, () => query()?.matches ?? false);
