/** What a room reads of a story: no name of one that it is still to be asked about. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { isToBeAsked, shownTitle } from '../store/beats';
import type { State } from '../store/state';
import { playedIn } from './lock-name';

export function roomTitle(state: State): string {
	const { core, doc, view } = state;
	if (!core || !doc) return '';
	const typed = state.course?.stopIn(state)?.typed;
	if (typed) return typed;
	const isHidden = !doc.recording && !doc.level && view.notes && isToBeAsked(core, doc);
	return isHidden ? playedIn(core, doc.config.scenario) : shownTitle(state);
}

export interface Announced {
	/** its title, or where that may answer what it asks, the lock */
	name: string;
	/** then, what it asks or what to watch in it; '' where the title says it, or the lock is not there yet */
	asks: string;
}

const sentencesOf = (note: string): string[] => note.split(/(?<=[.?!]["”]?)\s+(?=[A-Z“])/);

/** What an author says before the first step tells nothing of what comes: its question, else its last sentence. */
function askedAtFirst(note = ''): string {
	const all = sentencesOf(note.replace(/ \([^()]*\)/g, ''));
	return all.find((sentence) => sentence.endsWith('?')) ?? all.at(-1) ?? '';
}

/** Of the story that comes next. */
export function announcedOf(
	core: Core,
	{ name, title, lock, beats = [] }: ScenarioFacts,
): Announced {
	const asks = !core.has(lock) || beats.some(({ ask, answer }) => ask && answer);
	const opening = beats.find(({ at }) => at === 0);
	return asks
		? { name: playedIn(core, name), asks: askedAtFirst(opening?.note) }
		: { name: title, asks: '' };
}

/** The same in one line. */
export function announcedTitle({ name, asks }: Announced): string {
	return asks ? `${name}. ${asks}` : name;
}
