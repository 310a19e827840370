/** The page's one store and the commands that change it. No React and no DOM in here. */
import {
	type Action,
	type Config,
	type Core,
	ENDLESS,
	type Schedule,
	type StepResult,
} from '../../../wasm/src';
import { ghostsOf, keepBranch } from './branches';
import { Checker, type Explore } from './checker';
import { choose, createDocument, envKindOf, isEnv, refreshed, tidOf } from './document';
import { contentionTest, findBackward, findForward } from './events';
import { createFrameGate } from './frame-gate';
import { Jumps } from './jumps';
import { Motor } from './motion';
import { Runs } from './runs';
import {
	clampTextSize,
	type Document,
	type Route,
	type State,
	type Theme,
	type View,
} from './state';
import { createStore, type Store } from './store';
import { storyLength } from './stories';

/** What opens recorded runs; see trace/recordings.ts. */
export interface Recordings {
	/** what follows '#/' in the address of a recorded run */
	goTo(fragment: string, notices: readonly string[]): void;
	openFile(file: File): void;
	/** lets the reader pick a file */
	choose(): void;
}

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

const NEXT_THEME: Record<Theme, Theme> = { auto: 'light', light: 'dark', dark: 'auto' };

export const initialState: State = {
	core: null,
	loadError: '',
	route: { kind: 'gallery' },
	view: initialView,
	reducedMotion: false,
	systemDark: false,
	doc: null,
	motion: 'still',
	check: { kind: 'none' },
	notices: [],
	toast: '',
	opening: null,
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

	private stopsOpening: AbortController | null = null;
	private loaded: Promise<Recordings> | null = null;

	constructor(
		explore: Explore,
		private readonly loadRecordings: (app: App) => Promise<Recordings> = () =>
			Promise.reject(new Error('no recordings here')),
	) {
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
		this.stopOpening();
		const core = this.state.core;
		if (core && route.kind === 'stepper' && route.fragment.startsWith('trace/')) {
			this.recordings((r) => r.goTo(route.fragment, notices));
			return;
		}
		this.checker.reset();
		if (route.kind !== 'stepper' || !core) {
			this.store.set({ route, doc: null, notices, panel: 'none' });
			return;
		}
		const parsed = core.parseUrl(route.fragment);
		const doc = createDocument(core, parsed.config, parsed.schedule, parsed.at);
		this.show(doc, route, [...notices, ...parsed.notes], parsed.extra.marks);
	}

	/** Shows a document in place of the present one. */
	show(doc: Document, route: Route, notices: readonly string[], bookmarks = ''): void {
		this.motor.stop();
		this.checker.reset();
		this.inherit(doc);
		const marks = bookmarks.split('.').map(Number);
		doc.bookmarks = marks.filter((m) => Number.isInteger(m) && m > 0 && m <= doc.session.length);
		this.store.set({ route, doc, notices, panel: 'none', opening: null });
	}

	// ---- recorded runs ---------------------------------------------------------------------------

	/** What opens recorded runs comes when one is first asked for. */
	recordings(act: (recordings: Recordings) => void): void {
		this.loaded ??= this.loadRecordings(this);
		this.loaded.then(act).catch((error: unknown) => {
			this.loaded = null;
			this.store.set({ notices: [`Recorded runs cannot be opened now: ${String(error)}`] });
		});
	}

	/** Something is on its way, until its signal says that the reader no longer wants it. */
	startOpening(title: string): AbortSignal {
		this.stopOpening();
		this.stopsOpening = new AbortController();
		this.store.set({ opening: { title, share: 0 } });
		return this.stopsOpening.signal;
	}

	stopOpening(): void {
		this.stopsOpening?.abort();
		this.stopsOpening = null;
		if (this.state.opening) this.store.set({ opening: null });
	}

	/** Back to what was there; where the page began with such an address, that is the gallery. */
	cancelOpening(): void {
		this.stopOpening();
		const { doc, route } = this.state;
		if (!doc && route.kind === 'stepper') this.goTo({ kind: 'gallery' });
		this.onLanding('replace');
	}

	/** To the moment at which a recorded run does what the model does not allow. */
	toDisagreement(): void {
		if (this.doc?.recording?.trace.differs) this.recordedAt(Number.POSITIVE_INFINITY);
	}

	/** From a choice of the reader's own to where it was made. */
	backToRecording(): void {
		const { doc } = this;
		if (!doc) return;
		this.recordedAt(Math.min(doc.moment.at, doc.parted));
		this.say('The recorded run is back. Your own steps stay below the lanes.');
	}

	private recordedAt(at: number): void {
		const { doc } = this;
		const recorded = doc?.branches.find((b) => b.recorded);
		if (!doc || !recorded) return;
		if (doc.parted === doc.session.length) this.seek(Math.min(at, doc.session.length));
		else this.replaceSchedule(recorded.schedule, at);
	}

	/** Starts a scenario, or the present one with other settings, as a new place in the history. */
	open(config: Config): void {
		const core = this.state.core;
		if (!core) return;
		this.motor.stop();
		this.stopOpening();
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

	/**
	 * The present scenario with other settings. Other threads begin anew; otherwise the steps taken
	 * stay, as far as they apply.
	 */
	restart(changes: Partial<Config>): void {
		const { core, doc } = this.state;
		if (!core || !doc) return;
		const config = core.configOf(doc.config.scenario, { ...doc.config, ...changes });
		if (changes.threads !== undefined || changes.roles !== undefined) this.open(config);
		else this.carryOver(core, doc, config);
	}

	/** Lets the environment do once what its budget forbids, by raising that budget, and does it. */
	allow(action: Action): void {
		const { doc } = this;
		if (!doc || !isEnv(action)) return;
		const budget = [...doc.config.budget];
		const kind = envKindOf(action);
		budget[kind] = Math.min(ENDLESS - 1, (budget[kind] ?? 0) + 1);
		this.restart({ budget });
		this.step(action);
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

	/** `held`: the key repeats, which must not carry the reader past the end of the story. */
	forward(held = false): boolean {
		this.motor.stop();
		if (this.restsAtStoryEnd(held)) return !held;
		return this.advance();
	}

	/**
	 * A story's end is a place to stop: the first wish to go on is answered in words, the next one
	 * takes steps that no story told.
	 */
	restsAtStoryEnd(held = false): boolean {
		const { doc } = this;
		if (!doc?.moment.next || doc.moment.story !== 'ended') return false;
		if (held) return true;
		if (doc.freely) return false;
		this.store.set({ doc: { ...doc, freely: true } });
		this.say(
			`The ${doc.recording ? 'recording' : 'story'} ends here. Forward once more plays on freely.`,
		);
		return true;
	}

	/** From the end of a story: forward without being asked again. */
	playOn(): void {
		if (this.doc) this.store.set({ doc: { ...this.doc, freely: true } });
		this.forward();
	}

	/**
	 * Back to before the lock was taken that threads then first competed for in vain: there another
	 * choice changes who gets it.
	 */
	whatIf(): void {
		const { core, doc } = this.state;
		if (!core || !doc) return;
		const { session } = doc;
		const met = findForward(session, 1, contentionTest(core, session));
		const taken = findBackward(met - 1, (i) => session.record(i).acquired);
		const place = taken > 0 ? taken : met;
		this.seek(place > 0 ? place : Math.floor(session.length / 2));
		this.say('Choose another step than was taken: that stays below the lanes, to come back to.');
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
		const { at, length, story } = doc.moment;
		if (at < length) this.seek(length);
		if (at === length || story === 'telling')
			this.runs.during((d) => d.moment.next?.from === 'story');
	}

	// ---- play --------------------------------------------------------------------------------------

	playPause(): void {
		if (this.motor.moving) {
			this.motor.stop();
			return;
		}
		if (!this.canAdvance() || this.restsAtStoryEnd()) return;
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
		this.replaceSchedule(check.progress.path, 0, true);
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

	nextTheme(): void {
		const theme = NEXT_THEME[this.state.view.theme];
		this.setView({ theme });
		this.say(`Theme: ${theme === 'auto' ? 'as the system has it' : theme}.`);
	}

	/** The address of this moment, for others. */
	link: () => string = () => '';

	changeTextSize(by: number): void {
		this.setView({ textSize: clampTextSize(this.state.view.textSize + by) });
	}

	startCheck(maxStates?: number, budget?: number[]): void {
		this.store.set({ panel: 'check' });
		void this.checker.start(maxStates, budget);
	}

	toggleBlackout(): void {
		this.motor.stop();
		this.store.set({ blackout: !this.state.blackout });
	}

	/** Closes what is open, else stops what moves, else leaves presenter view. */
	escape(): void {
		const { panel, motion, view, opening } = this.state;
		if (opening) this.cancelOpening();
		else if (panel !== 'none') this.closePanel();
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
		if (!old || old.recording?.id !== doc.recording?.id) return;
		if (JSON.stringify(old.config) !== JSON.stringify(doc.config)) return;
		const left = { schedule: old.session.actions(), origin: '' };
		doc.branches = keepBranch(old.branches, left);
		doc.ghosts = ghostsOf(doc.branches, doc.session.columns().action);
		if (doc.moment.at === 0) doc.focusTid = old.focusTid;
	}

	/** The same schedule under another set-up, up to the first step that does not apply there. */
	private carryOver(core: Core, doc: Document, config: Config): void {
		this.motor.stop();
		this.onLeaving();
		this.checker.reset();
		const taken = doc.session.actions();
		const next = createDocument(core, config, taken, doc.moment.at);
		const kept = next.session.length;
		next.branches = doc.branches;
		if (kept < taken.length)
			next.branches = keepBranch(doc.branches, { schedule: taken, origin: 'before the change' });
		next.ghosts = ghostsOf(next.branches, next.session.columns().action);
		next.bookmarks = doc.bookmarks.filter((b) => b <= kept);
		this.store.set({ doc: next });
		this.onLanding('push');
		if (kept < taken.length)
			this.say(`Of ${taken.length} steps the first ${kept} apply to the new set-up.`);
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
	private replaceSchedule(schedule: Schedule, at: number, aside = false): void {
		const { core, doc } = this.state;
		if (!core || !doc) return;
		this.motor.stop();
		this.onLeaving();
		const left = doc.session.actions();
		doc.session.load(schedule);
		doc.session.seek(Math.min(at, doc.session.length));
		const branches = keepBranch(doc.branches, { schedule: left, origin: '' });
		this.store.set({ doc: refreshed(core, { ...doc, aside }, branches) });
		this.onLanding('push');
	}
}
