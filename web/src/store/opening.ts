/** Something is on its way, e.g. a recorded run, until its signal says that the reader no longer wants it. */
import type { State } from './state';
import type { Store } from './store';

export class Opening {
	private wanted: AbortController | null = null;

	constructor(private readonly store: Store<State>) {}

	start(title: string): AbortSignal {
		this.stop();
		this.wanted = new AbortController();
		this.store.set({ opening: { title, share: 0 } });
		return this.wanted.signal;
	}

	stop(): void {
		this.wanted?.abort();
		this.wanted = null;
		if (this.store.get().opening) this.store.set({ opening: null });
	}
}
