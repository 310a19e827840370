/** The modules of the locks, each brought when a place needs it, and the reader taken there then. */
import type { Core } from '../../../wasm/src';
import { reasonOf } from '../../../wasm/src/reason';
import type { Checker } from './checker';
import type { Desk } from './desk';
import { panelAt, type Route } from './state';

/** The locks whose modules a route cannot do without. */
export function locksOf(core: Core, route: Route): number[] {
	if (route.kind === 'compare')
		return [route.left, route.right].map((fragment) => core.lockOf(fragment));
	const isMoment = route.kind === 'stepper' && !/^(?:trace|level)\//.test(route.fragment);
	return isMoment ? [core.lockOf(route.fragment)] : [];
}

export class Modules {
	/** where the reader wants to be, while modules are on their way */
	private wanted = Symbol();

	constructor(
		private readonly desk: Desk,
		private readonly checker: Checker,
	) {}

	/** True when a route's modules are on their way: `then` follows, unless the reader goes elsewhere. */
	awaits(core: Core, route: Route, then: () => void): boolean {
		const { store } = this.desk;
		const wanted = Symbol();
		this.wanted = wanted;
		const absent = locksOf(core, route).filter((lock) => !core.has(lock));
		if (absent.length === 0) return false;
		this.checker.reset();
		const panel = panelAt(store.get(), route);
		store.set({ route, doc: null, panel, loadError: '' });
		Promise.all(absent.map((lock) => core.load(lock)))
			.then(() => {
				if (this.wanted === wanted) then();
			})
			.catch((error: unknown) => {
				if (this.wanted !== wanted) return;
				store.set({ loadError: reasonOf(error) });
			});
		return true;
	}
}
