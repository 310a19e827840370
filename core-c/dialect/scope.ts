/** What a text can name: its own things and those of the texts that it uses. */
import { constantsOf } from './constants';
import { structsOf } from './layout';
import { Expander } from './macros';
import type { Constant, Macro, Proc, Project, Struct, Text } from './tree';
import { withUsed } from './uses';

export interface Scope {
	project: Project;
	text: Text;
	/** the text itself first */
	texts: Text[];
	constants: Map<string, Constant>;
	macros: Map<string, Macro>;
	structs: Map<string, Struct>;
	procs: Map<string, Proc>;
	expander: Expander;
}

function byName<T extends { name: string }>(
	texts: Text[],
	of: (text: Text) => T[],
): Map<string, T> {
	const found = new Map<string, T>();
	for (const text of texts)
		for (const one of of(text)) if (!found.has(one.name)) found.set(one.name, one);
	return found;
}

export function scopeOf(project: Project, text: Text): Scope {
	const texts = withUsed(project, text);
	const constants = constantsOf(project, text);
	const macros = byName(texts, ({ macros }) => macros);
	return {
		project,
		text,
		texts,
		constants,
		macros,
		structs: structsOf(project, text),
		procs: byName(texts, ({ procs }) => procs),
		expander: new Expander(macros, constants),
	};
}
