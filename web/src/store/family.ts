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

/** The story that the author's last note leads to, else the next of the family. */
export function nextStory(
	core: Core,
	{ config, recording, level }: Pick<Document, 'config' | 'recording' | 'level'>,
): ScenarioFacts | undefined {
	if (recording || level) return undefined;
	const next = core.scenario(config.scenario)?.next;
	const family = familyOf(core, config.scenario);
	const here = family.findIndex((s) => s.name === config.scenario);
	return next ? core.scenario(next) : family[here + 1];
}

/** The story that leads to this one: the one before it in the family, if that does. */
export function previousStory(
	core: Core,
	doc: Pick<Document, 'config' | 'recording' | 'level'>,
): ScenarioFacts | undefined {
	if (doc.recording || doc.level) return undefined;
	const { scenario } = doc.config;
	const leads = ({ name }: ScenarioFacts) =>
		nextStory(core, { ...doc, config: { ...doc.config, scenario: name } })?.name === scenario;
	const family = familyOf(core, scenario);
	const before = family[family.findIndex((s) => s.name === scenario) - 1];
	if (before && leads(before)) return before;
	return core.facts.scenarios.find((s) => !s.sandbox && leads(s));
}
