/**
 * The items of a talk, each as an address has it (docs/presenting.md). A list comes from anyone: what is no item is left
 * out and said, which it was and why; the others stay. Nothing here asks the page for anything.
 */

import { MOST_IN_LIST, MOST_LISTED, MOST_OF_ITEM } from '../store/listed';
import { nearestName } from '../store/nearest';
import { parted } from '../store/query';

export interface Item {
	/** 'story' also from a later moment on; 'moment': steps or a set-up of the reader's own */
	kind: 'story' | 'moment' | 'level' | 'pair' | 'lesson' | 'recording';
	/** one item is written in one way */
	text: string;
	/** what is open where it is shown, as store/course.ts names it */
	of: string;
	/** the scenario, the level, the lesson, the recorded run, or the two sides by their scenarios */
	names: readonly string[];
	/** keys of its address; without the title */
	keys: ReadonlyMap<string, string>;
	/** '' for none of its own */
	title: string;
}

/** What there is to be shown. */
export interface Known {
	/** undefined: there is no such scenario */
	story(name: string): { sandbox: boolean } | undefined;
	/** for the nearest of a name that is none */
	stories: readonly string[];
	levels: readonly string[];
	lessons: readonly string[];
	/** that come with the page */
	recordings: readonly string[];
}

/** Letters. */
export const MOST = { item: MOST_OF_ITEM, title: 80, shown: 60, told: 3 };

/** What may stand in a value of each key; of those of others an item has no use. */
const PLAIN = /^[\w.,~*-]{1,2000}$/;
const NUMBER = /^\d{1,6}$/;
const ANY = /^.{1,2000}$/s;
type Keys = Readonly<Record<string, RegExp>>;
const MOMENT: Keys = {
	v: PLAIN,
	n: NUMBER,
	r: NUMBER,
	roles: PLAIN,
	sw: PLAIN,
	b: PLAIN,
	own: ANY,
	fp: PLAIN,
	s: PLAIN,
	at: NUMBER,
	round: NUMBER,
	cache: /^1$/,
};
const PAIR: Keys = { by: /^(?:story|turns)$/, n: NUMBER, rounds: NUMBER, own: ANY };
const LEVEL: Keys = {};
const RECORDING: Keys = { at: NUMBER };

/** How one looks at it, and where two or a level stand: an item begins at its start, and is seen as the talk is. */
const LEFT_OUT = new Set(
	'p text theme src embed notes split plain list item lesson seed marks cache'.split(' '),
);
const OF_START = new Set('l r at s v fp'.split(' '));

/** Of a story as it was written these leave it a story. */
const OF_STORY = new Set(['at', 'cache', 'v']);

const SIDE = /^([\w.-]{1,60})(?:\?[\w.,=&%~*+-]{0,2000})?$/;

class Refused extends Error {}
const refuse = (why: string): never => {
	throw new Refused(why);
};

function plain(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		return refuse(`“${shown(text)}” has a “%” that stands for nothing`);
	}
}

const shown = (text: string): string =>
	text.length > MOST.shown ? `${text.slice(0, MOST.shown)}…` : text;

/** Letters that are drawn, and one space between words. */
export const titleFrom = (text: string): string =>
	[...text.replace(/[\p{C}\s]+/gu, ' ').trim()].slice(0, MOST.title).join('').trim();

/** Spaces stay, for an address has a plus sign for each. */
const written = (value: string): string => encodeURIComponent(value).replace(/%20/g, ' ');

function nearestText(name: string, names: readonly string[]): string {
	const near = nearestName(name, names);
	return near ? `The nearest name is “${near}”.` : 'No name is near it.';
}

function known(name: string, { story, stories }: Known): { sandbox: boolean } {
	return (
		story(name) ??
		refuse(`there is no story of the name “${shown(name)}”. ${nearestText(name, stories)}`)
	);
}

/** The keys that its kind has, in one order; what only says how one looks at it goes. */
function keysIn(query: string, allowed: Keys): { keys: Map<string, string>; title: string } {
	const found = new Map<string, string>();
	let title = '';
	for (const pair of query.split(';').filter((one) => one !== '')) {
		const [, key = '', raw = ''] = /^([^=]*)=?(.*)$/s.exec(pair) ?? [];
		const value = plain(raw);
		const rule = Object.hasOwn(allowed, key) ? allowed[key] : undefined;
		if (key === 't') title = titleFrom(value);
		else if (rule && !rule.test(value)) refuse(`“${shown(pair)}” cannot be read`);
		else if (rule) found.set(key, value);
		else if (!LEFT_OUT.has(key) && !OF_START.has(key))
			refuse(`“${shown(pair)}” means nothing in it`);
	}
	const order = Object.keys(allowed).filter((key) => found.has(key));
	return { keys: new Map(order.map((key) => [key, found.get(key) ?? ''])), title };
}

function textOf(path: string, keys: ReadonlyMap<string, string>, title: string): string {
	const pairs = [...keys].map(([key, value]) => `${key}=${written(value)}`);
	if (title) pairs.push(`t=${written(title)}`);
	return pairs.length > 0 ? `${path}?${pairs.join(';')}` : path;
}

