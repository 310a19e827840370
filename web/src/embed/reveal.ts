/**
 * A plugin of reveal.js: the beats of a stepper in a slide are fragments of the slide, so that the deck's own keys and
 * clicker go through them, forward and back. A stepper is a `<lockstep-stepper>` or a frame with `data-lockstep`.
 */
import { VERSION } from './protocol';
import type { LockstepStepperElement, Told } from './public';

/** Of reveal.js, what is used here. */
interface Deck {
	getRevealElement(): HTMLElement;
	getCurrentSlide(): HTMLElement | undefined;
	getIndices(slide?: HTMLElement): { h: number; v: number; f?: number };
	getConfig(): { fragmentInURL?: boolean };
	syncFragments(slide: HTMLElement): unknown;
	next(): void;
	prev(): void;
	navigateFragment(index: number): unknown;
	isReady(): boolean;
	isScrollView(): boolean;
	on(type: string, listener: () => void): void;
	off(type: string, listener: () => void): void;
}

interface Stop {
	beat: number;
	answer: boolean;
}

/** What both kinds say of themselves. */
type Beats = Pick<Told, 'beats' | 'asks'>;
type Place = Pick<Told, 'beat' | 'asking' | 'left'>;

interface Stepper {
	element: HTMLElement;
	ready: Promise<Beats>;
	go(stop: Stop): void;
	/** the reader has gone elsewhere in it; or it was loaded anew, and stands at its start */
	hear(moved: (place: Place) => void, anew: () => void): void;
}

const STEPPERS = 'lockstep-stepper, iframe[data-lockstep]';
const MOVES = ['fragmentshown', 'fragmenthidden', 'slidechanged'];

/** A beat that asks has two: the question, and its answer. */
export function stopsOf({ beats, asks }: Beats): Stop[] {
	const all = Array.from({ length: beats }, (_, i) => i + 1);
	return [
		{ beat: 0, answer: true },
		...all.flatMap((beat) =>
			asks.includes(beat)
				? [false, true].map((answer) => ({ beat, answer }))
				: [{ beat, answer: true }],
		),
	];
}

/** The last stop that has been reached there. */
export function stopAt(stops: readonly Stop[], { beat, asking }: Omit<Place, 'left'>): number {
	return stops.findLastIndex(
		(stop) => stop.beat < beat || (stop.beat === beat && !(stop.answer && asking)),
	);
}

