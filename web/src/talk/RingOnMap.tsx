/** The room's window in outline, with the ring where it is: the speaker sees it without a look behind. */
import type { MouseEvent } from 'react';
import type { Box, RingMap } from '../store/state';
import styles from './notes.module.css';

interface RingOnMapProps {
	map: RingMap;
	/** the part that has it */
	name: string;
	/** the part at that place is to have it */
	point(x: number, y: number): void;
	/** by keyboard: the next part */
	onNext(): void;
}

const sides = ([x, y, width, height]: Box) => ({ x, y, width, height });

export function RingOnMap({ map: { height, ring, parts }, name, point, onNext }: RingOnMapProps) {
	const onClick = (event: MouseEvent<HTMLButtonElement>) => {
		const box = event.currentTarget.querySelector('svg')?.getBoundingClientRect();
		if (event.detail === 0 || !box) {
			onNext();
			return;
		}
		const by = 1000 / box.width;
		const place = (px: number) => Math.max(0, Math.round(px * by));
		point(place(event.clientX - box.left), place(event.clientY - box.top));
	};
	return (
		<button
			type="button"
			className={styles.map}
			data-testid="notes-map"
			title="Where the ring is in the room: a click puts it on another part"
			aria-label={`Where the ring is in the room: on ${name}. Enter puts it on the next part`}
			onClick={onClick}
		>
			<svg viewBox={`0 0 1000 ${height}`} aria-hidden="true">
				{parts.map(({ name: said, box }) => (
					<g key={`${said} ${box.join()}`} className={styles.part}>
						<rect {...sides(box)} />
						<text x={box[0] + 8} y={box[1] + Math.min(30, box[3] / 2 + 10)}>
							{said}
						</text>
					</g>
				))}
				<rect {...sides(ring)} rx={8} className={styles.ringed} data-testid="notes-map-ring" />
			</svg>
		</button>
	);
}
