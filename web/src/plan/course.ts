/** A talk of stories, moments, levels and pairs: what each is called, and the ways from one to the next. */

import lessons from 'virtual:lesson-heads';
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { decoded, fragmentOf, nameIn } from '../app/fragment';
import { pairTitle } from '../gallery/pairs';
import { levelNamed, levels } from '../levels/facts';
import { playedIn } from '../narration/lock-name';
import { type Announced, announcedOf, onceMore } from '../narration/room-title';
import type { App } from '../store/app';
import { DOUBLE_MS } from '../store/clicker';
import { findBackward, findForward } from '../store/events';
import { turnTest } from '../store/own-course';
import { parted } from '../store/query';
import type { Course, Document, Moment, OwnPlace, Route, State, Stop, View } from '../store/state';
import { SHIPPED } from '../trace/shipped';
import { addressOf, itemHash, listText, talkKeys } from './address';
import { type Item, type Known, MOST, readItem, readItems } from './items';

export const knownTo = ({ facts: { scenarios } }: Core): Known => ({
	story: (name) => scenarios.find((scenario) => scenario.name === name),
	stories: scenarios.filter(({ sandbox }) => !sandbox).map(({ name }) => name),
	levels: levels.map(({ name }) => name),
	lessons: lessons.map(({ slug }) => slug),
	recordings: SHIPPED.map(({ id }) => id),
});

const shortly = (core: Core, name: string): string => core.scenario(name)?.title ?? name;

/** As the gallery calls it, of the work that it is offered with there. */
function offeredTitle(left: ScenarioFacts, right: ScenarioFacts, keys: Item['keys']): string {
	const { name, title = '', work } = left.beside ?? {};
	if (name !== right.name) return '';
	const given = [...new URLSearchParams(work ?? '')];
	const own = ['by', 'n', 'rounds', 'own'].filter((key) => keys.has(key));
	const same =
		own.length === given.length && given.every(([key, value]) => keys.get(key) === value);
	return same ? title : '';
}

function pairNamed(core: Core, { names, keys }: Item): string {
	const [left, right] = names.map((name) => core.scenario(name));
	if (!left || !right) return '';
	const offered = offeredTitle(left, right, keys);
	if (offered || keys.get('by') !== 'turns')
		return pairTitle({ left, right, work: '', title: offered }).replace(' | ', ' beside ');
	const [one, other] = names.map((name) => playedIn(core, name));
	return one === other ? `${one}, twice` : `${one} beside ${other}`;
}

/** Where it begins: of a story "from step 11 on", of one's own steps "at step 12". */
function placed(core: Core, { kind, names, keys }: Item): string {
	const title = shortly(core, names[0] ?? '');
	const at = keys.get('at');
	if (kind === 'story') return at ? `${title}, from step ${at} on` : title;
	const steps = keys.has('s') ? 'steps of your own' : 'your set-up';
	return at ? `${title}, ${steps}, at step ${at}` : `${title}, ${steps}`;
}

function lessonTitle(slug = ''): string {
	const head = lessons.find((lesson) => lesson.slug === slug);
	return head ? `Lesson ${head.number}: ${head.title}` : slug;
}

function recordedTitle({ names: [id = ''], keys }: Item): string {
	const title = SHIPPED.find((run) => run.id === id)?.title ?? id;
	const at = keys.get('at');
	return at ? `Recorded: ${title}, from step ${at} on` : `Recorded: ${title}`;
}

function titleOf(core: Core, item: Item): string {
	if (item.kind === 'lesson') return item.title || lessonTitle(item.names[0]);
	if (item.kind === 'recording') return item.title || recordedTitle(item);
	if (item.kind === 'level') {
		const title = levelNamed(item.names[0] ?? '')?.title ?? '';
		return `Level: ${item.title || title}`;
	}
	if (item.kind === 'pair') return `Side by side: ${item.title || pairNamed(core, item)}`;
	return item.title || placed(core, item);
}

