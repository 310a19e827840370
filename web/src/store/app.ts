/** The page's one store and the commands that change it. No React and no DOM in here. */
import type { Action, Config, StepResult } from '../../../wasm/src';
import { ghostsOf, keepBranch } from './branches';
import { Checker, type Explore } from './checker';
import { choose, createDocument, isEnv, refreshed, tidOf } from './document';
import { createFrameGate } from './frame-gate';
import { Jumps } from './jumps';
import { Motor } from './motion';
import { Runs } from './runs';
import { clampTextSize, type Document, type Route, type State, type View } from './state';
import { createStore, type Store } from './store';
import { storyLength } from './stories';

/** How the address bar should take a change: as the same place, or as a new one to come back from. */
export type Landing = 'replace' | 'push';

export const initialView: View = {
	theme: 'auto',
	textSize: 0,
	source: 'dialect',
	presenter: false,
	speed: 1,
	seed: 1,
};

export const initialState: State = {
	core: null,
	loadError: '',
	route: { kind: 'gallery' },
	view: initialView,
	reducedMotion: false,
	systemDark: false,
	roomy: false,
	doc: null,
	motion: 'still',
	check: { kind: 'none' },
	notices: [],
	toast: '',
	panel: 'none',
	blackout: false,
};

export class App {
	readonly store: Store<State> = createStore(initialState);
	readonly checker: Checker;
	readonly jumps = new Jumps(this);
	readonly runs = new Runs(this);
	/** told after each change that the address should follow */
	onLanding: (landing: Landing) => void = () => {};
	/** told before this moment is left for another place, so that its address is up to date */
	onLeaving: () => void = () => {};
	private readonly scrubbing = createFrameGate();
	readonly motor = new Motor(() => this.store.set({ motion: 'still' }));

	constructor(explore: Explore) {
		this.checker = new Checker(this.store, explore);
	}

	get state(): State {
		return this.store.get();
	}

	get doc(): Document | null {
		return this.state.doc;
	}

	// ---- documents -------------------------------------------------------------------------------

	/** Goes where the address says; what does not apply is dropped and said. */
	goTo(route: Route, notices: readonly string[] = []): void {
		this.motor.stop();
		this.checker.reset();
		const core = this.state.core;
		if (route.kind !== 'stepper' || !core) {
			this.store.set({ route, doc: null, notices, panel: 'none' });
			return;
		}
		const parsed = core.parseUrl(route.fragment);
		const doc = createDocument(core, parsed.config, parsed.schedule, parsed.at);
		this.inherit(doc);
		const marks = (parsed.extra.marks ?? '').split('.').map(Number);
		doc.bookmarks = marks.filter((m) => Number.isInteger(m) && m > 0 && m <= doc.session.length);
		this.store.set({ route, doc, notices: [...notices, ...parsed.notes], panel: 'none' });
	}

	/** Starts a scenario, or the present one with other settings, as a new place in the history. */
	open(config: Config): void {
		const core = this.state.core;
		if (!core) return;
		this.motor.stop();
		this.onLeaving();
		this.checker.reset();
		const doc = createDocument(core, config, [], 0);
		this.store.set({ route: { kind: 'stepper', fragment: '' }, doc, notices: [] });
		this.onLanding('push');
	}

	openScenario(name: string): void {
		const core = this.state.core;
		if (core?.scenario(name)) this.open(core.configOf(name));
	}

	restart(changes: Partial<Config>): void {
		const { core, doc } = this.state;
		if (core && doc) this.open(core.configOf(doc.config.scenario, { ...doc.config, ...changes }));
	}

	// ---- single steps ------------------------------------------------------------------------------

	step(action: Action): StepResult {
		this.motor.stop();
		return this.take(action);
	}

	/** The thread's own step, by number. */
	stepThread(tid: number): StepResult {
		const count = this.doc?.config.threads ?? 0;
		return tid <= count ? this.step(tid - 1) : 'illegal';
	}

	forward(): boolean {
		this.motor.stop();
		return this.advance();
	}

	back(): void {
		const { route } = this.state;
		const at = route.kind === 'compare' ? route.at : (this.doc?.moment.at ?? 0);
		this.seek(at - 1);
	}

	seek(at: number): void {
		this.motor.stop();
		if (this.state.route.kind === 'compare') this.compareTo(at);
		else this.moveTo(at);
	}

	/** Seek for a drag: only the newest place, at most once a frame. */
	scrub(at: number): void {
		this.scrubbing.latest(() => this.seek(at));
	}

	compareTo(at: number): void {
		const { route } = this.state;
		if (route.kind !== 'compare') return;
		const target = Math.max(0, Math.min(this.compareLength(), at));
		this.store.set({ route: { ...route, at: target } });
		this.onLanding('replace');
	}

	home(): void {
		this.seek(0);
	}

	/** To the end of the kept future; from there, through what is left of the story. */
	end(): void {
		if (this.state.route.kind === 'compare') this.compareTo(this.compareLength());
		const doc = this.doc;
		if (!doc) return;
		if (doc.moment.at < doc.moment.length) this.seek(doc.moment.length);
		else this.runs.during((d) => d.moment.next?.from === 'story');
	}

	// ---- play --------------------------------------------------------------------------------------

