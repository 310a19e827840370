import { BadgeMark } from '../Badge';
import { threadStyle } from '../identity';
import { rem } from '../units';
import type { McsNode, McsQueue, McsSpec } from './order';
import styles from './queue.module.css';

interface Measures {
	box: number;
	gap: number;
	height: number;
	/** no words inside the box, only its turn flag */
	compact: boolean;
}

const WIDE: Measures = { box: 116, gap: 44, height: 58, compact: false };
const MIDDLE: Measures = { box: 116, gap: 24, height: 58, compact: false };
const TOP = 24;
const LEFT = 2;
const ENLARGED = 620; /* px from which the drawing is larger, for the back row */

function measuresFor(width: number, nodes: number): Measures {
	const needs = (m: Measures) => LEFT + nodes * (m.box + m.gap);
	if (needs(WIDE) <= width) return WIDE;
	if (needs(MIDDLE) <= width) return MIDDLE;
	const each = Math.max(34, Math.min(88, (width - LEFT) / nodes));
	const box = Math.min(48, each - 12);
	return { box, gap: each - box, height: 40, compact: true };
}

interface McsDrawingProps {
	queue: McsQueue;
	spec: McsSpec;
	width: number;
	spinning: ReadonlySet<number>;
}

/** Nodes from the head on the left to the tail on the right; a link that is not written is dashed. */
export function McsDrawing({ queue, spec, width, spinning }: McsDrawingProps) {
	const { nodes, tail } = queue;
	const scale = width >= ENLARGED ? 1.25 : 1;
	const m = measuresFor(Math.max(width / scale, 160), nodes.length);
	const x = (i: number) => LEFT + i * (m.box + m.gap);
	const full = x(nodes.length) - m.gap + 2;
	const height = TOP + m.height + 18;
	const last = nodes.findIndex((n) => n.tid === tail);
	return (
		<div className={styles.scroll}>
			<svg
				className={styles.mcs}
				width={rem(full * scale)}
				height={rem(height * scale)}
				viewBox={`0 0 ${full} ${height}`}
				role="img"
				aria-label={described(queue, spec, spinning)}
			>
				{nodes.map((node, i) =>
					i === 0 ? null : (
						<Edge
							key={`${node.tid}`}
							from={x(i - 1) + m.box}
							to={x(i)}
							y={TOP + m.height / 2}
							written={node.linked}
							label={m.gap > 30 ? spec.next : ''}
						/>
					),
				)}
				{nodes.map((node, i) => (
					<g
						key={node.tid}
						className={styles.node}
						style={{ transform: `translate(${x(i)}px,${TOP}px)` }}
					>
						<Box node={node} spec={spec} measures={m} spins={spinning.has(node.tid)} />
					</g>
				))}
				<g
					className={styles.node}
					style={{ transform: `translate(${x(last < 0 ? 0 : last) + m.box / 2}px,0)` }}
				>
					<text className={styles.tail} y={11}>
						{last < 0 ? `${spec.tail} NULL` : spec.tail}
					</text>
					{last >= 0 && <path className={styles.tailArrow} d={`M0,14V${TOP - 2}m-4,-5l4,5l4,-5`} />}
				</g>
			</svg>
		</div>
	);
}

function Edge(props: { from: number; to: number; y: number; written: boolean; label: string }) {
	const { from, to, y, written, label } = props;
	return (
		<g className={written ? styles.written : styles.unwritten}>
			<path d={`M${from + 1},${y}H${to - 6}`} />
			<path className={styles.tip} d={`M${to - 1},${y}l-8,-4.5v9Z`} />
			{label && (
				<text x={(from + to) / 2 - 3} y={y - 6}>
					{label}
				</text>
			)}
		</g>
	);
}

interface BoxProps {
	node: McsNode;
	spec: McsSpec;
	measures: Measures;
	spins: boolean;
}

function Box({ node, spec, measures: m, spins }: BoxProps) {
	const look = node.ready ? styles.ready : styles.box;
	return (
		<g style={threadStyle(node.tid)}>
			<rect className={look} width={m.box} height={m.height} rx={3} />
			<g
				transform={
					m.compact ? `translate(${m.box / 2},${m.height / 2})` : `translate(18,${m.height / 2})`
				}
			>
				<BadgeMark tid={node.tid} size={m.compact ? 20 : 24} />
			</g>
			{!m.compact && (
				<g className={styles.words} transform={`translate(36,0)`}>
					<text key={node.next} y={m.height / 2 - 7} dy=".2em">
						{spec.next} <tspan className={styles.val}>{node.next ? `T${node.next}` : 'NULL'}</tspan>
					</text>
					<text key={`r${node.ready}`} y={m.height / 2 + 13} dy=".2em">
						{spec.ready} <tspan className={styles.val}>{node.ready ? 1 : 0}</tspan>
					</text>
				</g>
			)}
			{(spins || node.ready) && (
				<text className={styles.below} x={m.box / 2} y={m.height + 14}>
					{node.ready ? (m.compact ? 'turn' : 'its turn') : m.compact ? 'spins' : 'spins here'}
				</text>
			)}
		</g>
	);
}

/** The drawing in words. */
function described({ nodes, tail }: McsQueue, spec: McsSpec, spins: ReadonlySet<number>): string {
	const told = nodes.map((n, i) => {
		const parts = [`T${n.tid}`];
		if (n.ready) parts.push('its turn');
		if (spins.has(n.tid)) parts.push('spins on its own node');
		if (!n.linked)
			parts.push(`not yet linked: ${spec.next} of T${nodes[i - 1]?.tid} is not written`);
		return parts.join(', ');
	});
	return `Queue from its head: ${told.join('; ')}. ${spec.tail} ${tail ? `names T${tail}` : 'is NULL'}.`;
}