/** What the one saves, and at which price, is what a comparison is made for; of a planted fault, how each ends. */
function pairAnnounced(core: Core, { names, keys }: Item): Stop['named'] {
	const [one, other] = names.map((side) => playedIn(core, side));
	const threads = Number(keys.get('n') ?? 0);
	const where = threads > 0 ? ` with ${threads} threads` : '';
	if (names.some((side) => (core.scenario(side)?.switches ?? 0) !== 0))
		return { name: pairText(one, other), asks: 'Where do the two part, and how does each end?' };
	return one === other
		? { name: pairText(one, other), asks: `What does each of the two cost${where}?` }
		: {
				name: pairText(one, other),
				asks: `What does ${other} save${where}, and what is the price?`,
			};
}

const pairText = (one = '', other = ''): string =>
	one === other ? `${one}, side by side` : `${one} beside ${other}`;

/** No name of a story that the room is still to be asked about. */
function namedFor(core: Core, item: Item): Stop['named'] {
	const [name = ''] = item.names;
	const scenario = core.scenario(name);
	const named = (text: string) => ({ name: text, asks: '' });
	if (item.kind === 'level') return named(titleOf(core, item).replace('Level', 'Your turn'));
	if (item.kind === 'lesson' || item.kind === 'recording') return named(titleOf(core, item));
	if (item.title) return named(item.title);
	if (item.kind === 'pair') return pairAnnounced(core, item);
	if (item.kind === 'story' && scenario && !item.keys.has('at')) return announcedOf(core, scenario);
	/* there may be two of one lock, and their titles may be answers */
	const from = item.kind === 'story' ? `, from step ${item.keys.get('at')} on` : '';
	return named(scenario?.sandbox ? shortly(core, name) : `${playedIn(core, name)}${from}`);
}

export function stopFrom(core: Core, item: Item): Stop {
	const { kind, text, of, title: typed } = item;
	return { kind, text, of, typed, title: titleOf(core, item), named: namedFor(core, item) };
}

/** Of a text that this browser has kept; where it is none, why. */
export function stopOfText(core: Core, text: string): Stop | string {
	const item = readItem(text, knownTo(core));
	return typeof item === 'string' ? item : stopFrom(core, item);
}

/** What is open, as an item names it; '' where it is no part of any talk. */
function openOf({ doc, route }: Pick<State, 'doc' | 'route'>): string {
	if (route.kind === 'compare') return `compare/${nameIn(route.left)}/${nameIn(route.right)}`;
	if (route.kind === 'learn') return route.lesson ? `learn/${route.lesson}` : '';
	if (route.kind !== 'stepper' || !doc) return '';
	/* an address of a file of the reader's means nothing elsewhere */
	if (doc.recording) return doc.recording.own ? '' : `trace/${doc.recording.id}`;
	return doc.level ? `level/${doc.level.facts.name}` : doc.config.scenario;
}

/** The same of what an address opens. */
export function openIn(hash: string): string {
	return parted(fragmentOf(hash))
		.path.split('/')
		.map((part) => nameIn(decoded(part)))
		.join('/');
}

const itemIn = (hash: string): number => {
	const [, number = '0'] = /[?&]item=(\d{1,2})(?:&|$)/.exec(hash) ?? [];
	return Number(number) - 1;
};

/**
 * The talk of an address becomes the one that is open. What is to be said of it before it begins; what cannot be read of
 * the steps of its other items follows. `before`: on the way from one item to the next it is the same talk.
 */
export function takeUp(
	app: App,
	core: Core,
	asked: string,
	hash: string,
	before: Course | null,
): string[] {
	const { items, refused } = readItems(asked, knownTo(core));
	const made = new TalkCourse(
		app,
		items.map((item) => stopFrom(core, item)),
	);
	const isSame = before instanceof TalkCourse && before.from === made.from;
	const course = isSame ? before : made;
	const list = course.stops.map(({ text }) => text);
	app.store.set({ view: { ...app.state.view, list, item: itemIn(hash) }, course });
	if (!isSame) void course.check(core).catch(() => {});
	const said = [...refused];
	const open = openIn(hash);
	const [first] = course.stops;
	if (first && !course.stops.some(({ of }) => of === open))
		said.push(
			`“${open.slice(0, MOST.shown)}” is not in the list of the talk that this address has, so it stands alone. That talk begins with “${first.title}”.`,
		);
	return said;
}

