/** The stories of a talk as its address lists them: some may be misspelt, and the rest is still a talk. */
import type { Core } from '../../../wasm/src';
import { nearestName } from '../store/nearest';

/** Of more the first are named. */
const MOST_NAMED = 3;
const MOST_LETTERS = 60;

export const knownIn = (core: Core, list: readonly string[]): readonly string[] =>
	list.filter((name) => core.scenario(name));

/** Of a name that is no story's: which may be meant, as a sentence. */
export function nearestText(core: Core, name: string): string {
	const names = core.facts.scenarios.filter((s) => !s.sandbox).map((s) => s.name);
	const near = nearestName(name, names);
	return near ? `The nearest name is “${near}”.` : 'No name is near it.';
}

function unknownText(core: Core, name: string): string {
	return `The list of this talk names “${name}”, which is the name of no story. ${nearestText(core, name)} It is left out.`;
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
