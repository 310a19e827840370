/** Which texts a text is made of. */
import type { Line, Project, Text } from './tree';

/** Names that lines of one kind give, such as the switches of a text. */
export const namesIn = (lines: readonly Line[]): string[] =>
	lines.map(({ args }) => args[0]?.raw ?? '');

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