/** How the speaker looks at it stays from item to item. */
function lookOf({ theme, textSize, presenter, stage }: View): string {
	const look = [
		theme !== 'auto' && `&theme=${theme}`,
		textSize !== 0 && `&text=${textSize}`,
		presenter && `&p=${stage === 'code' ? 'code' : '1'}`,
	];
	return look.filter(Boolean).join('');
}

/** What comes behind an item. */
interface Ahead {
	stop: Stop;
	/** of a story that is told from its start: its module may say what it asks */
	story: ScenarioFacts | undefined;
}

export class TalkCourse implements Course {
	/** behind 'list=' of its addresses */
	readonly from: string;
	private readonly list: readonly string[];
	private readonly ranges = new Map<string, { from: number; steps: readonly number[] }>();
	/** the moment at which the room has been told what comes next, and since when */
	private told: { at: Moment | Route; since: number } | null = null;
	private pressedBack = Number.NEGATIVE_INFINITY;
	/** stops of one's own steps by their item, as far as they have stood here whole */
	private readonly ownStops = new Map<string, readonly number[]>();
	private own: { at: Moment; place: OwnPlace } | null = null;
	private unwait = () => {};

	constructor(
		private readonly app: App,
		readonly stops: readonly Stop[],
	) {
		this.list = stops.map(({ text }) => text);
		this.from = listText(this.list);
	}

	/** One thing may be there twice: the address says which. */
	placeIn(shown: Pick<State, 'view' | 'doc' | 'route'>): number {
		const { stops } = this;
		const of = openOf(shown);
		if (of === '') return -1;
		if (stops[shown.view.item]?.of === of) return shown.view.item;
		const plain = stops.findIndex(({ text }) => text === of);
		return plain >= 0 ? plain : stops.findIndex((stop) => stop.of === of);
	}

	stopIn(shown: Pick<State, 'view' | 'doc' | 'route'>): Stop | undefined {
		return this.stops[this.placeIn(shown)];
	}

	stopAfter(shown: Pick<State, 'view' | 'doc' | 'route'>): Stop | undefined {
		const place = this.placeIn(shown);
		return place < 0 ? undefined : this.stops[place + 1];
	}

	inAddress(shown: Pick<State, 'view' | 'doc' | 'route'>): string {
		const place = this.placeIn(shown);
		return place < 0 ? '' : talkKeys(this.list, place);
	}

	open(place: number, atItsEnd = false): void {
		const { app, stops } = this;
		const stop = stops[place];
		if (!stop) return;
		this.unwait();
		const isLesson = stop.kind === 'lesson';
		app.store.set({ lessonEnd: atItsEnd && isLesson ? stop.of.replace('learn/', '') : '' });
		if (atItsEnd && stop.kind !== 'level' && !isLesson) this.waitFor(place);
		if (!atItsEnd && stop.kind === 'story') this.keepAnnounced(stop);
		app.address.open(`${itemHash(this.list, place)}${lookOf(app.state.view)}`);
	}

	/** What comes stays before the room until the story can be shown. */
	private keepAnnounced({ of, named }: Stop): void {
		const { interval, route, view } = this.app.state;
		if (!view.presenter) return;
		const { at = route, next = named } = interval ?? {};
		this.app.store.set({ interval: { at, next: next ?? named, leads: of } });
	}

	/** As soon as it is there, at its end: before it is drawn. */
	private waitFor(place: number): void {
		const { app } = this;
		const { doc } = app.state;
		const { pilot } = app.comparison;
		const isAsked = () => app.state.course === this && app.state.view.item === place;
		let asked = false;
		const unsubscribe = app.store.subscribe(() => {
			/* until its address has been read another is open; and behind that the reader has gone elsewhere */
			if (!isAsked()) {
				if (asked) this.unwait();
				return;
			}
			asked = true;
			const { route, doc: now } = app.state;
			const beside = app.comparison.pilot;
			if (route.kind === 'compare' && beside !== null && beside !== pilot) {
				this.unwait();
				/* it is there, and its sides are not heard yet */
				queueMicrotask(() => beside.toEnd());
			} else if (route.kind === 'stepper' && now !== null && now !== doc) {
				this.unwait();
				app.cursor.seek(now.session.length);
			}
		});
		this.unwait = () => {
			unsubscribe();
			this.unwait = () => {};
		};
	}

