/** The stories of a talk as its address lists them: some may be misspelt, and the rest is still a talk. */
import type { Core } from '../../../wasm/src';
import { nearestName } from '../store/nearest';

/** Of more the first are named. */
const MOST_NAMED = 3;
const MOST_LETTERS = 60;

export const knownIn = (core: Core, list: readonly string[]): readonly string[] =>
	list.filter((name) => core.scenario(name));

/** Of the stories the one that may be meant. */
export function nearestStory(core: Core, name: string): string | undefined {
	const names = core.facts.scenarios.filter((s) => !s.sandbox).map((s) => s.name);
	return nearestName(name, names);
}

function unknownText(core: Core, name: string): string {
	const near = nearestStory(core, name);
	const besides = near ? `The nearest name is “${near}”.` : 'No name is near it.';
	return `The list of this talk names “${name}”, which is the name of no story. ${besides} It is left out.`;
}

/** What is said of the others before the talk begins. `list`: as the address has it. */
export function listNotices(core: Core, list: string | null): string[] {
	const asked = (list ?? '').split(',').map((name) => name.trim().slice(0, MOST_LETTERS));
	const unknown = [...new Set(asked)].filter((name) => name !== '' && !core.scenario(name));
	const said = unknown.slice(0, MOST_NAMED).map((name) => unknownText(core, name));
	const more = unknown.length - said.length;
	if (more > 0) said.push(`So are ${more} more of its names.`);
	return said;
}
