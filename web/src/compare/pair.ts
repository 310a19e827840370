/**
 * Two sides, each a stepper's core of its own: an App without an address. Both are stepped together, or one alone, and
 * meet at milestones, the k-th acquisition of the lock; the last that both reach ends the comparison, unless a side
 * fails: then each is told to its own end.
 */
import type { Core, Edited } from '../../../wasm/src';
import { nameIn } from '../app/fragment';
import { changesIn } from '../narration/changes';
import { playedIn } from '../narration/lock-name';
import type { Announced } from '../narration/room-title';
import type { App } from '../store/app';
import { DOUBLE_MS } from '../store/clicker';
import type { Pilot, SidesTold } from '../store/comparison';
import { createDocument, createTold } from '../store/document';
import { type CompareRoute, withoutNotes } from '../store/state';
import { acquisitionAt, type Cost, type Measures, measure, sumOf, turnAfter } from './measure';
import { type Schedules, type Stop, Way } from './stops';
import { toldAt } from './told';
import {
	type Fault,
	firstFault,
	type Played,
	played,
	playedOn,
	playedTitle,
	untilFault,
} from './workload';

interface Side {
	readonly app: App;
	readonly name: string;
	/** what it plays unless the reader changes it */
	readonly played: Played;
	/** what of it stands in the address */
	readonly given: 'nothing' | 'set-up' | 'steps';
}

const same = (a: ArrayLike<number>, b: ArrayLike<number>): boolean => {
	if (a.length !== b.length) return false;
	for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
	return true;
};

export class Pair implements Pilot<App> {
	readonly sides: readonly [Side, Side];
	/** the side that keys of one stepper mean */
	active: 0 | 1 = 0;
	/** the address that these two sides wrote */
	route: CompareRoute;
	private readonly known = new WeakMap<Side, { actions: Uint8Array; measures: Measures }>();
	private readonly faults = new WeakMap<Measures, Fault | null>();
	private wayKnown: { left: Measures; right: Measures; way: Way | null } | null = null;
	private parted: { left: Measures; right: Measures; step: number } | null = null;
	private readonly leave: (() => void)[] = [];
	/** the moments behind which a room has been shown what they come to, and since when */
	private closed = { at: [-1, -1], since: 0, talk: false };

	constructor(
		private readonly main: App,
		/** of the left side and of the right: two where an edited text runs there */
		readonly cores: readonly [Core, Core],
		route: CompareRoute,
	) {
		this.route = route;
		this.sides = [this.side(route, 0), this.side(route, 1)];
	}

	/** Follows the page, until the function that it returns is called. */
	attach(): () => void {
		const { main, sides } = this;
		main.comparison.pilot = this;
		let from = main.state.view;
		let view = withoutNotes(from);
		const follow = () => {
			const { view: now, reducedMotion } = main.state;
			if (now !== from) view = withoutNotes(now);
			from = now;
			for (const { app } of sides)
				if (app.state.view !== view || app.state.reducedMotion !== reducedMotion)
					app.store.set({ view, reducedMotion });
		};
		follow();
		/* whoever tells of the two can do so now */
		main.store.set({ route: this.route });
		this.leave.push(main.store.subscribe(follow));
		for (const { app } of sides) {
			let toast = app.state.toast;
			const told = () => {
				if (app.state.toast === toast) return;
				toast = app.state.toast;
				main.page.say(toast);
			};
			this.leave.push(app.store.subscribe(told));
			app.address.onLanding = () => this.write();
		}
		return () => {
			for (const end of this.leave.splice(0)) end();
			for (const { app } of sides) {
				app.address.onLanding = () => {};
				app.checker.cancel();
				app.cursor.stop();
			}
			if (main.comparison.pilot === this) main.comparison.pilot = null;
		};
	}

	private side(route: CompareRoute, index: 0 | 1): Side {
		const fragment = index === 0 ? route.left : route.right;
		const name = nameIn(fragment);
		const [published] = this.cores;
		const core = this.cores[index];
		const own = fragment === name ? null : this.given(core, fragment, name);
		const plays = played(published, route, name, { run: core });
		const config = own?.config ?? plays.config;
		const schedule = own?.schedule ?? plays.schedule;
		const app = this.main.beside();
		/* steps of the address may be the first ones of a story, which goes on behind them */
		const given = own === null ? 'nothing' : own.isAsGiven ? 'steps' : 'set-up';
		const open = own?.isAsGiven ? createDocument : createTold;
		const doc = open(core, config, schedule, route.at[index]);
		app.store.set({ core, route: { kind: 'stepper', fragment }, doc: { ...doc, aside: true } });
		return { app, name, played: plays, given };
	}

