/** The mark of a thread, as Badge.tsx draws it, where D3 owns the elements. */
import type { Selection } from 'd3-selection';
import { badgeSize, badgeText } from '../Badge';
import look from '../badge.module.css';
import { COLOURS, numberDrop, shapeOf } from '../identity';

export type Within = Selection<SVGGElement, unknown, null, undefined>;

interface BadgePlace {
	x: number;
	y: number;
	size: number;
	quiet: boolean;
}

export function drawBadge(g: Within, tid: number, { x, y, size: wanted, quiet }: BadgePlace): void {
	const size = badgeSize(tid, wanted);
	const twice = tid > COLOURS;
	const shapes = twice
		? [
				{ name: look.ring, scale: 1.12 },
				{ name: look.shape, scale: 0.84 },
			]
		: [{ name: look.shape, scale: 1 }];
	const mark = g
		.selectAll<SVGGElement, unknown>(':scope > [data-part="badge"]')
		.data([tid])
		.join('g')
		.attr('data-part', 'badge')
		.attr('class', (quiet && look.quiet) || null)
		.attr('transform', `translate(${x},${y}) scale(${size / 24})`);
	mark
		.selectAll('path')
		.data(shapes)
		.join('path')
		.attr('class', (s) => s.name ?? '')
		.attr('d', shapeOf(tid))
		.attr('transform', (s) => (s.scale === 1 ? null : `scale(${s.scale})`));
	mark
		.selectAll('text')
		.data([tid])
		.join('text')
		.attr('class', (tid > 9 ? look.long : look.number) ?? '')
		.style('--number', `${badgeText(tid, size)}px`)
		.attr('y', numberDrop(tid))
		.attr('dy', '.35em')
		.text(tid);
}
