import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import styles from './more.module.css';

/** Pixels that nobody misses. */
const SLACK = 6;
/** Of its height, what one press goes on by: a line that was seen is still seen. */
const SHARE = 0.8;

interface Rest {
	above: boolean;
	below: boolean;
}

function restOf(room: HTMLElement): Rest {
	const { scrollHeight, scrollTop, clientHeight } = room;
	const scrolls = getComputedStyle(room).overflowY !== 'visible';
	return {
		above: scrolls && scrollTop > SLACK,
		below: scrolls && scrollHeight - scrollTop - clientHeight > SLACK,
	};
}

/** Whether what it stands in has more than is seen. */
function useRest(place: RefObject<HTMLElement | null>): Rest {
	const [rest, setRest] = useState<Rest>({ above: false, below: false });
	useLayoutEffect(() => {
		const room = place.current?.parentElement;
		if (!room) return;
		const look = () => {
			const now = restOf(room);
			setRest((was) => (was.above === now.above && was.below === now.below ? was : now));
		};
		look();
		room.addEventListener('scroll', look, { passive: true });
		if (typeof ResizeObserver === 'undefined')
			return () => room.removeEventListener('scroll', look);
		const observer = new ResizeObserver(look);
		const observeAll = () => {
			observer.observe(room);
			for (const child of room.children) if (child !== place.current) observer.observe(child);
		};
		observeAll();
		/* levels, badges and drawings come later */
		const others = new MutationObserver(observeAll);
		others.observe(room, { childList: true });
		return () => {
			room.removeEventListener('scroll', look);
			observer.disconnect();
			others.disconnect();
		};
	}, [place]);
	return rest;
}

/** At the lower edge of what scrolls, as long as something of it is not seen: says so, and leads there. `of`: what is scrolled. */
export function More({ of }: { of: string }) {
	const place = useRef<HTMLDivElement>(null);
	const { above, below } = useRest(place);
	const go = (direction: 1 | -1) => {
		const room = place.current?.parentElement;
		room?.scrollBy({ top: direction * SHARE * room.clientHeight });
	};
	return (
		<div className={styles.more} ref={place} data-more>
			{(above || below) && (
				<p>
					{above && (
						<button type="button" aria-label={`More of ${of} above`} onClick={() => go(-1)}>
							<span aria-hidden="true">▴{!below && ' more'}</span>
						</button>
					)}
					{below && (
						<button type="button" aria-label={`More of ${of} below`} onClick={() => go(1)}>
							<span aria-hidden="true">▾ more</span>
						</button>
					)}
				</p>
			)}
		</div>
	);
}