	/**
	 * What the address of a side has. A set-up without steps plays as much of its story as it takes. That, and the steps
	 * beside an edited text, are played on, so that both sides come to an end.
	 */
	private given(core: Core, fragment: string, name: string): Played & { isAsGiven: boolean } {
		const { config, schedule } = core.parseUrl(fragment);
		if (this.route.own === '' && schedule.length > 0) return { config, schedule, isAsGiven: true };
		const session = core.session(config);
		session.load(schedule.length > 0 ? schedule : (core.scenario(name)?.story ?? []));
		session.load(playedOn(core, session));
		return { config, schedule: untilFault(session), isAsGiven: false };
	}

	/** The address of both sides as they stand. */
	private write(): void {
		const { main, sides } = this;
		const [core] = this.cores;
		const [left, right] = sides.map(({ app, name, played: plays }) => {
			const { doc } = app.state;
			if (!doc) return name;
			const told =
				same(doc.session.columns().action, plays.schedule) &&
				JSON.stringify(doc.config) === JSON.stringify(plays.config);
			return told ? name : core.formatUrl(doc.config, doc.session.actions(), doc.session.length);
		}) as [string, string];
		this.route = { ...this.route, left, right, at: [this.at(0), this.at(1)] };
		main.store.set({ route: this.route });
		main.address.onLanding('replace');
	}

	at(index: 0 | 1): number {
		return this.sides[index].app.state.doc?.moment.at ?? 0;
	}

	length(index: 0 | 1): number {
		return this.sides[index].app.state.doc?.moment.length ?? 0;
	}

	/** What a side costs, measured anew when its schedule differs. */
	measures(index: 0 | 1): Measures {
		const side = this.sides[index];
		const session = side.app.state.doc?.session;
		if (!session) return { acquired: [], costs: [] };
		const { action } = session.columns();
		const known = this.known.get(side);
		if (known && same(known.actions, action)) return known.measures;
		const measures = measure(this.cores[index], session);
		this.known.set(side, { actions: action.slice(), measures });
		return measures;
	}

	/** Where a side fails; null: its schedule breaks no rule. Looked for anew when the schedule differs. */
	fault(index: 0 | 1): Fault | null {
		const measures = this.measures(index);
		const known = this.faults.get(measures);
		if (known !== undefined) return known;
		const { doc } = this.sides[index].app.state;
		const lock = this.cores[index].facts.locks.find(({ id }) => id === doc?.config.lock);
		const first = doc ? firstFault(doc.session) : null;
		const fault = first && { ...first, lock };
		this.faults.set(measures, fault);
		return fault;
	}

	/** Other steps than the published ones, which stop before their threads are done: nothing tells how they end. */
	isUnfinished(index: 0 | 1): boolean {
		const { app, played: plays } = this.sides[index];
		const session = app.state.doc?.session;
		if (!session || session.length === 0 || this.fault(index)) return false;
		if (same(session.columns().action, plays.schedule)) return false;
		const { threads } = session.machine(session.length);
		return !threads.every(({ status }) => status === 'done' || status === 'dead');
	}

	/** What plays on a side, whose text, and whose steps where both sides play the same. */
	title(index: 0 | 1): string {
		const { name, given } = this.sides[index];
		const own = this.own(index);
		const { doc } = this.sides[index].app.state;
		const title = playedTitle(this.cores[0], this.route, name);
		if (own) return `${title}, your ${own.text}.c`;
		const steps = given === 'steps' && this.sides[0].name === this.sides[1].name;
		const changes = doc ? changesIn(this.cores[index], doc.config) : [];
		return [title, ...changes, ...(steps ? ['other steps'] : [])].join(', ');
	}

	/** The reader's text, on the side that runs it. */
	own(index: 0 | 1): Edited | undefined {
		const { doc } = this.sides[index].app.state;
		return doc ? this.cores[index].editedOf(doc.config.lock) : undefined;
	}

