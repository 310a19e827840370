/** What goes from lane to lane at this moment: the lock to who holds it now, and what the last step sends along its arrow. */
import { useRef } from 'react';
import { threadStyle } from '../identity';
import type { MomentProps } from '../props';
import { useMotion } from '../useMotion';
import type { Geometry } from './geometry';
import styles from './lanes.module.css';
import { arrowOf } from './marks';
import { type Holder, holdersOf } from './ownership';
import { shapeOfArrow } from './parts';

const MS = 250;
const STOPS = 10; /* of a way that bends */
const ASIDE = 26; /* units: on its way it goes beside the names, so that it frames nobody else's */

interface PassingProps extends MomentProps {
	geometry: Geometry;
	/** of the moment */
	position: number;
}

export function Passing({ session, at, machine, before, reducedMotion, ...place }: PassingProps) {
	const { geometry: g, position } = place;
	const holders = holdersOf(session, machine.threads.length, at);
	const sent = before ? arrowOf(before) : null;
	const frames = useRef<SVGGElement>(null);
	const courier = useRef<SVGCircleElement>(null);
	useMotion(at, reducedMotion, () => {
		const passed = holders.map((holder, i) => pass(frames.current?.children[i], holder, g));
		if (!sent || sent.kind === 'env') return passed;
		const { shaft } = shapeOfArrow({ ...sent, position }, g);
		return [...passed, run(courier.current, shaft)];
	});
	const width = 30;
	const height = Math.min(26, g.row - 1);
	return (
		<>
			<g ref={frames} data-testid="holders">
				{holders.map(({ tid }) => (
					<rect
						key={tid}
						className={styles.holder}
						style={threadStyle(tid)}
						data-tid={tid}
						x={(g.left < 50 ? 16 : 20) - width / 2}
						y={g.y(tid) - height / 2}
						width={width}
						height={height}
						rx={3}
					/>
				))}
			</g>
			<circle
				ref={courier}
				className={styles.courier}
				data-testid="courier"
				style={sent ? threadStyle(sent.from) : undefined}
				r={Math.min(5.5, g.row * 0.36)}
			/>
		</>
	);
}

/** From the lane of the one who had it; who has it from nobody has it at once. */
function pass(frame: Element | undefined, { tid, from, gained }: Holder, g: Geometry) {
	if (!gained || from === 0) return null;
	const away = g.y(from) - g.y(tid);
	const at = (x: number, y: number, scale: number) =>
		({ transform: `translate(${x}px, ${y}px) scale(${scale})` }) as const;
	return frame?.animate?.(
		[
			at(0, away, 1),
			{ ...at(ASIDE, away * 0.85, 0.45), offset: 0.25 },
			{ ...at(ASIDE, away * 0.15, 0.45), offset: 0.75 },
			at(0, 0, 1),
		],
		{ duration: MS, easing: 'ease-in-out' },
	);
}

/** Along the arrow, from the one who sends to the one it is sent to. */
function run(courier: SVGCircleElement | null, shaft: string) {
	const way = document.createElementNS('http://www.w3.org/2000/svg', 'path');
	way.setAttribute('d', shaft);
	const length = way.getTotalLength?.() ?? 0;
	const stops = Array.from({ length: STOPS + 1 }, (_, i) => {
		const { x, y } = way.getPointAtLength?.((length * i) / STOPS) ?? { x: 0, y: 0 };
		return { transform: `translate(${x}px, ${y}px)`, opacity: 1 };
	});
	return courier?.animate?.(stops, { duration: MS, easing: 'ease-in-out' });
}