/** What the page has of each kind by its name, and which keys an item of it may have. */
const NAMED = {
	level: { kind: 'level', keys: LEVEL, named: 'levels', says: 'level' },
	learn: { kind: 'lesson', keys: LEVEL, named: 'lessons', says: 'lesson' },
	trace: { kind: 'recording', keys: RECORDING, named: 'recordings', says: 'recorded run' },
} as const;

function namedIn(first: keyof typeof NAMED, name: string, query: string, all: Known): Item {
	const { kind, keys: allowed, named, says } = NAMED[first];
	const names = all[named];
	if (!names.includes(name))
		refuse(`there is no ${says} of the name “${shown(name)}”. ${nearestText(name, names)}`);
	const { keys, title } = keysIn(query, allowed);
	if (Number(keys.get('at') ?? 0) === 0) keys.delete('at');
	const of = `${first}/${name}`;
	return { kind, text: textOf(of, keys, title), of, names: [name], keys, title };
}

function pairIn(parts: readonly string[], query: string, all: Known): Item {
	if (parts.length !== 2) refuse('it has not the names of two stories');
	const sides = parts.map(plain);
	const names = sides.map((side) => {
		const [, name = side] = SIDE.exec(side) ?? refuse(`“${shown(side)}” is no side`);
		known(name, all);
		return name;
	});
	const { keys, title } = keysIn(query, PAIR);
	const path = `compare/${sides.map(encodeURIComponent).join('/')}`;
	const of = `compare/${names.join('/')}`;
	return { kind: 'pair', text: textOf(path, keys, title), of, names, keys, title };
}

function momentIn(name: string, query: string, all: Known): Item {
	const { sandbox } = known(name, all);
	const { keys, title } = keysIn(query, MOMENT);
	const isOwn = sandbox || [...keys.keys()].some((key) => !OF_STORY.has(key));
	if (keys.get('v') === '1') keys.delete('v');
	if (!isOwn && Number(keys.get('at') ?? 0) === 0) keys.delete('at');
	const kind = isOwn ? 'moment' : 'story';
	return { kind, text: textOf(name, keys, title), of: name, names: [name], keys, title };
}

/** The item; or why it is none, as the end of a sentence. */
export function readItem(text: string, all: Known): Item | string {
	if (text.length > MOST.item)
		return `it has ${text.length} letters, and an item has at most ${MOST.item}.`;
	const { path, query } = parted(text);
	const [first = '', ...rest] = path.split('/');
	try {
		if (Object.hasOwn(NAMED, first) && rest.length === 1)
			return namedIn(first as keyof typeof NAMED, rest[0] ?? '', query, all);
		if (first === 'compare') return pairIn(rest, query, all);
		if (rest.length === 0) return momentIn(first, query, all);
		return refuse(
			'a talk has stories, moments of one’s own, levels, two side by side, lessons and recorded runs, and nothing else.',
		);
	} catch (error) {
		if (error instanceof Refused) return error.message.replace(/[^.]$/, '$&.');
		throw error;
	}
}

/** Two of one address are one item, whatever they are called. */
export const addressKey = (text: string): string => text.replace(/[?;]t=[^;]*/, '');

interface Read {
	items: Item[];
	/** whole sentences for the reader: which item was left out, and why */
	refused: string[];
}

/** `asked`: what stands behind 'list=', decoded once. */
export function readItems(asked: string, all: Known): Read {
	const whole = asked.length <= MOST_IN_LIST;
	/* the last may have been cut in two */
	const kept = whole ? asked : asked.slice(0, MOST_IN_LIST).replace(/,[^,]*$/, '');
	const texts = kept
		.split(',')
		.map((text) => text.trim())
		.filter((text) => text !== '');
	const items: Item[] = [];
	const refused: string[] = [];
	for (const [i, text] of texts.entries()) {
		const item = readItem(text, all);
		const said = `Item ${i + 1} of this talk, “${shown(text)}”, is left out:`;
		if (typeof item === 'string') refused.push(`${said} ${item}`);
		else if (items.some((one) => addressKey(one.text) === addressKey(item.text)))
			refused.push(`${said} it stands in the talk twice, and is told once, at its first place.`);
		else items.push(item);
	}
	const more = refused.splice(MOST.told).length;
	if (more > 0) refused.push(`So are ${more} more of its items.`);
	if (!whole)
		refused.push(
			`The list of this talk has ${asked.length} letters. It may have ${MOST_IN_LIST}: what comes behind that is left out.`,
		);
	if (items.length > MOST_LISTED)
		refused.push(
			`The list of this talk has ${items.length} items. A talk has at most ${MOST_LISTED}: the others are left out.`,
		);
	return { items: items.slice(0, MOST_LISTED), refused };
}

/** An item of what an address of the page shows, all that follows '#/'; or why it is none. */
export function itemFrom(address: string, title: string, all: Known): Item | string {
	const { path, query } = parted(address);
	const keys = [...new URLSearchParams(query)].map(
		([key, value]) => `${written(key)}=${written(value)}`,
	);
	const clean = titleFrom(title);
	if (clean) keys.push(`t=${written(clean)}`);
	return readItem(keys.length > 0 ? `${path}?${keys.join(';')}` : path, all);
}
