/** The smallest store that does: one value, replaced whole, and those who want to know. */
export interface Store<T> {
	get(): T;
	set(change: Partial<T>): void;
	subscribe(listener: () => void): () => void;
}

export function createStore<T extends object>(initial: T): Store<T> {
	let value = initial;
	const listeners = new Set<() => void>();
	return {
		get: () => value,
		set(change) {
			value = { ...value, ...change };
			for (const listener of [...listeners]) listener();
		},
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
	};
}
