/** What the stories of a talk leave behind: the last sentences of their authors, and one address. */
import type { Core } from '../../../wasm/src';
import { capitalized } from '../narration/phrases';

const TAKE_HOME = /Take home: (.*?)(?:\s+(?:Try|Next): .*)?$/s;

/** Of each story that has one, the sentence that its last note asks to take home, and of what it was said. */
export function leftBy(
	core: Core,
	list: readonly string[],
): { name: string; title: string; text: string }[] {
	return list.flatMap((name) => {
		const { title = '', beats = [] } = core.scenario(name) ?? {};
		const [, said] = TAKE_HOME.exec(beats.at(-1)?.note ?? '') ?? [];
		return said ? [{ name, title, text: capitalized(said) }] : [];
	});
}

/** The talk from its start, for everyone: not as the speaker looks at it. */
export function talkLink(here: string, list: readonly string[]): string {
	const [page = ''] = here.split('#');
	return `${page}#/${list[0] ?? ''}?list=${list.join()}`;
}
