/**
 * A plugin of reveal.js: the beats of a stepper in a slide are fragments of the slide, so that the deck's own keys and
 * clicker go through them, forward and back. A stepper is a `<lockstep-stepper>` or a frame with `data-lockstep`.
 */
import { VERSION } from './protocol';
import type { LockstepStepperElement } from './public';

/** Of reveal.js, what is used here. */
interface Deck {
	getRevealElement(): HTMLElement;
	getCurrentSlide(): HTMLElement | undefined;
	syncFragments(slide: HTMLElement): unknown;
	on(type: string, listener: () => void): void;
	off(type: string, listener: () => void): void;
}

interface Stop {
	beat: number;
	answer: boolean;
}

/** What both kinds say of themselves. */
interface Beats {
	beats: number;
	asks: readonly number[];
}

interface Stepper {
	element: HTMLElement;
	ready: Promise<Beats>;
	go(stop: Stop): void;
}

const STEPPERS = 'lockstep-stepper, iframe[data-lockstep]';
const EVENTS = ['fragmentshown', 'fragmenthidden', 'slidechanged'];

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

function inElement(element: LockstepStepperElement): Stepper {
	const ready = customElements.whenDefined('lockstep-stepper').then(() => {
		customElements.upgrade(element);
		return element.ready;
	});
	return { element, ready, go: (stop) => element.go(stop) };
}

function inFrame(element: HTMLIFrameElement): Stepper {
	const site = new URL(element.src || element.dataset.src || '', document.baseURI).origin;
	const send = (command: object) =>
		element.contentWindow?.postMessage({ lockstep: VERSION, ...command }, site);
	const ready = new Promise<Beats>((resolve) => {
		window.addEventListener('message', ({ source, origin, data }) => {
			if (source !== element.contentWindow || origin !== site) return;
			if (data?.lockstep === VERSION && data.type !== 'error') resolve(data);
		});
	});
	/* it may have said that it is ready before anybody listened; what is in it now may be another page yet */
	element.contentWindow?.postMessage({ lockstep: VERSION, type: 'state' }, '*');
	return { element, ready, go: (stop) => send({ type: 'go', ...stop }) };
}

const stepperOf = (element: HTMLElement): Stepper =>
	element instanceof HTMLIFrameElement
		? inFrame(element)
		: inElement(element as LockstepStepperElement);

/** Its fragments have nothing to show. */
function fragmentsBehind(element: HTMLElement, count: number): HTMLElement[] {
	const fragments = Array.from({ length: count }, () => {
		const fragment = document.createElement('span');
		fragment.className = 'fragment';
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
	) {
		void stepper.ready.then((beats) => {
			this.stops = stopsOf(beats);
			this.fragments = fragmentsBehind(stepper.element, this.stops.length - 1);
			const slide = this.slide();
			if (slide) deck.syncFragments(slide);
			this.follow();
		});
	}

	private slide(): HTMLElement | null {
		return this.stepper.element.closest('section');
	}

	/** To the beat that the fragments say, if it is another than they said before. */
	follow(): void {
		if (this.slide() !== this.deck.getCurrentSlide()) return;
		const shown = this.fragments.filter(({ classList }) => classList.contains('visible')).length;
		const stop = this.stops[shown];
		if (stop && shown !== this.shown) this.stepper.go(stop);
		this.shown = shown;
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
			const elements = deck.getRevealElement().querySelectorAll<HTMLElement>(STEPPERS);
			const all = [...elements].map((element) => new Beaten(deck, stepperOf(element)));
			const follow = () => {
				for (const one of all) one.follow();
			};
			for (const type of EVENTS) deck.on(type, follow);
			end = () => {
				for (const type of EVENTS) deck.off(type, follow);
				for (const one of all) one.remove();
			};
		},
		destroy: () => end(),
	};
}
