/** Forward at a pace, until there is nothing more of what was begun. */
import type { Desk } from './desk';
import type { Questions } from './questions';
import type { Steps } from './steps';

export class Play {
	constructor(
		private readonly desk: Desk,
		private readonly steps: Steps,
		private readonly questions: Questions,
	) {}

	toggle(): void {
		const { desk, steps } = this;
		if (desk.motor.moving) {
			desk.motor.stop();
			return;
		}
		/* a room's question is answered before the story goes on */
		if (this.questions.isAsked() && this.questions.answer()) return;
		if (!steps.canAdvance() || steps.restsAtStoryEnd()) return;
		const tale = desk.doc?.moment.next?.from;
		desk.motor.play(
			() =>
				steps.advance(false) &&
				steps.canAdvance() &&
				this.sameTale(tale) &&
				!this.questions.isAsked(),
			() => desk.state.view.speed,
		);
		desk.store.set({ motion: 'playing' });
	}

	/** It stops where a kept future or a story ends, instead of making up what comes then. */
	private sameTale(begun: string | undefined): boolean {
		return begun === 'thread' || this.desk.doc?.moment.next?.from !== 'thread';
	}
}
