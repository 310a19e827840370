/** What the author of a story says of its moments, while it is told. */
import type { Beat, Config, Core, ScenarioFacts } from '../../../wasm/src';
import type { Document } from './state';

const NONE: readonly Beat[] = [];

/** None where no story is told: in free play, in a recording, after another choice. */
export function beatsOf(core: Core, { config, moment, recording }: Document): readonly Beat[] {
	if (recording || moment.story === 'none' || moment.story === 'left') return NONE;
	return core.scenario(config.scenario)?.beats ?? NONE;
}

/** The one that speaks at a moment: the last up to it. */
export function beatAt(beats: readonly Beat[], at: number): Beat | undefined {
	return beats.findLast((beat) => beat.at <= at);
}

/** The scenario in the set-up that what is computed of its story is true of. */
function asWritten(core: Core, { config, recording }: Document): ScenarioFacts | undefined {
	const scenario = recording ? undefined : core.scenario(config.scenario);
	if (!scenario) return undefined;
	const own = core.configOf(scenario.name);
	const same = (Object.keys(own) as (keyof Config)[]).every(
		(key) => String(own[key]) === String(config[key]),
	);
	return same ? scenario : undefined;
}

const isTold = ({ moment }: Document) => moment.story === 'telling' || moment.story === 'ended';

/** The step just taken is the first that the planted fault has made another one. */
export function faultActs(core: Core, doc: Document): boolean {
	const { partsAt = 0, story = [] } = asWritten(core, doc) ?? {};
	return isTold(doc) && partsAt < story.length && doc.moment.at === partsAt + 1;
}

/** The moment of the story from which no schedule saves what goes wrong in it; of one that was left, too. */
export const lateIn = (core: Core, doc: Document): number | undefined =>
	asWritten(core, doc)?.lateAt || undefined;

/** The same while the story is told. */
export const lateHere = (core: Core, doc: Document): number | undefined =>
	isTold(doc) ? lateIn(core, doc) : undefined;

export const TOO_LATE = 'Too late from here: no schedule saves this any more.';

export const decisiveOf = (beats: readonly Beat[]): Beat | undefined =>
	beats.find((beat) => beat.decisive);

/** A question is open only at its own moment: whoever went on has seen the answer. */
export function isOpen(beat: Beat, { moment, revealed }: Document): boolean {
	return beat.ask !== undefined && moment.at === beat.at && !revealed.includes(beat.at);
}
