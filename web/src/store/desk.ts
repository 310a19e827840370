/** What every group of commands works on: the state, the address that follows it, what moves by itself. */
import { Motor } from './motion';
import { type Document, initialState, type State } from './state';
import { createStore, type Store } from './store';

/** How the address bar should take a change: as the same place, or as a new one to come back from. */
export type Landing = 'replace' | 'push';

/** What the page's address is told, and asked. */
interface Address {
	/** told after each change that the address should follow */
	onLanding(landing: Landing): void;
	/** told before this moment is left for another place, so that its address is up to date */
	onLeaving(): void;
	/** The address of this moment, for others. */
	link(): string;
	/** Goes where an address of the page leads: all from its '#' on. */
	open(hash: string): void;
}

export class Desk {
	readonly store: Store<State> = createStore(initialState);
	readonly address: Address = {
		onLanding: () => {},
		onLeaving: () => {},
		link: () => '',
		open: () => {},
	};
	readonly motor = new Motor(() => this.store.set({ motion: 'still' }));

	get state(): State {
		return this.store.get();
	}

	get doc(): Document | null {
		return this.state.doc;
	}

	say(toast: string): void {
		this.store.set({ toast });
	}
}
