/** The parts of the picture that can have the ring: how each is found where it is drawn, and what it is called. */
import type { MachineView } from '../../../wasm/src';
import type { Box, RingMap } from '../store/state';

interface Kind {
	/** where it is drawn, inside the stepper */
	selector: string;
	/** what is the same of it at every moment */
	key(element: Element, room: Element): string;
	name(element: Element, machine: MachineView): string;
}

const textOf = (element: Element | null | undefined) => element?.textContent?.trim() ?? '';
const attribute = (name: string) => (element: Element) => element.getAttribute(name) ?? '';
const rowOf = (element: Element, room: Element) =>
	[...room.querySelectorAll('[data-row]')].indexOf(element.closest('[data-row]') as Element);

function wordName(element: Element, machine: MachineView): string {
	const id = Number(element.getAttribute('data-word'));
	const all = [...machine.words, ...machine.nodes.flatMap((n) => n.words)];
	return all.find((w) => w.id === id)?.name ?? textOf(element);
}

const rowTitle = (element: Element) => {
	const row = element.closest('[data-row]');
	const named = row?.querySelector('dt') ?? row?.querySelector('[data-word], [data-of-letters]');
	return textOf(named) || (row?.getAttribute('data-row') ?? '');
};

/** The inmost first. */
const KINDS: Readonly<Record<string, Kind>> = {
	field: {
		selector: '[data-field]',
		key: attribute('data-field'),
		name: (e) => `the field ${e.getAttribute('data-field')}`,
	},
	inNode: {
		selector: '[data-layer="nodes"] > [data-tid] > [data-key]',
		key: (e, room) =>
			`${rowOf(e, room)} ${e.parentElement?.getAttribute('data-tid')} ${e.getAttribute('data-key')}`,
		name: (e) => `T${e.parentElement?.getAttribute('data-tid')}.${e.getAttribute('data-key')}`,
	},
	node: {
		selector: '[data-layer="nodes"] > [data-tid]',
		key: (e, room) => `${rowOf(e, room)} ${e.getAttribute('data-tid')}`,
		name: (e) => `T${e.getAttribute('data-tid')} in ${rowTitle(e)}`,
	},
	cell: {
		selector: '[data-layer="cells"] > [data-key]',
		key: (e, room) => `${rowOf(e, room)} ${e.getAttribute('data-key')}`,
		name: (e) => `${textOf(e)} in ${rowTitle(e)}`,
	},
	word: {
		selector: '[data-word]',
		key: attribute('data-word'),
		name: wordName,
	},
	row: {
		selector: '[data-region="memory"] [data-row]',
		key: (e, room) => String(rowOf(e, room)),
		name: rowTitle,
	},
	thread: {
		selector: '[data-thread]',
		key: attribute('data-thread'),
		name: (e) => `the row of T${e.getAttribute('data-thread')}`,
	},
	lane: {
		selector: '[data-lane]',
		key: attribute('data-lane'),
		name: (e) => `the lane of T${e.getAttribute('data-lane')}`,
	},
	line: {
		selector: '[data-line]',
		key: attribute('data-line'),
		name: (e) => `line ${e.getAttribute('data-line')}`,
	},
};

interface Part {
	/** its kind, and what tells it from others of that kind */
	id: string;
	name: string;
}

const LEAST = 2; /* pixels: less is not drawn */
const LANE = 12; /* pixels above and below one that is alone */

function isDrawn(element: Element): boolean {
	const { width, height } = element.getBoundingClientRect();
	return width > LEAST && height > LEAST;
}

const isSeen = (element: Element) => isDrawn(element) && !element.closest('[data-leaving]');

/** Of a lane its whole length: the pointer is seldom at its name. */
function laneUnder(element: Element, y: number): Element | undefined {
	const lanes = [
		...(element.closest('[aria-label^="Lanes"]')?.querySelectorAll('[data-lane]') ?? []),
	];
	const middle = (lane: Element) => {
		const { top, bottom } = lane.getBoundingClientRect();
		return (top + bottom) / 2;
	};
	const away = (lane: Element) => Math.abs(middle(lane) - y);
	const [nearest, second] = lanes.sort((a, b) => away(a) - away(b));
	if (!nearest) return undefined;
	const row = second ? Math.abs(middle(second) - middle(nearest)) : 2 * LANE;
	return away(nearest) <= row / 2 ? nearest : undefined;
}

