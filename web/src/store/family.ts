/** The stories of a family, and the one that comes behind another. */
import type { Core, ScenarioFacts } from '../../../wasm/src';
import type { Document } from './state';

/** The stories of the family that a scenario belongs to, in the order of the core. */
export function familyOf(core: Core, name: string): ScenarioFacts[] {
	const { locks, scenarios } = core.facts;
	const familyName = (lock: number | undefined) => locks.find((l) => l.id === lock)?.family;
	const family = familyName(core.scenario(name)?.lock);
	return scenarios.filter((s) => !s.sandbox && familyName(s.lock) === family);
}

type Open = Pick<Document, 'config' | 'recording' | 'level'>;

/** Its neighbour in a talk that it is one of; undefined: it is in none. */
function inTalk(core: Core, { config }: Open, list: readonly string[], by: 1 | -1) {
	const here = list.indexOf(config.scenario);
	return here < 0 ? undefined : { story: core.scenario(list[here + by] ?? '') };
}

/** The story that comes next in the talk; else the one that the author's last note leads to, or the next of the family. */
export function nextStory(
	core: Core,
	doc: Open,
	list: readonly string[] = [],
): ScenarioFacts | undefined {
	const { config, recording, level } = doc;
	if (recording || level) return undefined;
	const talk = inTalk(core, doc, list, 1);
	if (talk) return talk.story;
	const next = core.scenario(config.scenario)?.next;
	const family = familyOf(core, config.scenario);
	const here = family.findIndex((s) => s.name === config.scenario);
	return next ? core.scenario(next) : family[here + 1];
}

/** The story that the author's own last note leads to, if it leads to one. */
export const ledTo = (core: Core, { config }: Open): ScenarioFacts | undefined =>
	core.scenario(core.scenario(config.scenario)?.next ?? '');

/** The one before it in a talk that it is one of. */
export const previousStory = (
	core: Core,
	doc: Open,
	list: readonly string[],
): ScenarioFacts | undefined =>
	doc.recording || doc.level ? undefined : inTalk(core, doc, list, -1)?.story;
