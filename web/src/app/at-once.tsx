import { type ComponentType, useSyncExternalStore } from 'react';

/** What has come of a view: nothing yet, the view, or why it does not come. */
type Come<P> = { View: ComponentType<P> } | { error: unknown } | null;

/**
 * A view whose script comes by itself, as with lazy(). That one draws in slices, between which others have their turn;
 * this one draws at once, for the reader has nothing else to look at. On a slow machine that is a tenth of the wait.
 * `Awaited` keeps its place.
 */
export function atOnce<P extends object>(
	load: () => Promise<ComponentType<P>>,
	Awaited?: ComponentType<P>,
): ComponentType<P> {
	let come: Come<P> = null;
	let isAsked = false;
	const waiting = new Set<() => void>();
	const set = (news: Come<P>) => {
		come = news;
		for (const tell of waiting) tell();
	};
	const listen = (tell: () => void) => {
		waiting.add(tell);
		if (!isAsked)
			load().then(
				(View) => set({ View }),
				(error: unknown) => set({ error }),
			);
		isAsked = true;
		return () => waiting.delete(tell);
	};
	return function AtOnce(props: P) {
		const now = useSyncExternalStore(listen, () => come);
		if (!now) return Awaited ? <Awaited {...props} /> : null;
		if ('error' in now) throw now.error;
		return <now.View {...props} />;
	};
}
