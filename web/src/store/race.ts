/** The data race in the steps that have been taken. */
import { type Core, type Race, raceAlong, type Schedule } from '../../../wasm/src';
import { storyBeats } from './beats';
import type { Document } from './state';

/** Longer ones are recordings, which no reader steps through for their orders. */
const MOST = 20_000;

/** It is asked for at each change of the page. */
const known = new WeakMap<Document, Race | null>();

/**
 * null: none, or the machine shows something worse by then: where two are inside at once, orders are not the trouble.
 */
export function raceIn(core: Core, doc: Document): Race | null {
	const { session, config, moment, recording } = doc;
	if (recording || moment.at > MOST) return null;
	const told = known.get(doc);
	if (told !== undefined) return told;
	const race = raceAlong(core, config, session.actions().slice(0, moment.at));
	const shown = race && session.judge(race.second).verdict === 'OK' ? race : null;
	known.set(doc, shown);
	return shown;
}

const ofStories = new WeakMap<Schedule, boolean>();

/** The story as it was written has one, too: the steps that left it have not brought it. */
function storyRaces(core: Core, { config }: Document): boolean {
	const { story = [] } = core.scenario(config.scenario) ?? {};
	const known = ofStories.get(story);
	if (known !== undefined) return known;
	const races = story.length > 0 && raceAlong(core, core.configOf(config.scenario), story) !== null;
	ofStories.set(story, races);
	return races;
}

/** It is no verdict of a story that speaks of something else, nor of steps that left such a story. */
export function isRaceBeside(core: Core, doc: Document, race: Race): boolean {
	const { story } = doc.moment;
	const speaks = (note: string) => note.includes('data race');
	if (story === 'left')
		return storyRaces(core, doc) && !storyBeats(core, doc).some(({ note }) => speaks(note));
	if (story !== 'telling' && story !== 'ended') return false;
	return !speaks(storyBeats(core, doc).find(({ at }) => at === race.second)?.note ?? '');
}
