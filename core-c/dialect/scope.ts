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

/** All texts of a project at once: what callers tell of those that they call. */
export interface Reach {
	texts: Text[];
	structs: Map<string, Struct>;
	procs: Map<string, Proc>;
}

export function reachOf({ texts }: Project): Reach {
	const structs = new Map<string, Struct>();
	for (const text of texts)
		for (const struct of text.structs)
			if (!structs.has(struct.tag)) structs.set(struct.tag, struct);
	return { texts, structs, procs: byName(texts, ({ procs }) => procs) };
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
