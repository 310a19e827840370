/** Schedules that take the place of the present one: a future that was left, a counterexample. */
import type { Schedule } from '../../../wasm/src';
import { hasOtherThreads } from './beats';
import { scheduleFound } from './behind';
import { COUNTEREXAMPLE } from './branches';
import type { Cursor } from './cursor';
import type { Desk } from './desk';
import { leftTold } from './document';
import type { Documents } from './documents';
import { keySign } from './key-sign';
import { withLinesTold } from './lines';
import type { Losses } from './lost';
import type { Play } from './play';
import { playedHere, stillPlayed } from './played';
import type { Played, State } from './state';

/** A link has led here, and what it led to is still what is shown. */
export const isLed = ({ came, doc }: Pick<State, 'came' | 'doc'>): boolean =>
	came?.isThere === true &&
	(came.story === '' || (came.story === doc?.config.scenario && leftTold(doc) === null));

export class Futures {
	constructor(
		private readonly desk: Desk,
		private readonly documents: Documents,
		private readonly play: Play,
		private readonly losses: Losses,
		private readonly cursor: Cursor,
	) {}

	takeGhost(index: number): void {
		const ghost = this.desk.doc?.ghosts[index];
		if (!ghost) return;
		const { branch, from } = ghost;
		this.documents.takeBranch(branch, branch.left ?? from);
		this.desk.say(
			branch.left === undefined
				? `The steps that were left are back; they part at step ${from}, and Forward (→) goes along them.`
				: `Back at step ${branch.left}, where you were before the search’s schedule was played.`,
		);
	}

	/** From steps of the reader's own to where they leave the story, or the recorded run; they stay as a branch. `toFork`: wherever it was left. */
	back(toFork = false): boolean {
		if (this.whereItCameFrom() || this.beforePlayed()) return true;
		const { doc } = this.desk;
		const found = doc && leftTold(doc);
		if (!found) return this.toItsThreads();
		/* whom the search has led away comes back to where it was; who left it by a step, to that step */
		const left = toFork ? undefined : found.left;
		const played = this.playedOnStory(found.at);
		const at = played?.from ?? left ?? Math.min(doc.moment.at, found.at);
		this.linesAsTold();
		this.documents.takeBranch(found.branch, at);
		if (played) this.desk.store.set({ played: null });
		if (played?.joins && this.toItsThreads()) return true;
		const told = doc.recording ? 'recorded run' : 'story';
		/* a slide comes back as it was; who leaves presenter view finds the steps there */
		const { presenter } = this.desk.state.view;
		if (presenter) {
			/* a panel that is open spoke of the steps that were left */
			this.desk.store.set({ outside: false, panel: 'none' });
			this.markAgain();
		}
		const { core, doc: now } = this.desk.state;
		const others = core && now && hasOtherThreads(core, now);
		const threads = others ? ` For its own threads press ${keySign('o')} once more.` : '';
		const steps = presenter ? '' : ' Your own steps stay below the lanes.';
		const where = left === undefined ? '' : `, at step ${at}, where you were`;
		this.desk.say(`The ${told} is back${where}.${threads}${steps}`);
		return true;
	}

	/** What a key did to them in a what-if goes with it; the address of the story has none of it. */
	private linesAsTold(): void {
		const { state, store } = this.desk;
		if (state.view.presenter) store.set(withLinesTold(state));
	}

	/** Of the moment at which the story was left, what the press that led there had changed. */
	private markAgain(): void {
		const { doc, state, store } = this.desk;
		const { ranTold: told } = state;
		if (!doc || told?.scenario !== doc.config.scenario || told.at !== doc.moment.at) return;
		store.set({ ran: { from: told.from, at: doc.moment } });
	}

	/** A link is about to be followed: the way back is a key away there. `story`: while that one is told. */
	leave(to: string, story = ''): void {
		const { link } = this.desk.address;
		this.desk.store.set({ came: { from: new URL(link()).hash, to, isThere: false, story } });
		this.documents.remember();
	}

	/** From what a link has led to: the moment of before, in its talk. */
	whereItCameFrom(): boolean {
		const { came } = this.desk.state;
		if (!came || !isLed(this.desk.state)) return false;
		this.desk.store.set({ came: null, panel: 'none', outside: false });
		this.desk.address.open(came.from);
		return true;
	}

	/** What a key has played is taken back, to where it was pressed; where that was on the story, with the story. */
	private beforePlayed(): boolean {
		const { state, doc } = this.desk;
		const played = playedHere(state);
		const left = doc && leftTold(doc);
		if (!played || played.from === played.behind.length || (left && left.at >= played.from))
			return false;
		this.cursor.seek(played.from);
		this.desk.store.set({ played: played.before });
		this.desk.say(`Back at step ${played.from}, before what was played.`);
		return true;
	}

	/** What a key has played from a moment of the story on, the first of what led off it: some of its steps may be the story's own. */
	private playedOnStory(fork: number): Played | null {
		for (let one = stillPlayed(this.desk.state); one; one = one.before)
			if (one.from <= fork && fork <= one.behind.length) return one;
		return null;
	}

	/** From a story with other threads to the story as it was written, at the same moment. */
	private toItsThreads(): boolean {
		const { core, doc } = this.desk.state;
		if (!core || !doc || !hasOtherThreads(core, doc)) return false;
		this.linesAsTold();
		this.documents.openAsWritten();
		this.desk.say('The story is back, with its own threads.');
		return true;
	}

	playCounterexample(): void {
		const { check } = this.desk.state;
		if (check.kind !== 'done' || check.progress.path.length === 0) return;
		this.playFound(scheduleFound(check), check.budget, check.from?.behind.length);
	}

	playRace(): void {
		const { races } = this.desk.state;
		if (races.kind !== 'done' || races.progress.path.length === 0) return;
		this.playFound(races.progress.path, races.budget);
	}

	/** From the moment that was searched from, else from the start; the search may have allowed more than the page. */
	private playFound(schedule: Schedule, allowed: readonly number[], from?: number): void {
		const own = this.desk.doc?.config.budget ?? [];
		const budget = own.map((n, kind) => Math.max(n, allowed[kind] ?? 0));
		if (String(budget) === String(own))
			this.documents.replaceSchedule(schedule, from ?? 0, from === undefined, COUNTEREXAMPLE);
		else this.documents.takeBranch({ schedule, origin: COUNTEREXAMPLE, budget }, from ?? 0);
		this.desk.store.set({ panel: 'none' });
		void this.losses.find();
		this.play.toggle();
	}
}
