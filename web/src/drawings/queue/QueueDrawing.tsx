import { type CSSProperties, useEffect, useLayoutEffect, useRef } from 'react';
import { rem } from '../units';
import { drawQueue, loadMotion, stopQueue } from './draw';
import type { QueuePicture } from './picture';
import styles from './queue.module.css';

interface QueueDrawingProps {
	picture: QueuePicture;
	at: number;
	/** how much larger than the picture says */
	scale: number;
	/** a motion would be seen to its end, and is wanted */
	calm: boolean;
}

/** The frame and the words are React's, what stands in the <g> is D3's. */
export function QueueDrawing({ picture, at, scale: larger, calm }: QueueDrawingProps) {
	const { width, height, compact } = picture;
	const scale = picture.scale * larger;
	const root = useRef<SVGGElement>(null);
	const drawn = useRef<number | null>(null);
	useLayoutEffect(() => {
		if (!root.current) return;
		const motion = drawn.current === at ? 'keep' : calm ? 'move' : 'jump';
		drawQueue(root.current, picture, motion);
		drawn.current = at;
	});
	useEffect(() => {
		/* without it the picture is as true, and still */
		loadMotion().catch(() => {});
		const g = root.current;
		return () => {
			if (g) stopQueue(g);
		};
	}, []);
	return (
		<div className={styles.scroll}>
			<svg
				className={styles.picture}
				width={rem(width * scale)}
				height={rem(height * scale)}
				viewBox={`0 0 ${width} ${height}`}
				role="img"
				data-grows
				data-rigid={picture.rigid || undefined}
				style={{ '--w': rem(width * scale), '--h': rem(height * scale) } as CSSProperties}
				data-compact={compact || undefined}
				aria-label={picture.described}
			>
				<g ref={root} data-testid="queue-picture" />
			</svg>
		</div>
	);
}
