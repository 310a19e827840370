/** A text that the reader has edited: the address has it, and brings a core that runs it. */
import type { Core } from '../../../wasm/src';
import { reasonOf } from '../../../wasm/src/reason';
import type { Checker } from './checker';
import type { Desk } from './desk';
import { withoutKeys } from './query';
import { panelAt, type Route } from './state';

export type MakeOwnCore = (plain: Core, lock: number, packed: string) => Promise<Core>;

const KEY = 'own';

const queryOf = (fragment: string) => new URLSearchParams(/\?(.*)$/s.exec(fragment)?.[1] ?? '');

/** The edited text that an address asks for, as it stands there; '' for none. */
export const ownIn = (route: Route): string =>
	route.kind === 'stepper' && !/^(?:trace|level)\//.test(route.fragment)
		? (queryOf(route.fragment).get(KEY) ?? '')
		: '';

export class OwnTexts {
	/** the one that runs the page’s texts */
	private plain: Core | null = null;
	private wanted = Symbol();
	private word = '';

	constructor(
		private readonly desk: Desk,
		private readonly checker: Checker,
		private readonly make: MakeOwnCore,
	) {}

	/** The core for another document: an edited text runs as long as its lock is looked at. */
	coreOf(lock: number): Core | null {
		const { core } = this.desk.state;
		if (!core?.edited || core.edited.lock === lock || !this.plain) return core;
		this.tellLeft(core, true);
		this.desk.store.set({ core: this.plain });
		return this.plain;
	}

	/** What is to be said once the reader is there. */
	takeWord(): string {
		const { word } = this;
		this.word = '';
		return word;
	}

	/** Elsewhere the page’s texts run; back in the browser is the way to the edited one. */
	private tellLeft({ edited }: Core, isLeft: boolean): void {
		if (edited && isLeft)
			this.word = `Your ${edited.text}.c is left behind: go back in the browser, and it runs again.`;
	}

	/** A core beside the page's, which runs the edited text. */
	beside(lock: number, packed: string): Promise<Core> {
		const { plain } = this;
		return plain ? this.make(plain, lock, packed) : Promise.reject(new Error('nothing is loaded'));
	}

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
			const stays = route.kind === 'stepper' && plain.lockOf(route.fragment) === core.edited?.lock;
			const isBeside = route.kind === 'compare' && route.own === core.edited?.packed;
			this.tellLeft(core, !stays && !isBeside);
			store.set({ core: plain, doc: null, panel: panelAt(store.get(), route) });
			return false;
		}
		const panel = panelAt(store.get(), route);
		store.set({ route, doc: null, panel, loadError: '' });
		this.make(plain, plain.lockOf(route.fragment), packed)
			.then((own) => {
				if (this.wanted !== wanted) return;
				store.set({ core: own });
				then(route, []);
			})
			.catch((error: unknown) => {
				if (this.wanted !== wanted) return;
				const why = reasonOf(error);
				const notice = `The edited text of the address cannot be run: ${why}. What you see is the page’s text.`;
				then({ ...route, fragment: withoutKeys(route.fragment, [KEY]) }, [notice]);
			});
		return true;
	}
}
