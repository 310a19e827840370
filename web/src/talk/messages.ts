/** What the two windows of a talk say to each other. Whatever comes in is read as if anyone had sent it. */
import { MOST_IN_LIST, MOST_LISTED, MOST_OF_ITEM } from '../store/listed';
import type { RingMap } from '../store/state';
import { isPlaceOnMap, mapFrom } from './ring-map';

/** A beat, as its author wrote it. */
export interface Said {
	/** the step it speaks of */
	at: number;
	/** '' where nothing is asked */
	ask: string;
	note: string;
	decisive: boolean;
}

/** Of a moment of the speaker's own: `place` and `of` count where a press stops. */
interface OwnTold {
	/** the step to which the next press leads; 0: to what comes behind the item */
	to: number;
	/** the room has gone another way */
	left: boolean;
}

interface FigureTold {
	place: number;
	of: number;
}

/** All that the notes window shows. */
export interface Told {
	kind: 'told';
	from: string;
	/** of the story; '' where none is open */
	title: string;
	/** its name in addresses */
	story: string;
	/** the items of the talk that it is one of, in their order */
	list: readonly string[];
	/** of a lesson, which of its figures and questions; `place` and `of` count its stops */
	figure?: FigureTold;
	/** of steps of the speaker's own */
	own?: OwnTold;
	/** which of them the room sees, from 1, where the list has more than stories from their start */
	item?: number;
	at: number;
	total: number;
	/** of the last step */
	sentence: string;
	/** the last one up to here */
	beat: Said | null;
	/** its question has not been answered in the room */
	open: boolean;
	next: Said | null;
	/** which of how many it is, from 1; 0: none yet */
	place: number;
	of: number;
	/** the story that the key leads to from the end of this one; '' for none */
	onward: string;
	/** the step at which the room has left the story; null: it is told, or there is none */
	left: number | null;
	/** what can come of the room's own steps, once that is known */
	outlook: string;
	/** what the page says in passing */
	says: string;
	/** what in the address could not be read, until the room has put it away; '' for nothing */
	amiss: string;
	/** the part that has the ring; '' for none */
	ring: string;
	/** where in the room's window that is; null: nowhere, or it has not come to rest */
	map: RingMap | null;
	black: boolean;
	/** the panel that the room sees in front of the slide, as an address or a key names it; '' for none */
	front: string;
	/** what Enter takes from outside, as its button says it; '' for nothing */
	choice: string;
	/** what a beat is called here: two locks side by side go from acquisition to acquisition, before a room from stop to stop */
	beats: Beats;
}

const BEATS = ['beat', 'acquisition', 'stop'] as const;
type Beats = (typeof BEATS)[number];

export type FromStage =
	| Told
	/** has begun, perhaps anew: who listens? */
	| { kind: 'hello'; from: string }
	| { kind: 'bye'; from: string }
	/** to another that has begun with the same talk, as a copied tab does */
	| { kind: 'taken'; from: string; to: string };

const ALL = [
	'next',
	'back',
	'right',
	'left',
	'take',
	'answer',
	'black',
	'unring',
	'story',
] as const;
export type Move = (typeof ALL)[number];

export type FromNotes =
	| { kind: 'ask' }
	/** has heard what was told */
	| { kind: 'heard' }
	| { kind: 'closed' }
	| { kind: 'move'; move: Move }
	/** one of KEYS, pressed in the window of the notes */
	| { kind: 'key'; key: string }
	/** the address of a place in the page that the room is to see */
	| { kind: 'open'; to: string }
	/** the part at that place of the room's window is to have the ring */
	| { kind: 'point'; x: number; y: number };

const VERSION = 1;
const MOST = {
	id: 40,
	name: 60,
	listed: MOST_LISTED,
	item: MOST_OF_ITEM,
	title: 400,
	text: 8000,
	number: 10_000_000,
};
const MOVES: readonly string[] = ALL;

/** What a speaker presses at the notes, and the room does: what a slide shows, not what a page sets up. */
export const KEYS: readonly string[] = [
	...[
		'v',
		'h',
		'e',
		'W',
		'D',
		'Q',
		'M',
		'T',
		'A',
		'V',
		'n',
		'q',
		'k',
		'P',
		'p',
		'y',
		'x',
		'F',
		'c',
		'C',
		'j',
		'J',
		'i',
		'+',
		'-',
		'<',
		'>',
	],
	...['1', '2', '3', '4', '5', '6', '7', '8', '9', 'Home', 'End', 'Escape'],
	/* a thread while a question is open */
	...[...'123456789'].map((digit) => `Shift+${digit}`),
];

/** Of this page, and of no other: what follows '#/' in its addresses. */
const PLACE = /^#\/(?!notes\b)[\w./?=&,%:~+!*'();-]*$/;
/** Alone, and with the talk that it is of. */
const MOST_OF_PLACE = { alone: 300, listed: 2 * MOST_IN_LIST };
const isPlace = (to: string): boolean =>
	to.length <= (/[?&]list=/.test(to) ? MOST_OF_PLACE.listed : MOST_OF_PLACE.alone) &&
	PLACE.test(to);

type Fields = Readonly<Record<string, unknown>>;

