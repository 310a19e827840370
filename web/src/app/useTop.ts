import { useLayoutEffect } from 'react';

/** Opened from a page that was scrolled, a view is seen from its top. */
export function useTop(): void {
	useLayoutEffect(() => {
		/* what a browser answers here is no way to undo it */
		window.scrollTo(0, 0);
	}, []);
}
