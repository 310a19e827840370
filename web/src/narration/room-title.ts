/** What a room reads of a story: no name of one that it is still to be asked about. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import { isToBeAsked, shownTitle } from '../store/beats';
import type { State } from '../store/state';
import { playedIn } from './lock-name';
import { sentencesOf } from './phrases';

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

/** Letters that a card has room for, large. */
const MOST_ASKED = 200;

/** What an author says before the first step tells nothing of what comes: its question, else its last sentence; with the one before it, which it speaks of. */
function askedAtFirst(note = ''): string {
	const all = sentencesOf(note.replace(/ \([^()]*\)/g, ''));
	const asks = all.findIndex((sentence) => sentence.endsWith('?'));
	const place = asks < 0 ? all.length - 1 : asks;
	const both = all.slice(Math.max(0, place - 1), place + 1).join(' ');
	return both.length <= MOST_ASKED ? both : (all[place] ?? '');
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

/** Of one that is called by its lock, as a story was that the room has seen, and not by its title. */
export function onceMore(
	core: Core,
	announced: Announced,
	before: readonly ScenarioFacts[],
): Announced {
	const isSecond =
		announced.asks !== '' && before.some((one) => playedIn(core, one.name) === announced.name);
	return isSecond ? { ...announced, name: `${announced.name}, another story` } : announced;
}

/** The same in one line. */
export function announcedTitle({ name, asks }: Announced): string {
	return asks ? `${name}. ${asks}` : name;
}
