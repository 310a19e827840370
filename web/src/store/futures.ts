/** Schedules that take the place of the present one: a future that was left, a counterexample. */
import { hasOtherThreads } from './beats';
import { COUNTEREXAMPLE } from './branches';
import type { Desk } from './desk';
import { leftTold } from './document';
import type { Documents } from './documents';
import type { Losses } from './lost';
import type { Play } from './play';
import type { Check, RaceCheck } from './state';

export class Futures {
	constructor(
		private readonly desk: Desk,
		private readonly documents: Documents,
		private readonly play: Play,
		private readonly losses: Losses,
	) {}

	takeGhost(index: number): void {
		const ghost = this.desk.doc?.ghosts[index];
		if (!ghost) return;
		this.documents.takeBranch(ghost.branch, ghost.from);
		this.desk.say('The other future is back. Forward replays it.');
	}

	/** From steps of the reader's own to where they leave the story, or the recorded run; they stay as a branch. */
	back(): boolean {
		const { doc } = this.desk;
		const left = doc && leftTold(doc);
		if (!left) return this.toItsThreads();
		this.documents.takeBranch(left.branch, Math.min(doc.moment.at, left.at));
		const told = doc.recording ? 'recorded run' : 'story';
		/* a slide comes back as it was; who leaves presenter view finds the steps there */
		const { presenter } = this.desk.state.view;
		if (presenter) this.desk.store.set({ outside: false });
		this.desk.say(
			`The ${told} is back.${presenter ? '' : ' Your own steps stay below the lanes.'}`,
		);
		return true;
	}

	/** From a story with other threads to the story as it was written, at the same moment. */
	private toItsThreads(): boolean {
		const { core, doc } = this.desk.state;
		if (!core || !doc || !hasOtherThreads(core, doc)) return false;
		this.documents.openAsWritten();
		this.desk.say('The story is back, with its own threads.');
		return true;
	}

	playCounterexample(): void {
		this.playFound(this.desk.state.check);
	}

	playRace(): void {
		this.playFound(this.desk.state.races);
	}

	private playFound(check: Check | RaceCheck): void {
		if (check.kind !== 'done' || check.progress.path.length === 0) return;
		this.documents.replaceSchedule(check.progress.path, 0, true, COUNTEREXAMPLE);
		this.desk.store.set({ panel: 'none' });
		void this.losses.find();
		this.play.toggle();
	}
}
