/** The address of a moment, taken apart and put together. The core reads and writes the stepper's part. */

import type { Action, Core } from '../../../wasm/src';
import { circleOf } from '../store/circle';
import { isItem, listFrom } from '../store/listed';
import { splitFrom, splitText } from '../store/split';
import {
	clampTextSize,
	type Document,
	initialView,
	type Route,
	type State,
	type Theme,
	type View,
} from '../store/state';
import { decoded, fragmentOf, withKeys } from './fragment';
import { listNotices, nearestText } from './talk-list';

function splitQuery(fragment: string): [path: string, query: URLSearchParams] {
	const mark = fragment.indexOf('?');
	const path = mark < 0 ? fragment : fragment.slice(0, mark);
	return [path, new URLSearchParams(mark < 0 ? '' : fragment.slice(mark + 1))];
}

/** Where an address leads; what leads nowhere gives the gallery and says so. */
export function routeOf(core: Core, hash: string): { route: Route; notices: string[] } {
	const fragment = fragmentOf(hash);
	const [path, query] = splitQuery(fragment);
	const parts = path.split('/').filter(Boolean).map(decoded);
	const known = (name: string | undefined) => (name && core.scenario(name) ? name : null);
	if (parts.length === 0) return { route: { kind: 'gallery' }, notices: [] };
	if (parts[0] === 'learn')
		return { route: { kind: 'learn', lesson: parts[1] ?? '' }, notices: [] };
	if (parts[0] === 'compare') {
		const [left, right] = [parts[1], parts[2]].map((part) =>
			known(part?.replace(/\?.*/s, '')) ? part : null,
		);
		const number = (key: string, most: number) =>
			Math.min(most, Math.max(0, Number.parseInt(query.get(key) ?? '', 10) || 0));
		const both = number('at', 100_000);
		if (left && right) {
			const at = [number('l', 100_000) || both, number('r', 100_000) || both] as const;
			const by = query.get('by') === 'turns' ? 'turns' : 'story';
			const [threads, rounds] = [number('n', 8), number('rounds', 4)];
			const own = query.get('own') ?? '';
			return { route: { kind: 'compare', left, right, at, by, threads, rounds, own }, notices: [] };
		}
		return {
			route: { kind: 'gallery' },
			notices: ['The address names scenarios to compare that do not exist here.'],
		};
	}
	if (parts[0] === 'docs' || parts[0] === 'findings') {
		/* whoever types it means the documents */
		const [first = '', second = '', third = ''] = parts[0] === 'docs' ? parts.slice(1) : parts;
		const ofLock = first === 'locks' && second !== '';
		const name = ofLock ? `locks/${second}` : first;
		return { route: { kind: 'docs', name, place: ofLock ? third : second }, notices: [] };
	}
	if (parts[0] === 'notes') return { route: { kind: 'notes', pair: parts[1] ?? '' }, notices: [] };
	if (parts[0] === 'levels') {
		const name = (parts[1] ?? '').slice(0, 60);
		const notice = `There is nothing called “${name}” among the levels: one of them is at #/level/NAME. These are the ones there are.`;
		return { route: { kind: 'levels' }, notices: name ? [notice] : [] };
	}
	if (parts[0] === 'repair' && parts[1])
		return { route: { kind: 'levels', repair: parts[1] }, notices: [] };
	if (known(parts[0]))
		return {
			route: { kind: 'stepper', fragment },
			notices: itemsIn(hash) ? [] : listNotices(core, String(parts[0]), query.get('list')),
		};
	if ((parts[0] === 'trace' || parts[0] === 'level') && parts[1])
		return { route: { kind: 'stepper', fragment }, notices: [] };
	const name = (parts[0] ?? '').slice(0, 60);
	return {
		route: { kind: 'gallery' },
		notices: [`There is no scenario called “${name}” here. ${nearestText(core, name)}`],
	};
}

const THEMES: readonly Theme[] = ['auto', 'light', 'dark'];
/** View settings that an address carries; others stay as they are. */
export function viewFromHash(hash: string): Partial<View> {
	const [, query] = splitQuery(fragmentOf(hash));
	const view: Partial<View> = {};
	const theme = THEMES.find((t) => t === query.get('theme'));
	if (theme) view.theme = theme;
	const text = Number(query.get('text') ?? Number.NaN);
	if (Number.isFinite(text)) view.textSize = clampTextSize(text);
	const source = query.get('src');
	if (source === 'kernel' || source === 'dialect') view.source = source;
	const seed = Number(query.get('seed') ?? Number.NaN);
	if (Number.isInteger(seed) && seed >= 0 && seed <= 0xffffffff) view.seed = seed;
	const presents = query.get('p');
	if (query.get('embed') === '1') view.embed = true;
	/* in a frame there is no presenter view */ else if (presents === '1' || presents === 'code') {
		view.presenter = true;
		view.stage = presents === 'code' ? 'code' : 'picture';
	}
	if (query.get('notes') === '0') view.notes = false;
	const split = splitFrom(query.get('split') ?? '');
	if (split) view.split = split;
	const plain = query.get('plain');
	if (plain === '1' || plain === 'code') view.plain = plain === '1' ? 'picture' : 'code';
	if (query.get('cache') === '1') view.cache = true;
	const list = query.get('list');
	if (list !== null) view.list = listFrom(list);
	const lesson = query.get('lesson') ?? '';
	if (/^[\w-]{1,60}$/.test(lesson)) view.lesson = lesson;
	return view;
}