	/** It runs its lock as that is published. */
	isUnchanged(index: 0 | 1): boolean {
		const { doc } = this.sides[index].app.state;
		return !doc || changesIn(this.cores[index], doc.config).length === 0;
	}

	get titles(): [string, string] {
		return [this.title(0), this.title(1)];
	}

	/** What is stepped on each side, which tells nothing of how that ends; where that is the same, what is told. */
	get names(): [string, string] {
		const [left, right] = this.titles;
		const names = this.sides.map(({ name }) => playedIn(this.cores[0], name));
		const [one = left, other = right] = names;
		const isAsItIs = ([0, 1] as const).every((side) => !this.own(side) && this.isUnchanged(side));
		return isAsItIs && one !== other ? [one, other] : [left, right];
	}

	/** The first step that the two do not do alike, from 1; 0: as far as both go there is none. */
	get parting(): number {
		/* they are measured anew when a schedule differs */
		const [left, right] = [this.measures(0), this.measures(1)];
		if (this.parted?.left !== left || this.parted.right !== right)
			this.parted = { left, right, step: this.firstApart() };
		return this.parted.step;
	}

	/** Both as they are measured, and what follows of that: made anew when a schedule differs. */
	private get way(): Way | null {
		const [left, right] = [this.measures(0), this.measures(1)];
		if (this.wayKnown?.left === left && this.wayKnown.right === right) return this.wayKnown.way;
		const of = this.schedules();
		const way = of && new Way(of);
		this.wayKnown = { left, right, way };
		return way;
	}

	private schedules(): Schedules | null {
		const [left, right] = this.sides.map(({ app }) => app.state.doc?.session);
		if (!left || !right) return null;
		return {
			core: this.cores,
			session: [left, right],
			measures: [this.measures(0), this.measures(1)],
			common: this.common,
			faults: [this.fault(0), this.fault(1)],
			parting: this.parting,
			end: [this.end(0), this.end(1)],
			own: this.route.own !== '',
		};
	}

	/** Where a room is stopped, in their order; the last is the end. */
	get stops(): readonly Stop[] {
		return this.way?.stops ?? [];
	}

	/** What a room is to watch from the start on; '' for nothing. */
	get watch(): string {
		return this.way?.watch ?? '';
	}

	/** Both have been played to where the comparison ends. */
	get isAtEnd(): boolean {
		return this.at(0) >= this.end(0) && this.at(1) >= this.end(1);
	}

	/** Both stand where a room is stopped. */
	get stopHere(): Stop | undefined {
		return this.way?.here(this.both);
	}

	private get both(): [number, number] {
		return [this.at(0), this.at(1)];
	}

	/** Where only the atomic accesses tell the two apart, a reader is stopped at these, too. */
	private get atomics(): readonly number[] {
		return this.way?.atomics ?? [];
	}

	/** A stop of both between where they stand and there. */
	private atomicBefore(left: number, right: number): number | undefined {
		const here = Math.max(this.at(0), this.at(1));
		return this.atomics.find((at) => at > here && at < left && at < right);
	}

	/** The next stop is an acquisition of the lock. */
	get isAcquisitionNext(): boolean {
		const next = this.reached + 1;
		const isOne = next <= this.common;
		return isOne && this.atomicBefore(this.moment(0, next), this.moment(1, next)) === undefined;
	}

	private firstApart(): number {
		const [left, right] = this.sides.map(({ app }) => app.state.doc?.session);
		if (!left || !right) return 0;
		const both = Math.min(left.length, right.length);
		for (let i = 0; i < both; i++) if (left.narrate(i) !== right.narrate(i)) return i + 1;
		return left.length === right.length ? 0 : both + 1;
	}

	/** How many acquisitions both sides reach. */
	get common(): number {
		return Math.min(this.measures(0).acquired.length, this.measures(1).acquired.length);
	}

	/** What both cost up to the last acquisition that both reach. */
	get sums(): [Cost, Cost] {
		const { common } = this;
		return [sumOf(this.measures(0), common), sumOf(this.measures(1), common)];
	}

	/** The moment of the k-th acquisition on a side; 0 is the start. */
	moment(index: 0 | 1, k: number): number {
		return k === 0 ? 0 : (this.measures(index).acquired[k - 1] ?? this.length(index));
	}

