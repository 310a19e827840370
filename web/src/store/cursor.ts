/** Moves along what has been stepped, or along two stories side by side. */
import type { Comparison } from './comparison';
import type { Desk } from './desk';
import { refreshed } from './document';
import { createFrameGate } from './frame-gate';

export class Cursor {
	/** where Back comes to rest */
	rest = (at: number): number => at;
	private readonly scrubbing = createFrameGate();

	constructor(
		private readonly desk: Desk,
		private readonly comparison: Comparison,
	) {}

	seek(at: number): void {
		this.desk.motor.stop();
		this.moveTo(at);
	}

	/** Seek for a drag: only the newest place, at most once a frame. */
	scrub(at: number): void {
		this.scrubbing.latest(() => this.seek(at));
	}

	back(): void {
		const { pilot } = this.comparison;
		this.desk.motor.stop();
		if (pilot) pilot.back();
		else this.moveTo(this.rest((this.desk.doc?.moment.at ?? 0) - 1));
	}

	home(): void {
		const { pilot } = this.comparison;
		this.desk.motor.stop();
		if (pilot) pilot.home();
		else {
			this.moveTo(0);
			this.askAnew();
		}
	}

	/** Before a room the start is a new beginning: whoever has rehearsed asks an open question. */
	private askAnew(): void {
		const { store, state, doc } = this.desk;
		if (!state.view.presenter || !doc || doc.revealed.length === 0) return;
		store.set({ doc: { ...doc, revealed: [], chosen: {}, seen: 0 } });
	}

	/** Ends what moves it by itself. */
	stop(): void {
		this.desk.motor.stop();
	}

	private moveTo(at: number): void {
		const { desk } = this;
		const { core, doc } = desk.state;
		if (!core || !doc) return;
		const target = Math.max(0, Math.min(doc.session.length, Math.round(at)));
		if (target === doc.session.cursor) return;
		doc.session.seek(target);
		desk.store.set({ doc: refreshed(core, doc, doc.branches) });
		desk.address.onLanding('replace');
	}
}
