/** Forward at a pace, until there is nothing more of what was begun. */
import { asksNow } from './beats';
import type { Desk } from './desk';
import type { Steps } from './steps';

export class Play {
	constructor(
		private readonly desk: Desk,
		private readonly steps: Steps,
		private readonly jumps: () => { answer(): boolean },
	) {}

	toggle(): void {
		const { desk, steps } = this;
		if (desk.motor.moving) {
			desk.motor.stop();
			return;
		}
		/* a room's question is answered before the story goes on */
		if (this.isAsked() && this.jumps().answer()) return;
		if (!steps.canAdvance() || steps.restsAtStoryEnd()) return;
		const tale = desk.doc?.moment.next?.from;
		desk.motor.play(
			() => steps.advance(false) && steps.canAdvance() && this.sameTale(tale) && !this.isAsked(),
			() => desk.state.view.speed,
		);
		desk.store.set({ motion: 'playing' });
	}

	/** Before a room, or in a page of somebody else, a question is open. */
	private isAsked(): boolean {
		const { core, doc, view } = this.desk.state;
		if (!core || !doc || !view.notes) return false;
		return (view.presenter || view.embed) && asksNow(core, doc);
	}

	/** It stops where a kept future or a story ends, instead of making up what comes then. */
	private sameTale(begun: string | undefined): boolean {
		return begun === 'thread' || this.desk.doc?.moment.next?.from !== 'thread';
	}
}
