/** A text that the reader has edited: the address has it, and brings a core that runs it. */
import type { Core } from '../../../wasm/src';
import type { Checker } from './checker';
import type { Desk } from './desk';
import { withoutKeys } from './query';
import type { Route } from './state';

export type MakeOwnCore = (plain: Core, lock: number, packed: string) => Promise<Core>;

const KEY = 'own';

const queryOf = (fragment: string) => new URLSearchParams(/\?(.*)$/s.exec(fragment)?.[1] ?? '');

/** The edited text that an address asks for, as it stands there; '' for none. */
const ownIn = (route: Route): string =>
	route.kind === 'stepper' && !/^(?:trace|level)\//.test(route.fragment)
		? (queryOf(route.fragment).get(KEY) ?? '')
		: '';

export class OwnTexts {
	/** the one that runs the published texts */
	private plain: Core | null = null;
	private wanted = Symbol();

	constructor(
		private readonly desk: Desk,
		private readonly checker: Checker,
		private readonly make: MakeOwnCore,
	) {}

	/** True when the core of the address is on its way: `then` follows, unless the reader goes elsewhere. */
	awaits(route: Route, then: (route: Route, notices: string[]) => void): boolean {
		const { store, state } = this.desk;
		const { core } = state;
		const wanted = Symbol();
		this.wanted = wanted;
		if (!core) return false;
		if (!core.edited) this.plain = core;
		const packed = ownIn(route);
		if (packed === (core.edited?.packed ?? '')) return false;
		const { plain } = this;
		if (!plain) return false;
		this.checker.reset();
		if (packed === '' || route.kind !== 'stepper') {
			store.set({ core: plain, doc: null, panel: 'none' });
			return false;
		}
		store.set({ route, doc: null, panel: 'none', loadError: '' });
		this.make(plain, plain.lockOf(route.fragment), packed)
			.then((own) => {
				if (this.wanted !== wanted) return;
				store.set({ core: own });
				then(route, []);
			})
			.catch((error: unknown) => {
				if (this.wanted !== wanted) return;
				const why = error instanceof Error ? error.message : String(error);
				const notice = `The edited text of the address cannot be run: ${why}. What you see is the published text.`;
				then({ ...route, fragment: withoutKeys(route.fragment, [KEY]) }, [notice]);
			});
		return true;
	}
}
