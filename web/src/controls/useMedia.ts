import { useSyncExternalStore } from 'react';

/** As in the style sheet of the stepper: a window so narrow or so low that all of the page is scrolled. */
export const PHONE = '(max-width: 48rem), (max-height: 30rem)';
/** A window as low as a laptop's or a projector's, with two columns. */
const LOW = '(max-height: 48rem) and (min-width: 48.01rem)';

/** A hook: is the window such a one now? */
function mediaHook(query: string): () => boolean {
	const media = () => (typeof matchMedia === 'undefined' ? null : matchMedia(query));
	const follow = (onChange: () => void) => {
		const now = media();
		now?.addEventListener('change', onChange);
		return () => now?.removeEventListener('change', onChange);
	};
	return () => useSyncExternalStore(follow, () => media()?.matches ?? false);
}

/** Height is to be had there, and width is not. */
export const usePhone = mediaHook(PHONE);

/** What can be said in less room is: the code needs it. */
export const useLow = mediaHook(LOW);