	turn(direction: 1 | -1): boolean {
		const { state } = this.app;
		if (this.placeIn(state) < 0) return false;
		if (direction === -1 && this.isAtStart()) return this.back();
		if (direction === 1 && this.isAtEnd()) return this.onward();
		if (state.doc?.recording) return this.alongRecorded(state.doc, direction);
		return state.doc !== null && this.along(state.doc, direction);
	}

	/** To the end of the item before; two presses in a row are one. */
	private back(): boolean {
		const now = performance.now();
		const isDouble = now - this.pressedBack < DOUBLE_MS;
		this.pressedBack = now;
		if (!isDouble) this.open(this.placeIn(this.app.state) - 1, true);
		return true;
	}

	/** Through steps of one's own, from where the item begins to their end. */
	private along(doc: Document, direction: 1 | -1): boolean {
		const { core } = this.app.state;
		const range = this.range();
		if (!core || range?.stop.kind !== 'moment') return false;
		const { from } = range;
		const { at, length } = doc.moment;
		if (!this.isWhole(doc) || (direction === -1 && at <= from)) return false;
		const test = turnTest(core, doc.session);
		const next = direction === 1 ? findForward(doc.session, at, test) : findBackward(at - 2, test);
		if (direction === -1) this.app.cursor.seek(Math.max(from, next + 1));
		else this.app.runs.through(next < 0 ? length : next + 1);
		return true;
	}

	private isWhole(doc: Document): boolean {
		const { length } = doc.moment;
		return length === this.range()?.steps.length && this.isOwnUpTo(doc, length);
	}

	ownIn({ core, doc }: State): OwnPlace | null {
		const range = this.range();
		if (!core || !doc || doc.recording || doc.level || range?.stop.kind !== 'moment') return null;
		if (this.own?.at !== doc.moment)
			this.own = { at: doc.moment, place: this.ownPlace(core, doc, range.stop.text, range.from) };
		return this.own.place;
	}

	/** As Page Down goes, which `along` does. */
	private ownPlace(core: Core, doc: Document, text: string, from: number): OwnPlace {
		const { at, length } = doc.moment;
		const isWhole = this.isWhole(doc);
		const test = turnTest(core, doc.session);
		let stops = this.ownStops.get(text) ?? [];
		if (isWhole && stops.length === 0) {
			const behind = Array.from({ length: length - from }, (_, i) => from + i + 1);
			stops = [from, ...behind.filter((step) => step === length || test(step - 1))];
			this.ownStops.set(text, stops);
		}
		const isEnd = this.isAtEnd();
		const next = isWhole && !isEnd ? findForward(doc.session, at, test) : -1;
		return {
			place: Math.max(1, stops.filter((stop) => stop <= at).length),
			of: Math.max(1, stops.length),
			to: isWhole && !isEnd ? (next < 0 ? length : next + 1) : 0,
			isLeft: !isWhole && !isEnd,
		};
	}

	/** Of thousands of steps a room is shown those that have a bookmark: the run came with some. */
	private alongRecorded({ moment: { at }, bookmarks }: Document, direction: 1 | -1): boolean {
		const { cursor } = this.app;
		const next = bookmarks.find((bookmark) => bookmark > at);
		if (direction === -1) cursor.seek(bookmarks.findLast((bookmark) => bookmark < at) ?? 0);
		else if (next === undefined) return this.onward();
		else cursor.seek(next);
		return true;
	}

	onward(): boolean {
		const { app } = this;
		const { doc, view, interval, apart, route } = app.state;
		const at = route.kind === 'learn' ? route : doc?.moment;
		if (!at || this.placeIn(app.state) < 0) return false;
		const next = this.ahead();
		const now = performance.now();
		const isTold = this.told?.at === at && (!view.presenter || interval?.at === at);
		if (!next) {
			app.page.say('The talk ends here.');
			if (view.presenter) app.store.set({ interval: { at, next: null } });
		} else if (!isTold) {
			this.told = { at, since: now };
			const { title, named } = next.stop;
			/* the room reads it, unless the notes are in a window of their own */
			const name = apart || !view.presenter ? title : named.name;
			const ends =
				doc?.moment === at && doc.moment.story === 'ended' ? 'The story ends here. ' : '';
			app.page.say(`${ends}Page Down once more opens “${name}”.`);
			if (view.presenter) this.announce(at, next);
		} else if (now - (this.told?.since ?? now) >= DOUBLE_MS) this.open(this.placeIn(app.state) + 1);
		return true;
	}

