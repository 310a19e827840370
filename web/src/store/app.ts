/**
 * The page's one state and the commands that change it, by subject. No React and no DOM in here. Each
 * subject is given the desk and those subjects that it asks something of; none knows the whole.
 */
import type { Core } from '../../../wasm/src';
import { Checker, type Explore } from './checker';
import { Clicker } from './clicker';
import { Comparison } from './comparison';
import { Cursor } from './cursor';
import { Desk } from './desk';
import { Documents } from './documents';
import { Futures } from './futures';
import { Jumps } from './jumps';
import { keySign } from './key-sign';
import { LeveledRuns, type LoadLevels } from './leveled';
import { Losses } from './lost';
import { Modules } from './modules';
import { Opening } from './opening';
import { Outlooks } from './outlook';
import { type MakeOwnCore, OwnTexts } from './own-text';
import { PageSettings } from './page';
import { Planned } from './planned';
import { Play } from './play';
import { Questions } from './questions';
import { type LoadRecordings, RecordedRuns } from './recorded';
import { Rounds } from './rounds';
import { Runs } from './runs';
import type { FindStarvation } from './starvation';
import type { Document, Route, State } from './state';
import { Steps } from './steps';

/** A second Esc within that time means it. */
const AGAIN_MS = 4000;

const notHere = (): Promise<never> => Promise.reject(new Error('not here'));

export class App {
	private readonly desk = new Desk();
	readonly store = this.desk.store;
	readonly address = this.desk.address;
	readonly page = new PageSettings(this.desk);
	readonly planned = new Planned(this.desk);
	readonly comparison = new Comparison<App>(this.desk);
	readonly cursor = new Cursor(this.desk, this.comparison);
	readonly questions = new Questions(this.desk);
	readonly checker: Checker;
	readonly documents: Documents;
	readonly steps: Steps;
	readonly play: Play;
	readonly runs: Runs;
	readonly clicker: Clicker;
	readonly jumps: Jumps;
	readonly rounds: Rounds;
	readonly futures: Futures;
	readonly outlooks: Outlooks;
	readonly recorded: RecordedRuns;
	readonly levels: LeveledRuns;
	private readonly opening = new Opening(this.desk.store);
	private readonly modules: Modules;
	private readonly ownTexts: OwnTexts;
	/** what a key does here; whoever listens to the keyboard knows */
	press: (key: string) => void = () => {};
	/** when the way out of presenter view was told */
	private escaped = Number.NEGATIVE_INFINITY;

	constructor(
		readonly explore: Explore,
		load: LoadRecordings = notHere,
		/** fetches the view of a scenario that is likely to be opened next */
		readonly prefetchStepper: () => void = () => {},
		loadLevels: LoadLevels = notHere,
		makeOwnCore: MakeOwnCore = notHere,
		private readonly findStarvation: FindStarvation = notHere,
	) {
		const { desk, page, comparison, cursor, questions, opening } = this;
		this.checker = new Checker(desk.store, explore, findStarvation);
		this.modules = new Modules(desk, this.checker);
		this.ownTexts = new OwnTexts(desk, this.checker, makeOwnCore);
		this.documents = new Documents(desk, this.checker, opening, this.modules, this.ownTexts);
		this.steps = new Steps(desk, comparison, this.documents);
		this.play = new Play(desk, this.steps, questions);
		this.runs = new Runs(desk, cursor, this.steps, page);
		const losses = new Losses(desk, explore);
		this.futures = new Futures(desk, this.documents, this.play, losses, cursor);
		this.outlooks = new Outlooks(desk, explore, this.documents, losses);
		const { documents, steps, runs, futures } = this;
		this.rounds = new Rounds(desk, documents, runs);
		const moves = { cursor, steps, runs, futures };
		this.clicker = new Clicker(desk, documents);
		this.jumps = new Jumps(desk, {
			clicker: this.clicker,
			comparison,
			questions,
			losses,
			...moves,
		});
		this.levels = new LeveledRuns({ desk, documents, play: this.play, explore }, loadLevels);
		this.recorded = new RecordedRuns(desk, { opening, documents, cursor, load, prefetchStepper });
	}

	/** Another one, to stand beside others: with a state of its own, and no address. */
	beside(): App {
		const { core, view, reducedMotion } = this.state;
		const { explore, findStarvation } = this;
		const app = new App(explore, notHere, undefined, notHere, notHere, findStarvation);
		app.store.set({ core, view, reducedMotion });
		return app;
	}

	get state(): State {
		return this.desk.state;
	}

	get doc(): Document | null {
		return this.desk.doc;
	}

	/** A core that runs an edited text beside the published one. */
	ownBeside(lock: number, packed: string): Promise<Core> {
		return this.ownTexts.beside(lock, packed);
	}

	/** Goes where the address says. */
	goTo(route: Route, notices: readonly string[] = []): void {
		this.desk.motor.stop();
		this.opening.stop();
		if (route.kind === 'stepper') this.prefetchStepper();
		if (this.ownTexts.awaits(route, (to, more) => this.goTo(to, [...notices, ...more]))) return;
		const { core } = this.state;
		if (core && this.modules.awaits(core, route, () => this.goTo(route, notices))) return;
		if (route.kind !== 'stepper' || !core) this.documents.close(route, notices);
		else if (route.fragment.startsWith('trace/'))
			this.recorded.use((r) => r.goTo(route.fragment, notices));
		else if (route.fragment.startsWith('level/')) this.levels.use((l) => l.goTo(route, notices));
		else this.documents.showAddress(core, route.fragment, notices);
		const word = this.ownTexts.takeWord();
		if (word) this.desk.say(word);
	}

	openGallery(): void {
		this.address.onLeaving();
		this.goTo({ kind: 'gallery' });
		this.address.onLanding('push');
	}

	/**
	 * Closes what is open, else takes the ring away, else stops what moves. Before a room it leads back to the story then,
	 * and only the second of two leaves: clickers have a key that sends it. `leaves`: one may leave at all.
	 */
	escape(leaves = true): void {
		const { panel, motion, view, opening, outside, doc } = this.state;
		if (opening) this.recorded.cancelOpening();
		else if (panel !== 'none') this.page.closePanel();
		else if (this.state.ring) this.page.setRing(null);
		else if (this.clicker.uncover() || this.comparison.pilot?.escape()) return;
		else if (this.state.legend && view.presenter) this.store.set({ legend: false });
		else if (motion !== 'still') this.desk.motor.stop();
		else if (doc && this.state.comesAt === doc.moment) this.store.set({ comesAt: null });
		else if (!view.presenter) return;
		else if (this.futures.back()) return;
		else if (outside && doc?.whatIfAt !== doc?.moment.at) this.store.set({ outside: false });
		else if (leaves) this.leaveRoom();
	}

	private leaveRoom(): void {
		const now = performance.now();
		const asked = now - this.escaped < AGAIN_MS;
		this.escaped = asked ? Number.NEGATIVE_INFINITY : now;
		if (asked) this.page.setView({ presenter: false });
		else
			this.page.say(
				`${keySign('Esc')} once more leaves presenter view; ${keySign('p')} does at once.`,
			);
	}
}
