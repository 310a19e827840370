/** The stories of a talk as its address lists them: some may be misspelt, and the rest is still a talk. */
import type { Core } from '../../../wasm/src';
import { MOST_LISTED } from '../store/listed';
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

function unknownNotices(core: Core, unknown: readonly string[]): string[] {
	const said = unknown.slice(0, MOST_NAMED).map((name) => unknownText(core, name));
	const more = unknown.length - said.length;
	if (more > 0) said.push(`So are ${more} more of its names.`);
	return said;
}

/** Too many, one twice, or the open one not among them. `asked`: all of its names. */
function listNotice(core: Core, open: string, asked: readonly string[]): string[] {
	const once = [...new Set(asked)];
	const told = knownIn(core, once.slice(0, MOST_LISTED));
	const twice = told.find((name) => asked.indexOf(name) < asked.lastIndexOf(name));
	const said: string[] = [];
	if (twice)
		said.push(
			`The list of this talk names “${twice}” twice. A story is told once, at its first place.`,
		);
	if (once.length > MOST_LISTED)
		said.push(
			`The list of this talk has ${once.length} names. A talk has at most ${MOST_LISTED}: the others are left out.`,
		);
	if (told.length > 0 && !told.includes(open))
		said.push(
			`“${open}” is not in the list of the talk that this address has, so it stands alone. That talk begins with “${told[0]}”.`,
		);
	return said;
}

/** What is said of it before the talk begins. `open`: the story that is; `list`: as the address has it. */
export function listNotices(core: Core, open: string, list: string | null): string[] {
	if (list === null) return [];
	const asked = list
		.split(',')
		.map((name) => name.trim().slice(0, MOST_LETTERS))
		.filter((name) => name !== '');
	if (asked.length === 0)
		return [
			'The list of this talk is empty: after “list=” come names of stories, with commas between.',
		];
	const unknown = [...new Set(asked)].filter((name) => !core.scenario(name));
	return [...unknownNotices(core, unknown), ...listNotice(core, open, asked)];
}