	/** No cost speaks for a lock that fails: what is compared is how each side ends. */
	get fails(): boolean {
		return this.fault(0) !== null || this.fault(1) !== null;
	}

	/** Where a side ends: at the last acquisition that both reach; where one fails, at its own end. */
	end(index: 0 | 1): number {
		const { common, fails } = this;
		return common === 0 || fails ? this.length(index) : this.moment(index, common);
	}

	/** The acquisitions that both have behind them. */
	get reached(): number {
		return Math.min(
			acquisitionAt(this.measures(0), this.at(0)),
			acquisitionAt(this.measures(1), this.at(1)),
		);
	}

	seekBoth(left: number, right: number): void {
		this.sides[0].app.cursor.seek(left);
		this.sides[1].app.cursor.seek(right);
	}

	toMilestone(k: number): void {
		const milestone = Math.max(0, Math.min(this.common, k));
		this.seekBoth(this.moment(0, milestone), this.moment(1, milestone));
	}

	/* --- the pilot: what the page's keys and buttons do here --- */

	canAdvance(): boolean {
		return !this.isAtEnd;
	}

	advance(): boolean {
		const more = this.canAdvance();
		for (const index of [0, 1] as const)
			if (this.at(index) < this.end(index)) this.sides[index].app.cursor.seek(this.at(index) + 1);
		return more;
	}

	back(): void {
		this.seekBoth(this.at(0) - 1, this.at(1) - 1);
	}

	home(): void {
		this.seekBoth(0, 0);
	}

	toEnd(): void {
		this.seekBoth(this.end(0), this.end(1));
	}

	/** The k-th acquisition, or where the side fails on the way there. Behind the last that both reach, what it does next. */
	private stopBefore(index: 0 | 1, k: number): number {
		const [at, fault] = [this.at(index), this.fault(index)?.at ?? 0];
		const session = this.sides[index].app.state.doc?.session;
		const goesOn = k > this.common && this.fails && session !== undefined;
		const there = goesOn
			? turnAfter(session, at)
			: Math.min(this.moment(index, k), this.end(index));
		return fault > at && fault < there ? fault : there;
	}

	milestone(direction: 1 | -1): void {
		if (direction === 1 ? this.closes() : this.uncover()) return;
		if (direction === -1 && this.at(0) + this.at(1) === 0 && this.main.state.course?.turn(-1))
			return;
		if (this.main.state.view.presenter) this.toStop(direction);
		else this.toAcquisition(direction);
	}

	private toStop(direction: 1 | -1): void {
		const { way, both } = this;
		if (way) this.seekBoth(...(direction === 1 ? way.next(both) : way.before(both)));
	}

	private toAcquisition(direction: 1 | -1): void {
		const behind = this.reached;
		if (direction === 1) {
			/* who was stepped alone may be further: it waits there */
			const next = (index: 0 | 1) => Math.max(this.at(index), this.stopBefore(index, behind + 1));
			const atomic = this.atomicBefore(next(0), next(1));
			if (atomic === undefined) this.seekBoth(next(0), next(1));
			else this.seekBoth(atomic, atomic);
			return;
		}
		const there = [0, 1].every(
			(index) => this.at(index as 0 | 1) === this.moment(index as 0 | 1, behind),
		);
		const k = Math.max(0, there ? behind - 1 : behind);
		const least = Math.max(this.moment(0, k), this.moment(1, k));
		const here = Math.min(this.at(0), this.at(1));
		const atomic = this.atomics.findLast((at) => at > least && at < here);
		if (atomic === undefined) this.toMilestone(k);
		else this.seekBoth(atomic, atomic);
	}

	/** What they come to stands in place of the two, which are at their end. */
	get isClosing(): boolean {
		return this.closed.at.every((at, index) => at === this.at(index as 0 | 1));
	}

	/** The stories that are told here, as they were written. */
	get stories(): string[] {
		const told = this.route.by === 'story' ? this.sides : [];
		return [...new Set(told.filter(({ given }) => given === 'nothing').map(({ name }) => name))];
	}

	/** What comes behind both in a talk; outside of one no press leads on. */
	get next(): (Announced & { open(): void }) | undefined {
		const { course } = this.main.state;
		if (!this.inTalk || !course) return undefined;
		const stop = course.stopAfter(this.main.state);
		const open = () => course.open(course.placeIn(this.main.state) + 1);
		return stop && { ...stop.named, open };
	}