function partOf(element: Element, room: Element, machine: MachineView): Part | null {
	for (const [kind, { selector, key, name }] of Object.entries(KINDS)) {
		const found = element.closest(selector);
		if (found && room.contains(found))
			return { id: `${kind} ${key(found, room)}`, name: name(found, machine) };
	}
	return null;
}

/** What a pointer at that height points at. */
export function partAt(
	element: Element,
	y: number,
	room: Element,
	machine: MachineView,
): Part | null {
	const lane = laneUnder(element, y);
	return partOf(lane ?? element, room, machine);
}

/** All that can have the ring, in the order in which they stand. */
export function partsIn(room: Element, machine: MachineView): Part[] {
	const every = Object.values(KINDS).map(({ selector }) => selector);
	const found = new Map<string, Part>();
	for (const element of room.querySelectorAll(every.join())) {
		const part = isSeen(element) ? partOf(element, room, machine) : null;
		if (part?.name && !found.has(part.id)) found.set(part.id, part);
	}
	return [...found.values()];
}

/** Where it is drawn now; null: nowhere. */
export function placeOf(id: string, room: Element): DOMRect | null {
	const kind = KINDS[id.slice(0, id.indexOf(' '))];
	const key = id.slice(id.indexOf(' ') + 1);
	if (!kind) return null;
	const found = [...room.querySelectorAll(kind.selector)].find(
		(e) => kind.key(e, room) === key && isSeen(e),
	);
	if (!found) return null;
	const box = found.getBoundingClientRect();
	const lanes = found.matches('[data-lane]') && found.closest('svg')?.getBoundingClientRect();
	return lanes ? new DOMRect(box.left, box.top, lanes.right - box.left, box.height) : box;
}

/** Of what a map of the room's window shows: what is called how. */
const ON_MAP: readonly (readonly [selector: string, name: (e: Element) => string])[] = [
	['[data-thread]', (e) => `T${e.getAttribute('data-thread')}`],
	[
		'[data-region="memory"] [data-row]',
		(e) => textOf(e.querySelector('dt') ?? e.querySelector('[data-word]')),
	],
	['[data-layer="nodes"] > [data-tid]', (e) => `T${e.getAttribute('data-tid')}`],
	[
		'[data-testid="word"] header',
		(e) => textOf(e.querySelector('[data-word]') ?? e.firstElementChild),
	],
	['[data-lane]', (e) => `T${e.getAttribute('data-lane')}`],
	['[data-testid="narration"]', () => ''],
	['[data-region="source"]', () => ''],
];
const MOST_ON_MAP = 40;
const NAME_ON_MAP = 20;

/** Where the ring is among the other parts of the window; null where its part is not drawn. */
export function mapOf(id: string, room: Element): RingMap | null {
	const at = placeOf(id, room);
	if (!at) return null;
	const of = (px: number) => Math.max(0, Math.round((px / innerWidth) * 1000));
	const boxOf = ({ left, top, width, height }: DOMRect): Box => [
		of(left),
		of(top),
		of(width),
		of(height),
	];
	const parts = ON_MAP.flatMap(([selector, name]) =>
		[...room.querySelectorAll(selector)].filter(isSeen).map((e) => ({
			name: name(e).slice(0, NAME_ON_MAP),
			box: boxOf(e.getBoundingClientRect()),
		})),
	);
	return { height: of(innerHeight), ring: boxOf(at), parts: parts.slice(0, MOST_ON_MAP) };
}

/** What stands at a place of that map. */
export function partOnMap(
	{ x, y }: { x: number; y: number },
	room: Element,
	machine: MachineView,
): Part | null {
	const [left, top] = [(x / 1000) * innerWidth, (y / 1000) * innerWidth];
	for (const element of document.elementsFromPoint(left, top)) {
		const part = room.contains(element) ? partAt(element, top, room, machine) : null;
		if (part) return part;
	}
	return null;
}