const fieldsOf = (data: unknown): Fields | null =>
	typeof data === 'object' && data !== null && !Array.isArray(data) ? (data as Fields) : null;

const isText = (value: unknown, most: number): value is string =>
	typeof value === 'string' && value.length <= most;
const isCount = (value: unknown): value is number =>
	Number.isInteger(value) && (value as number) >= 0 && (value as number) <= MOST.number;
const isList = (value: unknown): value is string[] =>
	Array.isArray(value) &&
	value.length <= MOST.listed &&
	value.every((text) => isText(text, MOST.item)) &&
	value.join().length <= MOST_IN_LIST;
const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';

/** undefined: it is none. */
function saidOf(data: unknown): Said | null | undefined {
	if (data === null) return null;
	const fields = fieldsOf(data);
	if (!fields) return undefined;
	const { at, ask, note, decisive } = fields;
	if (!isCount(at) || !isText(ask, MOST.text) || !isText(note, MOST.text) || !isFlag(decisive))
		return undefined;
	return { at, ask, note, decisive };
}

/** undefined: it is none. */
function ownOf(data: unknown): OwnTold | null | undefined {
	if (data === undefined) return null;
	const { to, left } = fieldsOf(data) ?? {};
	return isCount(to) && isFlag(left) ? { to, left } : undefined;
}

/** undefined: it is none. */
function figureOf(data: unknown): FigureTold | null | undefined {
	if (data === undefined) return null;
	const { place, of } = fieldsOf(data) ?? {};
	return isCount(place) && isCount(of) ? { place, of } : undefined;
}

function toldOf(fields: Fields, from: string): Told | null {
	const { title, at, total, sentence, open, place, of, ring, black } = fields;
	const { left, outlook, says, onward, story, list, front, choice } = fields;
	const { amiss, item = 0 } = fields;
	const [beat, next, map] = [saidOf(fields.beat), saidOf(fields.next), mapFrom(fields.map)];
	const own = ownOf(fields.own);
	if (beat === undefined || next === undefined || map === undefined) return null;
	const figure = figureOf(fields.figure);
	if (own === undefined || figure === undefined) return null;
	if (!isText(title, MOST.title) || !isText(sentence, MOST.text) || !isText(ring, MOST.title))
		return null;
	if (!isCount(at) || !isCount(total) || !isCount(place) || !isCount(of)) return null;
	if (left !== null && !isCount(left)) return null;
	if (!isText(outlook, MOST.text) || !isText(says, MOST.title)) return null;
	if (!isText(onward, MOST.title) || !isText(story, MOST.name) || !isList(list)) return null;
	if (!isCount(item) || item > list.length) return null;
	if (!isFlag(open) || !isFlag(black) || !isText(front, MOST.name)) return null;
	if (!isText(choice, MOST.title) || !isText(amiss, MOST.text)) return null;
	const unit = BEATS.find((name) => name === fields.beats);
	if (!unit) return null;
	const beats = { beat, open, next, place, of, left };
	const around = { amiss, ring, map, black, outlook, says, onward, story, list, front, choice };
	const which = { ...(item > 0 && { item }), ...(own && { own }), ...(figure && { figure }) };
	return {
		kind: 'told',
		from,
		title,
		at,
		total,
		sentence,
		...beats,
		...around,
		...which,
		beats: unit,
	};
}

function versioned(data: unknown): Fields | null {
	const fields = fieldsOf(data);
	return fields && fields.v === VERSION ? fields : null;
}

export function fromStage(data: unknown): FromStage | null {
	const fields = versioned(data);
	if (!fields) return null;
	const { kind, from, to } = fields;
	if (!isText(from, MOST.id) || from === '') return null;
	if (kind === 'told') return toldOf(fields, from);
	if (kind === 'hello' || kind === 'bye') return { kind, from };
	return kind === 'taken' && isText(to, MOST.id) ? { kind, from, to } : null;
}

export function fromNotes(data: unknown): FromNotes | null {
	const fields = versioned(data);
	if (!fields) return null;
	const { kind, move, key, to, x, y } = fields;
	if (kind === 'ask' || kind === 'heard' || kind === 'closed') return { kind };
	if (kind === 'key') return typeof key === 'string' && KEYS.includes(key) ? { kind, key } : null;
	if (kind === 'open') return typeof to === 'string' && isPlace(to) ? { kind, to } : null;
	if (kind === 'point') return isPlaceOnMap(x) && isPlaceOnMap(y) ? { kind, x, y } : null;
	if (kind !== 'move' || typeof move !== 'string' || !MOVES.includes(move)) return null;
	return { kind, move: move as Move };
}

export const sealed = (message: FromStage | FromNotes) => ({ v: VERSION, ...message });

/** Its windows find each other by this; two talks never share one. */
const PAIR = /^[a-z0-9]{8,16}$/;
export const isPair = (text: string): boolean => PAIR.test(text);

export function newName(): string {
	const numbers = crypto.getRandomValues(new Uint8Array(10));
	return Array.from(numbers, (n) => (n % 36).toString(36)).join('');
}

export const channelOf = (pair: string): string => `lockstep-talk-${pair}`;