	private ahead(): Ahead | undefined {
		const { state } = this.app;
		const stop = this.stopAfter(state);
		const isWhole = stop && stop.text === stop.of;
		return stop && { stop, story: isWhole ? state.core?.scenario(stop.of) : undefined };
	}

	/** At once by what is known of it, and by what it asks as soon as its lock is there. */
	private announce(at: Moment | Route, { stop, story }: Ahead): void {
		const { store, state } = this.app;
		const { core } = state;
		store.set({ interval: { at, next: stop.named } });
		if (!core || !story) return;
		core
			.load(story.lock)
			.then(() => {
				const loaded = core.scenario(story.name);
				if (loaded && this.app.state.interval?.at === at)
					store.set({ interval: { at, next: this.announced(core, loaded) } });
			})
			.catch(() => {}); /* then it is said when it is opened */
	}

	/** Of a second story that is called by the same lock it says so. */
	private announced(core: Core, story: ScenarioFacts): Announced {
		const place = this.stops.findIndex(({ text }) => text === story.name);
		const told = this.stops.slice(0, place).flatMap(({ text }) => core.scenario(text) ?? []);
		return onceMore(core, announcedOf(core, story), told);
	}

	/** Of the item that is open: where it begins, and its steps. */
	private range(): { stop: Stop; from: number; steps: readonly number[] } | null {
		const { core } = this.app.state;
		const stop = this.stopIn(this.app.state);
		if (!core || !stop || (stop.kind !== 'story' && stop.kind !== 'moment')) return null;
		const known = this.ranges.get(stop.text);
		if (known) return { stop, ...known };
		const { schedule, at } = core.parseUrl(addressOf(stop.text));
		const range = { steps: [...schedule], from: stop.text === stop.of ? 0 : at };
		this.ranges.set(stop.text, range);
		return { stop, ...range };
	}

	private isAtStart(): boolean {
		const { doc, route } = this.app.state;
		if (route.kind === 'compare' || route.kind === 'learn') return true;
		return doc !== null && (doc.moment.at === 0 || doc.moment.at === this.range()?.from);
	}

	/** Of a level any moment is: the room goes on when the speaker does. A lesson asks behind its last figure. */
	private isAtEnd(): boolean {
		const { doc, route } = this.app.state;
		if (route.kind === 'learn' || doc?.level) return true;
		const range = this.range();
		if (!doc || range?.stop.kind !== 'moment') return false;
		/* also where the room has gone on from there and come back, or where nothing goes on */
		return !doc.moment.next || (doc.moment.at === range.steps.length && this.isOwnUpTo(doc));
	}

	/** The steps up to there are those of the item. */
	private isOwnUpTo({ session, moment: { at } }: Document, end = at): boolean {
		const steps = this.range()?.steps ?? [];
		return end <= steps.length && steps.slice(0, end).every((a, i) => session.action(i) === a);
	}

	/** Something is. */
	private opened(): Promise<void> {
		return new Promise((resolve) => {
			const { store } = this.app;
			const unsubscribe = store.subscribe(() => {
				if (openOf(store.get()) === '') return;
				unsubscribe();
				resolve();
			});
		});
	}

	/** What cannot be read of the steps of the items that are not open is said before the talk comes to them. */
	async check(core: Core): Promise<void> {
		const { app } = this;
		const { item } = app.state.view;
		const said: string[] = [];
		/* what is said of the one that opens comes first */
		await this.opened();
		for (const [place, { kind, text, of, title }] of this.stops.entries()) {
			const isSteps = (kind === 'story' || kind === 'moment') && text !== of;
			/* an edited text is another one */
			if (!isSteps || place === item || /[?;]own=/.test(text)) continue;
			await core.load(core.lockOf(of));
			const { notes } = core.parseUrl(addressOf(text));
			said.push(...notes.map((note) => `Item ${place + 1} of this talk, “${title}”: ${note}`));
		}
		const { notices, course } = app.state;
		if (said.length > 0 && course === this)
			app.store.set({ notices: [...notices, ...said.slice(0, MOST.told)] });
	}
}
