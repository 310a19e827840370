/** What the author asks at a moment of the story, and that it has been answered. */
import { asksNow, beatAt, beatsOf, isOpen } from './beats';
import type { Desk } from './desk';

export class Questions {
	constructor(private readonly desk: Desk) {}

	/** Before a room, or in a page of somebody else, a question is open. */
	isAsked(): boolean {
		const { core, doc, view } = this.desk.state;
		if (!core || !doc || !view.notes) return false;
		return (view.presenter || view.embed) && asksNow(core, doc);
	}

	/** A digit is for the question that is open here, and not for a thread: false where there is none. */
	takes(digit: number, held: boolean): boolean {
		const { core, doc, view } = this.desk.state;
		const beat = core && doc && view.notes && beatAt(beatsOf(core, doc), doc.moment.at);
		if (!beat || !doc) return false;
		/* the key that has just answered and is still down */
		if (held && beat.ask !== undefined && beat.at === doc.moment.at) return true;
		if (!isOpen(beat, doc)) return false;
		if (digit <= (beat.answer?.options.length ?? 0)) this.answer(digit - 1);
		return true;
	}

	/** A question is answered before the story goes on. `choice`: the option that the reader has chosen. */
	answer(choice?: number): boolean {
		const { desk } = this;
		const { core, doc } = desk.state;
		const asks = core && doc && desk.state.view.notes;
		const beat = asks && beatAt(beatsOf(core, doc), doc.moment.at);
		if (!beat || !isOpen(beat, doc)) return false;
		const { [beat.at]: _before, ...others } = doc.chosen;
		const chosen = choice === undefined ? others : { ...others, [beat.at]: choice };
		desk.store.set({ doc: { ...doc, revealed: [...doc.revealed, beat.at], chosen } });
		return true;
	}
}
