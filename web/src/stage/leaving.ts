/** What the stories of a talk leave behind: the last sentences of their authors, and one address. */
import type { Core } from '../../../wasm/src';
import { capitalized } from '../narration/phrases';
import { itemHash } from '../plan/address';

const TAKE_HOME = /Take home: (.*?)(?:\s+(?:Try|Next): .*)?$/s;

/** With more lines than this the room is told the sentences alone. */
export const FEW_LEFT = 5;

/** One line of it. */
export interface Left {
	name: string;
	title: string;
	text: string;
	/** of two side by side: it says nothing without its title */
	isPair?: boolean;
}

/** Of each story that has one, the sentence that its last note asks to take home, and of what it was said. */
export function leftBy(core: Core, list: readonly string[]): Left[] {
	return list.flatMap((name) => {
		const { title = '', beats = [] } = core.scenario(name) ?? {};
		const [, said] = TAKE_HOME.exec(beats.at(-1)?.note ?? '') ?? [];
		return said ? [{ name, title, text: capitalized(said) }] : [];
	});
}

const TRY = /\bTry: (.*?)(?:\s+Next: .*)?$/s;

/** What the last note of a story says to try on the page; '' for nothing. */
export function triedAfter(core: Core, name: string): string {
	const { beats = [] } = core.scenario(name) ?? {};
	return capitalized(TRY.exec(beats.at(-1)?.note ?? '')?.[1] ?? '');
}

/** The talk from its start, for everyone: not as the speaker looks at it. */
export function talkLink(here: string, list: readonly string[]): string {
	const [page = ''] = here.split('#');
	return `${page}${itemHash(list, 0)}`;
}
