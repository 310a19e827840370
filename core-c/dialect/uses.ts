/** Which texts a text is made of. */
import type { Line, Project, Raw, Text } from './tree';

/** Lines that say first whose they are. */
const OWNED = new Set(['VARIANT', 'SWITCH', 'ROLE', 'QUEUE', 'INVARIANT', 'INIT']);

/** The arguments of a line without the name of the text that it belongs to. */
export const argsOf = (text: Text, line: Line): Raw[] =>
	OWNED.has(line.keyword) && line.args[0]?.raw === text.name ? line.args.slice(1) : line.args;

/** Names that lines of one kind give, such as the switches of a text. */
export const namesIn = (text: Text, lines: readonly Line[]): string[] =>
	lines.map((line) => argsOf(text, line)[0]?.raw ?? '');

export const textNamed = (project: Project, name: string): Text | undefined =>
	project.texts.find((text) => text.name === name);

/** The text and all that it uses, directly or through others, each once. */
export function withUsed(project: Project, text: Text): Text[] {
	const found = [text];
	for (const one of found)
		for (const name of one.uses) {
			const used = textNamed(project, name);
			if (used && !found.includes(used)) found.push(used);
		}
	return found;
}
