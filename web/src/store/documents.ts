/** Which document is open: from an address, as a scenario, or the present one under another set-up. */
import { actionTid, type Config, type Core, type Schedule } from '../../../wasm/src';
import { type Branch, COUNTEREXAMPLE, commonPrefix, ghostsOf, keepBranch } from './branches';
import type { Checker } from './checker';
import { roundIn } from './circle';
import type { Desk } from './desk';
import { createDocument, documentOf, refreshed } from './document';
import type { Modules } from './modules';
import type { Opening } from './opening';
import type { OwnTexts } from './own-text';
import { UNASKED } from './questions';
import { type Document, panelAt, type Route } from './state';
import { strangeIn } from './strange';

/** Questions whose answer has been shown, and what was chosen there. */
type Answered = Pick<Document, 'revealed' | 'chosen'>;

/** A thread that has moved does something else under these settings: its steps would be those of another. */
function hasOtherPast({ config: { roles }, session, moment }: Document, other: Config): boolean {
	const taken = session.actions().slice(0, moment.at);
	return taken.some((action) => {
		const thread = actionTid(action) - 1;
		return thread < other.threads && roles[thread] !== other.roles[thread];
	});
}

const takenIn = ({ config: { scenario }, session, moment }: Document): string =>
	`${scenario} ${session.actions().slice(0, moment.at)}`;

export class Documents {
	/** what had been answered where a link led away */
	private answered: Document | null = null;

	constructor(
		private readonly desk: Desk,
		private readonly checker: Checker,
		private readonly opening: Opening,
		private readonly modules: Modules,
		private readonly ownTexts: OwnTexts,
	) {}

	/** Shows a document in place of the present one. */
	show(doc: Document, route: Route, notices: readonly string[], bookmarks = ''): void {
		this.desk.motor.stop();
		this.checker.reset();
		this.inherit(doc);
		this.recall(doc);
		const marks = bookmarks.split('.').map(Number);
		doc.bookmarks = marks.filter((m) => Number.isInteger(m) && m > 0 && m <= doc.session.length);
		const panel = panelAt(this.desk.state, route);
		this.desk.store.set({ route, doc, notices, panel, opening: null, toast: '' });
	}

	/** A link is about to be followed: who comes back is not asked again. */
	remember(): void {
		this.answered = this.desk.doc;
	}

	/** At the very moment at which it was left. */
	private recall(doc: Document): void {
		const { answered } = this;
		if (!answered || takenIn(answered) !== takenIn(doc)) return;
		doc.revealed = answered.revealed;
		doc.chosen = answered.chosen;
		this.answered = null;
	}

	/** What an address says after '#/'; what does not apply is dropped and said. */
	showAddress(core: Core, fragment: string, notices: readonly string[]): void {
		this.checker.reset();
		const parsed = core.parseUrl(fragment);
		const doc = createDocument(core, parsed.config, parsed.schedule, parsed.at);
		const { round, said: refused } = roundIn(parsed.extra.round, doc.session);
		doc.round = round;
		const said = [...notices, ...parsed.notes, ...strangeIn(parsed.extra), ...refused];
		this.show(doc, { kind: 'stepper', fragment }, said, parsed.extra.marks);
	}

	/** To a place that shows no document. */
	close(route: Route, notices: readonly string[] = []): void {
		this.desk.motor.stop();
		this.checker.reset();
		const panel = panelAt(this.desk.state, route);
		this.desk.store.set({ route, doc: null, notices, panel, toast: '' });
	}

	/** Starts a scenario, or the present one with other settings, as a new place in the history. */
	open(config: Config, schedule: Schedule = [], at = 0, answered: Partial<Answered> = {}): void {
		const { desk } = this;
		const core = this.ownTexts.coreOf(config.lock);
		if (!core) return;
		const coming: Route = { kind: 'stepper', fragment: config.scenario };
		if (this.modules.awaits(core, coming, () => this.open(config, schedule, at, answered))) return;
		desk.motor.stop();
		this.opening.stop();
		desk.address.onLeaving();
		this.checker.reset();
		const doc = { ...createDocument(core, config, schedule, at), ...answered };
		const { view } = desk.state;
		/* notes were put away for one story, and its cache lines asked for; and not for the next */
		const isAnother = config.scenario !== desk.doc?.config.scenario;
		const [notes, cache] = [view.notes || isAnother, view.cache && !isAnother];
		const route: Route = { kind: 'stepper', fragment: '' };
		const toast = this.ownTexts.takeWord();
		const linesAway = desk.state.linesAway && !isAnother;
		const lines = { linesAway, linesTold: null };
		desk.store.set({ route, doc, notices: [], toast, ...lines, view: { ...view, notes, cache } });
		desk.address.onLanding('push');
	}

	openScenario(name: string, atItsEnd = false): void {
		const { core } = this.desk.state;
		if (!core?.scenario(name)) return;
		/* its set-up comes with the module */
		const coming: Route = { kind: 'stepper', fragment: name };
		if (this.modules.awaits(core, coming, () => this.openScenario(name, atItsEnd))) return;
		const story = (atItsEnd && core.scenario(name)?.story) || [];
		this.open(core.configOf(name), story, story.length);
	}

