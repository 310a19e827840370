/** How React components read the store and reach its commands. */
import { createContext, useContext, useSyncExternalStore } from 'react';
import type { App } from './app';
import type { Document, State } from './state';

export const AppContext = createContext<App | null>(null);

export function useApp(): App {
	const app = useContext(AppContext);
	if (!app) throw new Error('AppContext is missing');
	return app;
}

/** `select` must return something that stays the same object while it stays the same. */
export function useAppState<T>(select: (state: State) => T): T {
	const { store } = useApp();
	return useSyncExternalStore(store.subscribe, () => select(store.get()));
}

/** The open document, in components that are only mounted while there is one. */
export function useDocument(): Document {
	const doc = useAppState((s) => s.doc);
	if (!doc) throw new Error('no document is open');
	return doc;
}