/** The fragment that an address of a deck names, of the slide by its number or its name; undefined: none. */
export function fragmentIn(hash: string): number | undefined {
	const [slide = '', ...rest] = hash.replace(/^#\/?/, '').split('/');
	const last = rest[/^\d+$/.test(slide) ? 1 : 0] ?? '';
	return /^\d+$/.test(last) ? Number(last) : undefined;
}

function inElement(element: LockstepStepperElement): Stepper {
	let going = false;
	const ready = customElements.whenDefined('lockstep-stepper').then(() => {
		customElements.upgrade(element);
		return element.ready;
	});
	return {
		element,
		ready,
		go(stop) {
			going = true;
			element.go(stop);
			going = false;
		},
		hear(moved) {
			element.addEventListener('step', (event) => {
				if (!going) moved((event as CustomEvent<Told>).detail);
			});
		},
	};
}

function inFrame(element: HTMLIFrameElement): Stepper {
	const site = new URL(element.src || element.dataset.src || '', document.baseURI).origin;
	const send = (command: object) =>
		element.contentWindow?.postMessage({ lockstep: VERSION, ...command }, site);
	/* what was asked of it last, until it says that it is there: what it says before is older */
	let asked: Stop | null = null;
	let moved: (place: Place) => void = () => {};
	let anew = () => {};
	const ready = new Promise<Beats>((resolve) => {
		window.addEventListener('message', ({ source, origin, data }) => {
			if (source !== element.contentWindow || origin !== site) return;
			if (data?.lockstep !== VERSION) return;
			if (data.type === 'error') {
				asked = null;
				return;
			}
			resolve(data);
			if (data.type === 'ready') anew();
			else if (!asked) moved(data);
			else if (data.beat === asked.beat && data.asking !== asked.answer) asked = null;
		});
	});
	/* it may have said that it is ready before anybody listened; what is in it now may be another page yet */
	element.contentWindow?.postMessage({ lockstep: VERSION, type: 'state' }, '*');
	return {
		element,
		ready,
		go(stop) {
			asked = stop;
			send({ type: 'go', ...stop });
			/* which it says also where it stood there already */
			send({ type: 'state' });
		},
		hear(onMoved, onAnew) {
			moved = onMoved;
			anew = onAnew;
		},
	};
}

const stepperOf = (element: HTMLElement): Stepper =>
	element instanceof HTMLIFrameElement
		? inFrame(element)
		: inElement(element as LockstepStepperElement);

/** They have nothing to show. Those that the deck has kept with its slide, as it does behind its scroll view, stay. */
function fragmentsBehind(element: HTMLElement, count: number): HTMLElement[] {
	const kept: HTMLElement[] = [];
	for (let e = element.nextElementSibling; e?.matches('[data-lockstep-beat]'); )
		[kept[kept.length], e] = [e as HTMLElement, e.nextElementSibling];
	if (kept.length === count) return kept;
	for (const fragment of kept) fragment.remove();
	const fragments = Array.from({ length: count }, () => {
		const fragment = document.createElement('span');
		fragment.className = 'fragment';
		fragment.dataset.lockstepBeat = '';
		fragment.ariaHidden = 'true';
		return fragment;
	});
	element.after(...fragments);
	return fragments;
}

class Beaten {
	private stops: Stop[] = [];
	private fragments: HTMLElement[] = [];
	private shown = 0;

	constructor(
		private readonly deck: Deck,
		private readonly stepper: Stepper,
		/** the deck has fragments more than it had */
		grown: (slide: HTMLElement) => void,
	) {
		stepper.element.addEventListener('keydown', (event) => this.press(event), { capture: true });
		void stepper.ready.then((beats) => {
			const slide = this.slide();
			if (!slide) return;
			this.stops = stopsOf(beats);
			this.fragments = fragmentsBehind(stepper.element, this.stops.length - 1);
			/* as the deck has done with all others of a slide that lies behind */
			if (this.isBehind(slide))
				for (const { classList } of this.fragments) classList.add('visible');
			deck.syncFragments(slide);
			grown(slide);
			this.follow();
			stepper.hear(
				(place) => this.lead(place),
				() => this.go(),
			);
		});
	}

	/** A clicker is the deck's, also where a click has given the stepper the focus: at its end there would be no way on. */
	private press(event: KeyboardEvent): void {
		const { key, ctrlKey, altKey, metaKey, shiftKey } = event;
		if (ctrlKey || altKey || metaKey || shiftKey) return;
		if (key === 'PageDown') this.deck.next();
		else if (key === 'PageUp') this.deck.prev();
		else return;
		event.preventDefault();
		event.stopImmediatePropagation();
	}

	get isThere(): boolean {
		return this.stepper.element.isConnected;
	}

	private slide(): HTMLElement | null {
		return this.stepper.element.closest('section');
	}

	private isBehind(slide: HTMLElement): boolean {
		const [of, now] = [this.deck.getIndices(slide), this.deck.getIndices()];
		return of.h < now.h || (of.h === now.h && of.v < now.v);
	}

	private go(): void {
		const stop = this.stops[this.shown];
		if (stop) this.stepper.go(stop);
	}

	/** To the beat that the fragments say, if it is another than they said before. */
	follow(): void {
		const { deck } = this;
		if (this.slide() !== deck.getCurrentSlide() && !deck.isScrollView()) return;
		const shown = this.fragments.filter(({ classList }) => classList.contains('visible')).length;
		if (shown === this.shown) return;
		this.shown = shown;
		this.go();
	}

	/** The fragments to where the reader has gone inside, so that the deck's next press goes on from there. */
	private lead(place: Place): void {
		const { deck } = this;
		const slide = this.slide();
		/* steps of the reader's own are at no beat; of two steppers one cannot be ahead of the other */
		if (place.left !== false || slide?.querySelectorAll(STEPPERS).length !== 1) return;
		if (slide !== deck.getCurrentSlide() || deck.isScrollView()) return;
		const shown = stopAt(this.stops, place);
		if (shown === this.shown) return;
		this.shown = shown;
		const last = this.fragments[shown - 1] ?? this.fragments[0];
		const index = Number(last?.dataset.fragmentIndex);
		deck.navigateFragment(shown > 0 ? index : index - 1);
	}

	remove(): void {
		for (const fragment of this.fragments) fragment.remove();
	}
}

export default function LockstepReveal() {
	let end = () => {};
	return {
		id: 'lockstep',
		init(deck: Deck) {
			let all: Beaten[] = [];
			const known = new WeakSet<HTMLElement>();
			/* which the deck looks for before its fragments are there, and then forgets */
			let wanted = deck.getConfig().fragmentInURL ? fragmentIn(location.hash) : undefined;
			let begun = deck.isReady();
			let restoring = false;
			const grown = (slide: HTMLElement) => {
				if (wanted === undefined || slide !== deck.getCurrentSlide()) return;
				restoring = true;
				deck.navigateFragment(wanted);
				restoring = false;
			};
			let last = deck.getIndices();
			const follow = () => {
				if (begun && !restoring) wanted = undefined;
				if (!deck.isScrollView()) last = deck.getIndices();
				for (const one of all) one.follow();
			};
			/* a window that is narrow for a while becomes a page that scrolls, with no fragment shown at first */
			let narrow: typeof last | null = null;
			const resized = () => {
				if (deck.isScrollView()) narrow ??= last;
			};
			const widened = () => {
				const was = narrow;
				if (!was || deck.isScrollView()) return;
				narrow = null;
				/* the deck has yet to find its slide */
				queueMicrotask(() => {
					const { h, v } = deck.getIndices();
					if (h === was.h && v === was.v) deck.navigateFragment(was.f ?? -1);
				});
			};
			/* and behind that it has other elements than before */
			const find = () => {
				widened();
				all = all.filter((one) => one.isThere);
				const found = deck.getRevealElement().querySelectorAll<HTMLElement>(STEPPERS);
				for (const element of found) {
					if (known.has(element)) continue;
					known.add(element);
					all.push(new Beaten(deck, stepperOf(element), grown));
				}
			};
			const begin = () => {
				begun = true;
			};
			/* who looks at other slides there, and comes back, has not gone on */
			let looked: { slide: HTMLElement | undefined; at: number } | null = null;
			const look = () => {
				looked = { slide: deck.getCurrentSlide(), at: deck.getIndices().f ?? -1 };
			};
			const chosen = () => {
				if (looked && looked.slide === deck.getCurrentSlide()) deck.navigateFragment(looked.at);
				looked = null;
			};
			const listeners: [string, () => void][] = [
				...MOVES.map((type): [string, () => void] => [type, follow]),
				['ready', begin],
				['resize', resized],
				['sync', find],
				['overviewshown', look],
				['overviewhidden', chosen],
			];
			find();
			for (const [type, listener] of listeners) deck.on(type, listener);
			end = () => {
				for (const [type, listener] of listeners) deck.off(type, listener);
				for (const one of all) one.remove();
			};
		},
		destroy: () => end(),
	};
}