	/** From a changed set-up to the story's own, as far along the story as the steps taken are its own. */
	openAsWritten(): void {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return;
		const { scenario } = doc.config;
		const story = core.scenario(scenario)?.story ?? [];
		const at = Math.min(doc.moment.at, commonPrefix(story, doc.session.actions()));
		/* who has seen an answer is not asked again */
		const { revealed, chosen } = doc;
		this.open(core.configOf(scenario), story.slice(0, at), at, { revealed, chosen });
	}

	/**
	 * The present scenario with other settings. Another role of a thread that has moved begins anew; otherwise the steps taken
	 * stay, as far as they apply: a thread that is new joins at the present moment, in whatever role.
	 */
	restart(changes: Partial<Config>): void {
		const { core, doc } = this.desk.state;
		if (!core || !doc) return;
		const config = core.configOf(doc.config.scenario, { ...doc.config, ...changes });
		if (doc.level) this.desk.say('This is free play now: the level has a set-up of its own.');
		if (hasOtherPast(doc, config)) this.open(config);
		else this.carryOver(core, doc, config);
	}

	/** Puts another schedule in place of the present one, which stays as a branch. */
	replaceSchedule(schedule: Schedule, at: number, aside = false, origin = ''): void {
		const { desk } = this;
		const { core, doc } = desk.state;
		if (!core || !doc) return;
		desk.motor.stop();
		desk.address.onLeaving();
		const { budget } = doc.config;
		const left = doc.session.actions();
		const leftAt = origin ? doc.moment.at : undefined;
		doc.session.load(schedule);
		doc.session.seek(Math.min(at, doc.session.length));
		const kept = keepBranch(doc.branches, { schedule: left, origin: '', budget, left: leftAt });
		/* so that it is known by its name once it is left */
		const branches = origin ? keepBranch(kept, { schedule, origin, budget }) : kept;
		desk.store.set({ doc: refreshed(core, { ...doc, aside }, branches) });
		desk.address.onLanding('push');
	}

	/** The same with a future that was left, under the budget that it was made with. */
	takeBranch({ schedule, budget, origin }: Branch, at: number): void {
		const { desk } = this;
		const { core, doc } = desk.state;
		if (!core || !doc) return;
		const { config } = doc;
		if (!budget || String(budget) === String(config.budget)) {
			this.replaceSchedule(schedule, at);
			return;
		}
		desk.motor.stop();
		desk.address.onLeaving();
		this.checker.reset();
		const left = origin === COUNTEREXAMPLE ? doc.moment.at : undefined;
		const own = { schedule: doc.session.actions(), origin: '', budget: config.budget, left };
		const session = core.session({ ...config, budget: [...budget] });
		session.load(schedule);
		session.seek(Math.min(at, session.length));
		const next = documentOf(core, session, null, keepBranch(doc.branches, own));
		const { revealed, chosen, round } = doc;
		const bookmarks = doc.bookmarks.filter((b) => b <= session.length);
		desk.store.set({ doc: { ...next, revealed, chosen, round, bookmarks } });
		desk.address.onLanding('push');
	}

	/** Back and forward in the history keep the branches that were made on the way. */
	private inherit(doc: Document): void {
		const old = this.desk.doc;
		if (!old || old.recording?.id !== doc.recording?.id) return;
		if (old.level?.facts.name !== doc.level?.facts.name) return;
		/* an address without steps begins the level: what it was asked for before, the next class has not asked */
		if (old.level)
			doc.level = {
				...old.level,
				searching: null,
				...(doc.session.length === 0 && UNASKED),
			};
		const { budget } = old.config;
		if (JSON.stringify(old.config) !== JSON.stringify({ ...doc.config, budget })) return;
		const left = { schedule: old.session.actions(), origin: '', budget };
		doc.branches = keepBranch(old.branches, left);
		doc.ghosts = ghostsOf(doc.branches, doc.session.columns().action);
		if (doc.moment.at === 0) doc.focusTid = old.focusTid;
	}

	/** The same schedule under another set-up, up to the first step that does not apply there. */
	private carryOver(core: Core, doc: Document, config: Config): void {
		const { desk } = this;
		desk.motor.stop();
		desk.address.onLeaving();
		this.checker.reset();
		const taken = doc.session.actions();
		const next = createDocument(core, config, taken, doc.moment.at);
		const kept = next.session.length;
		next.branches = doc.branches;
		if (kept < taken.length)
			next.branches = keepBranch(doc.branches, {
				schedule: taken,
				origin: 'before the change',
				budget: doc.config.budget,
			});
		next.ghosts = ghostsOf(next.branches, next.session.columns().action);
		next.bookmarks = doc.bookmarks.filter((b) => b <= kept);
		/* who has seen an answer is not asked again */
		next.revealed = doc.revealed;
		next.chosen = doc.chosen;
		next.round = doc.round;
		desk.store.set({ doc: next });
		desk.address.onLanding('push');
		if (kept < taken.length)
			desk.say(
				`Of ${taken.length} steps the first ${kept} can be taken in the new set-up. They may do something else there.`,
			);
	}
}