/** The list of a talk that has more than names, which plan/items.ts reads; null: it has none. */
export function itemsIn(hash: string): string | null {
	const list = splitQuery(fragmentOf(hash))[1].get('list');
	return list && isItem(list) ? list : null;
}

function extrasOf(view: View, doc: Document | null): Record<string, string> {
	const extra: Record<string, string> = {};
	if (view.theme !== initialView.theme) extra.theme = view.theme;
	if (view.textSize !== initialView.textSize) extra.text = String(view.textSize);
	if (view.presenter) extra.p = view.stage === 'code' ? 'code' : '1';
	if (view.embed) extra.embed = '1';
	if (view.cache) extra.cache = '1';
	if (!doc) return extra;
	if (!view.notes) extra.notes = '0';
	if (view.plain !== 'no') extra.plain = view.plain === 'code' ? 'code' : '1';
	if (view.source) extra.src = view.source;
	const split = splitText(view.split);
	if (split) extra.split = split;
	/* also of one story: its notes have a script by it */
	if (!view.list.some(isItem) && view.list.includes(doc.config.scenario))
		extra.list = view.list.join(',');
	if (view.lesson) extra.lesson = view.lesson;
	if (view.seed !== initialView.seed) extra.seed = String(view.seed);
	if (doc.bookmarks.length > 0) extra.marks = doc.bookmarks.join('.');
	return extra;
}

/** What is to come of a story need not be said: the scenario's name brings it. */
function stepsIn({ session, moment, branches }: Document): Action[] {
	const steps = session.actions();
	const told = moment.story === 'telling' && branches.some((b) => b.stays);
	return told ? steps.slice(0, moment.at) : steps;
}

const SET_UP = ['n', 'r', 'roles', 'sw', 'b'];

/** A moment of a level: its name says the set-up. */
function levelFragment(name: string, fragment: string): string {
	const [, query] = splitQuery(fragment);
	for (const key of SET_UP) query.delete(key);
	const tail = query.toString();
	return `level/${name}${tail && `?${tail}`}`;
}

/** The address of what the page shows now. */
export function hashOf(state: State): string {
	const hash = shownHash(state);
	const talk = state.course?.inAddress(state);
	return talk ? withKeys(hash, talk) : hash;
}

function shownHash(state: State): string {
	const { core, route, view, doc } = state;
	if (core && doc && route.kind === 'stepper') {
		const extra = extrasOf(view, doc);
		const steps = stepsIn(doc);
		const own = core.editedOf(doc.config.lock);
		if (own) extra.own = own.packed;
		const circle = circleOf(doc);
		if (circle?.returns.some(({ end }) => end <= steps.length)) extra.round = String(circle.first);
		if (doc.recording) {
			const also = new URLSearchParams(extra).toString();
			return `#/${doc.recording.address(doc)}${also && `&${also}`}`;
		}
		const fragment = core.formatUrl(doc.config, steps, doc.moment.at, extra);
		return `#/${doc.level ? levelFragment(doc.level.facts.name, fragment) : fragment}`;
	}
	const query = new URLSearchParams(extrasOf(view, null));
	let path = '';
	if (route.kind === 'levels')
		path = route.repair ? `repair/${encodeURIComponent(route.repair)}` : 'levels';
	if (route.kind === 'compare') {
		if (view.plain !== 'no') query.set('plain', '1');
		if (view.lesson) query.set('lesson', view.lesson);
		path = `compare/${encodeURIComponent(route.left)}/${encodeURIComponent(route.right)}`;
		if (route.at[0] > 0) query.set('l', String(route.at[0]));
		if (route.at[1] > 0) query.set('r', String(route.at[1]));
		if (route.by === 'turns') {
			query.set('by', 'turns');
			if (route.threads > 0) query.set('n', String(route.threads));
			if (route.rounds > 0) query.set('rounds', String(route.rounds));
		}
		if (route.own) query.set('own', route.own);
	}
	if (route.kind === 'docs') path = ['docs', route.name, route.place].filter(Boolean).join('/');
	if (route.kind === 'notes') path = `notes/${encodeURIComponent(route.pair)}`;
	if (route.kind === 'learn') path = ['learn', route.lesson].filter(Boolean).join('/');
	const tail = query.toString();
	return `#/${path}${tail ? `?${tail}` : ''}`;
}
