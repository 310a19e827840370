/** A scenario in small: its own story, played in a loop, with the lock's word and queue below. */
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Badge } from './Badge';
import { captionAt, type Film } from './miniature/film';
import { MiniLanes } from './miniature/MiniLanes';
import styles from './miniature/miniature.module.css';
import type { MiniatureProps } from './props';
import { useSize } from './useSize';

export function Miniature({ film, playing }: MiniatureProps) {
	const [ref, width] = useSize<HTMLDivElement>();
	const inSight = useInSight(ref);
	return (
		<div className={styles.miniature} ref={ref} aria-hidden="true">
			{film && width > 0 && <Moving film={film} width={width} playing={playing && inSight} />}
		</div>
	);
}

function Moving({ film, width, playing }: { film: Film; width: number; playing: boolean }) {
	const at = useLoop(film.length, playing);
	return (
		<>
			<MiniLanes film={film} at={at} width={width} />
			<Caption film={film} at={at} />
		</>
	);
}

const LOOP = 11_000; /* ms that a whole story aims to take */
const STEP = { least: 160, most: 700 };
const REST = 1800; /* ms at the end, before it starts again */

/** The moment to show: it stands two thirds through until it plays. */
function useLoop(length: number, playing: boolean): number {
	const [at, setAt] = useState(Math.ceil((length * 2) / 3));
	const now = useRef(at);
	useEffect(() => {
		if (!playing || length === 0) return;
		const step = Math.max(STEP.least, Math.min(STEP.most, LOOP / length));
		let timer: ReturnType<typeof setTimeout>;
		const next = () => {
			now.current = now.current >= length ? 0 : now.current + 1;
			setAt(now.current);
			timer = setTimeout(next, now.current >= length ? REST : step);
		};
		timer = setTimeout(next, step);
		return () => clearTimeout(timer);
	}, [playing, length]);
	return at;
}

function useInSight(ref: RefObject<HTMLElement | null>): boolean {
	const [inSight, setInSight] = useState(false);
	useEffect(() => {
		const element = ref.current;
		if (!element || typeof IntersectionObserver === 'undefined') return;
		const observer = new IntersectionObserver(([entry]) =>
			setInSight(entry?.isIntersecting ?? false),
		);
		observer.observe(element);
		return () => observer.disconnect();
	}, [ref]);
	return inSight;
}

function Caption({ film, at }: { film: Film; at: number }) {
	const caption = captionAt(film, at);
	if (!caption || film.word === '') return null;
	const { tid, text, list, holders } = caption;
	return (
		<div className={styles.caption}>
			<span className={styles.word}>{film.word}</span>
			{tid !== undefined && <Badge tid={tid} size={18} />}
			{text !== undefined && <code>{text}</code>}
			{list && (
				<span className={styles.list}>
					<span className={styles.word}>{film.list}</span>
					{list.length === 0 && <code>empty</code>}
					{list.map((t) => (
						<Badge key={t} tid={t} size={18} quiet />
					))}
				</span>
			)}
			{holders && (
				<span className={styles.list}>
					{holders.map((t) => (
						<span key={t}>
							<Badge tid={t} size={18} /> holds
						</span>
					))}
				</span>
			)}
		</div>
	);
}
