/** Schedules that take the place of the present one: a future that was left, a counterexample. */
import type { Desk } from './desk';
import type { Documents } from './documents';
import type { Play } from './play';

export class Futures {
	constructor(
		private readonly desk: Desk,
		private readonly documents: Documents,
		private readonly play: Play,
	) {}

	takeGhost(index: number): void {
		const ghost = this.desk.doc?.ghosts[index];
		if (!ghost) return;
		this.documents.replaceSchedule(ghost.branch.schedule, ghost.from);
		this.desk.say('The other future is back. Forward replays it.');
	}

	playCounterexample(): void {
		const { check } = this.desk.state;
		if (check.kind !== 'done' || check.progress.path.length === 0) return;
		this.documents.replaceSchedule(check.progress.path, 0, true);
		this.desk.store.set({ panel: 'none' });
		this.play.toggle();
	}
}
