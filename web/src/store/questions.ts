/** What the author asks at a moment of the story, and that it has been answered. */
import { asksNow, beatAt, beatsOf, isOpen } from './beats';
import type { Desk } from './desk';
import { keySign } from './key-sign';
import type { Level } from './state';

/** A level of which nobody has asked anything yet. */
export const UNASKED = {
	hinted: 0,
	searching: null,
	way: null,
	claim: null,
	untried: false,
	given: [],
	failure: '',
} as const;

/** The search has found no way, and the reader is asked why there is none. */
export const asksWhy = ({ claim, given, facts: { reasons } }: Level): boolean =>
	claim?.found === false &&
	reasons.length > 0 &&
	!given.some((place) => reasons[place]?.right === true);

/** What a digit would be here, and by which key it moves its thread. */
function noAnswer(digit: number, options: number, threads: number): string {
	const open =
		options > 0
			? `${digit} is none of the ${options} answers.`
			: `A question without choices is open: ${keySign('a')} shows its answer.`;
	return digit > threads ? open : `${open} ${keySign(`Shift+${digit}`)} moves T${digit}.`;
}

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
		if (doc?.level?.claim && (held || asksWhy(doc.level))) {
			if (!held) this.because(digit - 1);
			return true;
		}
		const beat = core && doc && view.notes && beatAt(beatsOf(core, doc), doc.moment.at);
		if (!beat || !doc) return false;
		/* the key that has just answered and is still down */
		if (held && beat.ask !== undefined && beat.at === doc.moment.at) return true;
		if (!isOpen(beat, doc)) return false;
		const options = beat.answer?.options.length ?? 0;
		if (digit <= options) this.answer(digit - 1);
		else this.desk.say(noAnswer(digit, options, doc.config.threads));
		return true;
	}

	/** Why a level cannot be won, as its reasons have it by their places; the last one stands last. */
	because(reason: number): void {
		const { doc, store } = this.desk;
		const { level } = doc ?? {};
		if (!doc || !level?.facts.reasons[reason]) return;
		const given = [...level.given.filter((place) => place !== reason), reason];
		store.set({ doc: { ...doc, level: { ...level, given } } });
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
