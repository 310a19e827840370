/** Before a room: both sides as large as the slide has room for, with nothing of them below its edge. */
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useAppState } from '../store/react';

const SIZES = [
	1.3, 1.2, 1.15, 1.1, 1.075, 1.06, 1.05, 1.04, 1.025, 1.015, 1, 0.99, 0.98, 0.97, 0.96, 0.95, 0.94,
	0.92, 0.9, 0.88, 0.85, 0.82, 0.78, 0.75, 0.72, 0.69, 0.66, 0.63, 0.6,
] as const;
/** Where the page scrolls instead, as in compare.module.css. */
const ROOM = '(min-width: 48.01rem) and (min-height: 30.01rem)';

const fits = (main: HTMLElement): boolean => {
	const parts = [...main.querySelectorAll<HTMLElement>('[data-whole]')];
	return (
		main.scrollHeight <= main.clientHeight + 1 &&
		parts.every((part) => part.scrollWidth <= part.clientWidth + 1)
	);
};

/** Places in SIZES. `floor`: no larger one is tried. */
function sizeIn(main: HTMLElement, sides: HTMLElement, isSlide: boolean, floor: number): number {
	if (!isSlide || !window.matchMedia(ROOM).matches) {
		sides.style.removeProperty('zoom');
		return 0;
	}
	for (let place = floor; ; place++) {
		sides.style.setProperty('zoom', String(SIZES[place]));
		if (place === SIZES.length - 1 || fits(main)) return place;
	}
}

/** A size that has stood for so long was seen. */
const SEEN_MS = 400;

/** So often at one moment the drawings may ask for another size before the smallest of those stays. */
const TURNS = 60;
/** Of these the first are of what still moves. */
const STILL = 56;

/** What a room has seen at a size grows no more, until the window or the text has another one. */
class Fitter {
	private floor = 0;
	/** beside the lanes: where they have made room at the end, nothing is larger than it was and will be with them */
	private beside = 0;
	/** at this moment: how often another size was asked for, and the smallest that was needed */
	private turns = 0;
	private smallest = 0;
	private frame = 0;
	private timer: ReturnType<typeof setTimeout> | undefined;

	constructor(
		private readonly main: HTMLElement,
		private readonly sides: HTMLElement,
		private readonly isSlide: boolean,
	) {}

	now(): void {
		const { sides } = this;
		const place = this.size();
		if (this.turns > STILL) this.smallest = Math.max(this.smallest, place);
		clearTimeout(this.timer);
		this.timer = setTimeout(() => {
			/* measured while its drawings were of another window, it is none that is kept */
			if (this.size() !== place) return this.now();
			this.floor = place;
			sides.dataset.seen = String(SIZES[place]);
		}, SEEN_MS);
	}

	private size(): number {
		const { main, sides, isSlide } = this;
		const ends = sides.dataset.ends !== undefined;
		const place = sizeIn(main, sides, isSlide, Math.max(this.floor, ends ? this.beside : 0));
		if (!ends) this.beside = place;
		return place;
	}

	/** What is shown is another moment. */
	moment(): void {
		this.turns = this.smallest = 0;
		this.now();
	}

	/** Drawings follow what they draw a frame later, and what they are drawn in follows the size; a drawing of one size may need another, and so to and fro. */
	soon(): void {
		if (++this.turns > TURNS) this.floor = Math.max(this.floor, this.smallest);
		cancelAnimationFrame(this.frame);
		this.frame = requestAnimationFrame(() => this.now());
	}

	/** Of another window nothing was seen, and nothing asked for. */
	anew(): void {
		this.floor = this.beside = this.turns = this.smallest = 0;
		this.soon();
	}

	stop(): void {
		cancelAnimationFrame(this.frame);
		clearTimeout(this.timer);
	}
}

export function useSlideFit(
	main: RefObject<HTMLElement | null>,
	sides: RefObject<HTMLElement | null>,
): void {
	const presenter = useAppState((s) => s.view.presenter);
	const textSize = useAppState((s) => s.view.textSize);
	const fitter = useRef<Fitter>(null);
	// biome-ignore lint/correctness/useExhaustiveDependencies: another size of text has sizes of its own
	useLayoutEffect(() => {
		const [room, both] = [main.current, sides.current];
		if (!room || !both) return;
		const own = new Fitter(room, both, presenter);
		fitter.current = own;
		const onResize = () => own.anew();
		window.addEventListener('resize', onResize);
		const observer =
			typeof ResizeObserver === 'function' ? new ResizeObserver(() => own.soon()) : null;
		for (const part of [room, ...both.children]) observer?.observe(part);
		return () => {
			own.stop();
			window.removeEventListener('resize', onResize);
			observer?.disconnect();
		};
	}, [main, sides, presenter, textSize]);
	/* at each moment */
	useLayoutEffect(() => fitter.current?.moment());
}
