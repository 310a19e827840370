/**
 * Draws a QueuePicture into one <g>, which belongs to D3 alone. What is there is keyed by thread, or
 * by its number: it enters, moves and leaves. The picture is true at once in all that it says; only places and
 * opacity take a moment to follow, and the next step interrupts them.
 */
import { type BaseType, local, type Selection, select } from 'd3-selection';
import type {} from 'd3-transition';
import type { Kind } from './kind';
import { CELL, EDGE, NODE, POINTER, TURN } from './parts';
import type { QueuePicture } from './picture';

/**
 * `move`: everything glides from where it stands to its new place. `jump`: all is there at once.
 * `keep`: the moment is the same, so what is on its way stays on its way.
 */
export type Motion = 'move' | 'jump' | 'keep';

const MS = 200;
const FADE_MS = 120; /* who moves up must not stand on who has left */

/** What moves things comes after the picture; until then each stands at its place at once. */
let movable = false;
export async function loadMotion(): Promise<void> {
	await import('d3-transition');
	movable = true;
}

const stands = local<number[]>();
const goal = local<string>();

type Group<D> = Selection<SVGGElement, D, SVGGElement, unknown>;

export function drawQueue(root: SVGGElement, picture: QueuePicture, wanted: Motion): void {
	const motion = movable ? wanted : 'jump';
	join(root, CELL, picture.cells, motion);
	join(root, EDGE, picture.edges, motion);
	join(root, NODE, picture.nodes, motion);
	join(
		root,
		TURN,
		picture.nodes.filter((n) => n.ready),
		motion,
	);
	join(root, POINTER, picture.pointers, motion);
}

/** Ends all motion, wherever it is. */
export function stopQueue(root: SVGGElement): void {
	if (movable) select(root).selectAll('*').interrupt();
}

function join<D>(root: SVGGElement, kind: Kind<D>, data: readonly D[], motion: Motion): void {
	const layer = select(root)
		.selectAll<SVGGElement, string>(`g[data-layer="${kind.name}"]`)
		.data([kind.name])
		.join('g')
		.attr('data-layer', kind.name);
	const bound = layer.selectAll<SVGGElement, D>(':scope > g').data(data, function (d, i) {
		return this instanceof SVGGElement && this.dataset.key ? this.dataset.key : kind.key(d, i);
	});
	leave(bound.exit<D>(), motion);
	const entered = bound
		.enter()
		.append('g')
		.attr('data-key', kind.key)
		.attr('opacity', 0)
		.each(function (d) {
			const place = kind.place(d);
			set(this, kind, kind.origin?.(place) ?? place);
		});
	entered
		.merge(bound)
		.order()
		.attr('data-leaving', null)
		.each(function (d) {
			kind.fill(this, d);
			follow(this, kind, kind.place(d), motion);
		});
}

function set<D>(element: SVGGElement, kind: Kind<D>, place: number[]): void {
	stands.set(element, place);
	kind.put(element, place);
}

/** Whatever moved there moves no more. */
const still = <D, P extends BaseType, Q>(of: Selection<SVGGElement, D, P, Q>) =>
	movable ? of.interrupt() : of;

/** On its way to its place, or there. */
function follow<D>(element: SVGGElement, kind: Kind<D>, place: number[], motion: Motion): void {
	const to = place.join();
	if (motion !== 'jump' && goal.get(element) === to) return;
	goal.set(element, to);
	const it = still(select(element));
	if (motion === 'move') {
		it.transition()
			.duration(MS)
			.attr('opacity', 1)
			.tween('place', () => {
				const from = stands.get(element) ?? place;
				return (t) =>
					set(
						element,
						kind,
						place.map((end, i) => (from[i] ?? end) * (1 - t) + end * t),
					);
			});
	} else {
		it.attr('opacity', 1);
		set(element, kind, place);
	}
}

/** What leaves says nothing any more: only its shape fades. */
function leave<D>(all: Group<D>, motion: Motion): void {
	const gone =
		motion === 'jump'
			? all
			: all.filter(function () {
					return this.dataset.leaving === undefined;
				});
	gone
		.attr('data-leaving', '')
		.selectAll('text, [data-part="changed"], [data-part="pointed"]')
		.remove();
	gone.each(function () {
		goal.remove(this);
	});
	const it = still(gone);
	if (motion === 'move') it.transition().duration(FADE_MS).attr('opacity', 0).remove();
	else it.remove();
}
