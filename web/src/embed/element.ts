/** `<lockstep-stepper>`: a stepper for any page, in a shadow root. What it is asked is held to the form of the messages. */
import type { Core } from '../../../wasm/src';
import { moduleUrl } from '../../../wasm/src/module-url';
import type { Theme } from '../store/state';
import { perform, tellMoments, toldOf } from './commands';
import type { Controls } from './Embed';
import { addFaces } from './faces';
import { type Mounted, makeCore, mount } from './mount';
import { readMessage, VERSION } from './protocol';
import type { LockstepStepperElement, Pace, Place, Told } from './public';

export type * from './public';

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
const CONTROLS: readonly Controls[] = ['full', 'steps', 'none'];

const oneOf = <T extends string>(known: readonly T[], text: string | null): T | undefined =>
	known.find((one) => one === text);

const cores = new Map<string, Core>();

const placeOf = (base: string): string =>
	base && new URL(base.replace(/\/?$/, '/'), document.baseURI).href;

/** One for all steppers of a page that take their modules from the same place. */
function coreFrom(place: string): Core {
	const core =
		cores.get(place) ??
		makeCore((lock) => (place ? new URL(`${lock}.wasm`, place).href : moduleUrl(lock)));
	cores.set(place, core);
	return core;
}

/** A whole address says where the page is, too. */
function partsOf(src: string): { home: string; fragment: string } {
	const [before = '', fragment] = src.split(/#\/?(.*)/s);
	return fragment === undefined ? { home: '', fragment: before } : { home: before, fragment };
}

/* where there is no page, it can still be imported */
const Base = typeof HTMLElement === 'undefined' ? (class {} as typeof HTMLElement) : HTMLElement;

class LockstepStepper extends Base implements LockstepStepperElement {
	static readonly observedAttributes = ['src', 'controls', 'theme', 'home'];
	readonly ready: Promise<Told>;
	private isReady: (told: Told) => void = () => {};
	private mounted: Mounted | null = null;
	private silence = () => {};

	constructor() {
		super();
		this.ready = new Promise((resolve) => {
			this.isReady = resolve;
		});
	}

	connectedCallback(): void {
		if (this.mounted) return;
		addFaces();
		const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
		const place = placeOf(this.getAttribute('base') ?? '');
		this.mounted = mount(root, coreFrom(place), async (host) =>
			(await import('./recorded')).recordingsAt(place, host),
		);
		this.silence = tellMoments(this.mounted.app, (type, told) => {
			if (type === 'ready') this.isReady(told);
			this.tell(type === 'ready' ? 'ready' : 'step', told);
		});
		this.look();
		this.mounted.open(this.place().fragment);
	}

	/** An element that is only moved keeps its moment. */
	disconnectedCallback(): void {
		queueMicrotask(() => {
			if (this.isConnected) return;
			this.silence();
			this.mounted?.unmount();
			this.mounted = null;
		});
	}

	attributeChangedCallback(name: string, was: string | null, is: string | null): void {
		if (!this.mounted || was === is) return;
		this.look();
		if (name === 'src') this.mounted.open(this.place().fragment);
	}

	get state(): Told | null {
		return this.mounted && toldOf(this.mounted.app.state);
	}

	go(place: Place): void {
		this.perform({ type: 'go', ...place });
	}

	step(thread: number): void {
		this.perform({ type: 'step', thread });
	}

	next(by: Pace = 'step'): void {
		this.perform({ type: 'next', by });
	}

	back(by: Pace = 'step'): void {
		this.perform({ type: 'back', by });
	}

	private perform(message: object): void {
		const command = readMessage({ lockstep: VERSION, ...message });
		const refused =
			!command || command.type === 'error'
				? 'That is not what the documentation says.'
				: this.mounted
					? perform(this.mounted.app, command)
					: 'The stepper is in no document.';
		if (refused !== '') throw new Error(refused);
	}

	private place(): { home: string; fragment: string } {
		return partsOf(this.getAttribute('src') ?? '');
	}

	private look(): void {
		this.mounted?.look({
			controls: oneOf(CONTROLS, this.getAttribute('controls')) ?? 'full',
			theme: oneOf(THEMES, this.getAttribute('theme')) ?? 'auto',
			home: (this.getAttribute('home') ?? this.place().home).replace(/#.*/s, ''),
		});
	}

	private tell(type: string, detail: Told): void {
		this.dispatchEvent(new CustomEvent(type, { detail }));
	}
}

if (typeof customElements !== 'undefined' && !customElements.get('lockstep-stepper'))
	customElements.define('lockstep-stepper', LockstepStepper);
