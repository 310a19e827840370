/** The data race in the steps that have been taken. */
import { type Core, type Race, raceAlong } from '../../../wasm/src';
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

/** A story is told, and its note at the racing step speaks of something else: it is no verdict of that story. */
export function isRaceBeside(core: Core, doc: Document, race: Race): boolean {
	const { story } = doc.moment;
	if (story !== 'telling' && story !== 'ended') return false;
	const note = storyBeats(core, doc).find(({ at }) => at === race.second)?.note ?? '';
	return !note.includes('data race');
}