	/** They are an item of a talk. */
	get inTalk(): boolean {
		return this.main.state.course?.stopIn(this.main.state) !== undefined;
	}

	/** What all of the talk asks to take home stands in place of the two, which were its last item. */
	get endsTalk(): boolean {
		return this.isClosing && this.closed.talk;
	}

	/** Before a room, one press behind the end: what it comes to; in a talk one more leads on. False: there is more to play. */
	private closes(): boolean {
		const { main, next } = this;
		if (!(main.state.view.presenter || this.inTalk) || this.canAdvance()) return false;
		const now = performance.now();
		if (!this.isClosing) {
			this.cover([this.at(0), this.at(1)]);
			const opens = next ? ` Page Down once more opens “${next.name}”.` : '';
			main.page.say(`The comparison ends here.${opens}`);
		} else if (now - this.closed.since < DOUBLE_MS) return true;
		else if (next) next.open();
		else if (this.inTalk && !this.closed.talk) {
			this.closed = { ...this.closed, talk: true };
			main.page.say('The talk ends here.');
			this.redraw();
		}
		return true;
	}

	private uncover(): boolean {
		const was = this.isClosing;
		if (this.endsTalk) {
			this.closed = { ...this.closed, talk: false };
			this.redraw();
		} else if (was) this.cover([-1, -1]);
		return was;
	}

	private cover(at: number[]): void {
		this.closed = { at, since: performance.now(), talk: false };
		this.redraw();
	}

	/** Who draws the two is told of it. */
	private redraw(): void {
		this.route = { ...this.route };
		this.main.store.set({ route: this.route });
	}

	/** Both can be played with other numbers of threads, as they are published. */
	get canGrow(): boolean {
		if (this.route.own !== '') return false;
		return this.isUnchanged(0) && this.isUnchanged(1);
	}

	/** What they cost with few threads and with many. */
	grow(): void {
		if (this.canGrow) this.main.page.setPanel('grown');
		else this.main.page.say('More threads are measured of the texts as they are published.');
	}

	/** What they come to was asked for before both have been played. */
	isAsked = false;

	hears(key: string): boolean {
		const { main } = this;
		if (key === 's') {
			if (main.state.view.presenter) main.page.setPanel('setup');
			else document.querySelector<HTMLElement>('[data-testid="compare-by"]')?.focus();
			return true;
		}
		if (key === 'n') {
			this.grow();
			return true;
		}
		if (key === 'V') return main.futures.whereItCameFrom();
		if (key !== 'a' || !main.state.view.presenter) return false;
		this.isAsked = true;
		this.redraw();
		return true;
	}

	told(): SidesTold {
		const { sides, reached, common } = this;
		const title = this.titles.join(' · ');
		const sentences = ([0, 1] as const).map((index) => {
			const { moment, session } = sides[index].app.state.doc ?? {};
			const last = moment?.sentence || 'At the start.';
			const point = moment && session ? toldAt(session, this.measures(index), moment.at) : '';
			return `${index === 0 ? 'Left' : 'Right'}: ${last} ${point}`.trim();
		});
		const sentence = sentences.join(' ');
		if (!this.main.state.view.presenter)
			return {
				front: '',
				title,
				beats: 'acquisition',
				place: reached,
				of: common,
				sentence,
				look: '',
				next: '',
			};
		const { stops, both } = this;
		const passed = this.way?.passed(both) ?? 0;
		const next = passed < stops.length - 1 ? (stops[passed]?.look ?? '') : '';
		const onward = this.next ? 'next' : 'closing';
		return {
			front: this.isClosing ? onward : '',
			title,
			beats: 'stop',
			place: passed,
			of: stops.length,
			sentence,
			look: this.look,
			next,
		};
	}

	/** What a room is to look at where both stand. */
	get look(): string {
		return this.stopHere?.look ?? this.watch;
	}

	beside(): App {
		return this.sides[this.active].app;
	}

	escape(): boolean {
		if (this.uncover()) return true;
		const open = this.sides.find(({ app }) => app.state.panel !== 'none');
		open?.app.page.closePanel();
		return open !== undefined;
	}
}