	playPause(): void {
		if (this.motor.moving) {
			this.motor.stop();
			return;
		}
		if (!this.canAdvance()) return;
		const tale = this.doc?.moment.next?.from;
		this.motor.play(
			() => this.advance() && this.canAdvance() && this.sameTale(tale),
			() => this.state.view.speed,
		);
		this.store.set({ motion: 'playing' });
	}

	pause(): void {
		this.motor.stop();
	}

	// ---- branches and counterexamples ----------------------------------------------------------------

	takeGhost(index: number): void {
		const doc = this.doc;
		const ghost = doc?.ghosts[index];
		if (!doc || !ghost) return;
		this.replaceSchedule(ghost.branch.schedule, ghost.from);
		this.say('The other future is back. Forward replays it.');
	}

	playCounterexample(): void {
		const { check } = this.state;
		if (check.kind !== 'done' || check.progress.path.length === 0) return;
		this.replaceSchedule(check.progress.path, 0);
		this.store.set({ panel: 'none' });
		this.playPause();
	}

	// ---- the rest of the page --------------------------------------------------------------------------

	setView(change: Partial<View>): void {
		this.store.set({ view: { ...this.state.view, ...change } });
		this.onLanding('replace');
	}

	openGallery(): void {
		this.onLeaving();
		this.goTo({ kind: 'gallery' });
		this.onLanding('push');
	}

	/** The address of this moment, for others. */
	link: () => string = () => '';

	changeTextSize(by: number): void {
		this.setView({ textSize: clampTextSize(this.state.view.textSize + by) });
	}

	startCheck(maxStates?: number): void {
		this.store.set({ panel: 'check' });
		void this.checker.start(maxStates);
	}

	toggleBlackout(): void {
		this.motor.stop();
		this.store.set({ blackout: !this.state.blackout });
	}

	/** Closes what is open, else stops what moves, else leaves presenter view. */
	escape(): void {
		const { panel, motion, view } = this.state;
		if (panel !== 'none') this.closePanel();
		else if (motion !== 'still') this.motor.stop();
		else if (view.presenter) this.setView({ presenter: false });
	}

	closePanel(): void {
		this.store.set({ panel: 'none' });
	}

	setPanel(panel: State['panel']): void {
		this.store.set({ panel: this.state.panel === panel ? 'none' : panel });
	}

	dismissNotices(): void {
		this.store.set({ notices: [] });
	}

	say(toast: string): void {
		this.store.set({ toast });
	}

	// ---- within ------------------------------------------------------------------------------------

	/** Back and forward in the history keep the branches that were made on the way. */
	private inherit(doc: Document): void {
		const old = this.doc;
		if (!old || JSON.stringify(old.config) !== JSON.stringify(doc.config)) return;
		const left = { schedule: old.session.actions(), origin: '' };
		doc.branches = keepBranch(old.branches, left);
		doc.ghosts = ghostsOf(doc.branches, doc.session.actions());
		doc.focusTid = old.focusTid;
	}

	private take(action: Action, origin = ''): StepResult {
		const { core, doc } = this.state;
		if (!core || !doc) return 'illegal';
		const { session, moment } = doc;
		if (moment.at < moment.length && session.action(moment.at) !== action) this.onLeaving();
		const { result, branches, branched } = choose(doc.session, doc.branches, action, origin);
		const next = refreshed(core, doc, branches);
		if (!isEnv(action) && result !== 'illegal') next.focusTid = tidOf(action);
		this.store.set({ doc: next });
		this.onLanding(branched ? 'push' : 'replace');
		return result;
	}

	private compareLength(): number {
		const { core, route } = this.state;
		if (!core || route.kind !== 'compare') return 0;
		return Math.max(storyLength(core, route.left), storyLength(core, route.right));
	}

	/** Play stops where a kept future or a story ends, instead of making up what comes then. */
	private sameTale(begun: string | undefined): boolean {
		return begun === 'thread' || this.doc?.moment.next?.from !== 'thread';
	}

	private canAdvance(): boolean {
		const { route } = this.state;
		if (route.kind === 'compare') return route.at < this.compareLength();
		return this.doc?.moment.next != null;
	}

	private advance(): boolean {
		const { route } = this.state;
		if (route.kind === 'compare') {
			const more = this.canAdvance();
			this.compareTo(route.at + 1);
			return more;
		}
		const next = this.doc?.moment.next;
		if (!next) return false;
		const result = this.take(next.action);
		return result === 'moved' || result === 'spun';
	}

	private moveTo(at: number): void {
		const { core, doc } = this.state;
		if (!core || !doc) return;
		const target = Math.max(0, Math.min(doc.session.length, Math.round(at)));
		if (target === doc.session.cursor) return;
		doc.session.seek(target);
		this.store.set({ doc: refreshed(core, doc, doc.branches) });
		this.onLanding('replace');
	}

	/** Puts another schedule in place of the present one, which stays as a branch. */
	private replaceSchedule(schedule: readonly Action[], at: number): void {
		const { core, doc } = this.state;
		if (!core || !doc) return;
		this.motor.stop();
		this.onLeaving();
		const left = doc.session.actions();
		doc.session.load(schedule);
		doc.session.seek(Math.min(at, doc.session.length));
		const branches = keepBranch(doc.branches, { schedule: left, origin: '' });
		this.store.set({ doc: refreshed(core, doc, branches) });
		this.onLanding('push');
	}
}
