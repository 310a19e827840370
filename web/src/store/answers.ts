/** The question of a beat whose answer the core has computed: what may be chosen, what was, and what shows it. */
import type { Beat, Core } from '../../../wasm/src';
import type { Document } from './state';

/**
 * "Right.", or what the answer is: to be said before the note, which says why and may say the answer first itself.
 * '' where nothing can be chosen. room: nobody there could choose, so nothing is said of that.
 */
export function verdictOf({ at, answer, note }: Beat, { chosen }: Document, room = false): string {
	if (!answer) return '';
	const choice = chosen[at];
	if (choice === answer.right) return 'Right.';
	const told = answer.options[answer.right] ?? '';
	const begun = note.replace(/^(?:all|both) /i, '').toLowerCase();
	const isSaid = begun.startsWith(told.toLowerCase()) && /^[.,:]/.test(begun.slice(told.length));
	const label = isSaid ? 'The answer:' : `The answer: ${told}.`;
	if (choice !== undefined) return `Not so. ${label}`;
	return room ? label : `You have not chosen. ${label}`;
}

/** What is to be chosen from, in words. */
export const optionsSaid = ({ answer }: Beat): string =>
	answer ? `Choose an answer: ${answer.options.join(', ')}.` : '';

interface Shown {
	/** where it is; before it, who says so */
	where: string;
	sentence: string;
	/** of the story: the moment behind that step */
	at?: number;
}

/** The step that shows the answer, with its values; a story that is told has all its steps. */
export function shownBy(core: Core, doc: Document, { at, answer }: Beat): Shown | null {
	const { alone, shown, word, options = [], right = 0 } = answer ?? {};
	if (alone?.length) {
		const session = core.session(doc.config);
		session.load([...doc.session.actions().slice(0, at), ...alone]);
		const { tid } = session.record(session.length - 1);
		const many = alone.length === 1 ? 'its next step' : `${alone.length} steps on`;
		return { where: `T${tid} alone, ${many}`, sentence: session.narrate(session.length - 1) };
	}
	if (!shown || shown > doc.session.length) return null;
	if (word)
		return { where: `Behind step ${shown}`, sentence: `${word} is ${options[right]}.`, at: shown };
	return { where: `Step ${shown}`, sentence: doc.session.narrate(shown - 1), at: shown };
}
