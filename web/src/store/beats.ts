/** What the author of a story says of its moments, while it is told. */
import type { Beat, Core } from '../../../wasm/src';
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

/** The step just taken is the first that the planted fault has made another one. */
export function faultActs(core: Core, { config, moment, recording }: Document): boolean {
	const scenario = core.scenario(config.scenario);
	if (recording || !scenario || moment.story === 'none' || moment.story === 'left') return false;
	const { partsAt, story, switches } = scenario;
	return switches === config.switches && partsAt < story.length && moment.at === partsAt + 1;
}

export const decisiveOf = (beats: readonly Beat[]): Beat | undefined =>
	beats.find((beat) => beat.decisive);

/** A question is open only at its own moment: whoever went on has seen the answer. */
export function isOpen(beat: Beat, { moment, revealed }: Document): boolean {
	return beat.ask !== undefined && moment.at === beat.at && !revealed.includes(beat.at);
}
