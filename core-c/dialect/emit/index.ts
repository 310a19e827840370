/** A text of the dialect as a WebAssembly module that the core takes in the place of its own (wasm/edit.c). */
import { constantsOf, lookupIn } from '../constants';
import { deafProcs } from '../deaf';
import { clearMasks, deadMasks } from '../liveness';
import { scopeOf } from '../scope';
import type { Local, Phrase, Problem, Project, Text } from '../tree';
import { type Bytes, I32, moduleOf, named, OP, section, unsigned, vector } from './bytes';
import { type Target, Unrunnable } from './expr';
import { IMPORT_NAMES, IMPORTS } from './imports';
import { type Mark, markName, NOTHING_WANTED, type Wanted } from './mark';
import { Marks } from './marks';
import { type CompiledMeaning, meansOf } from './means';
import { ProcWriter } from './proc';

/** A procedure that was compiled, with what the core has to know of it. */
export interface CompiledProc {
	name: string;
	/** lines of the text, from 1 */
	first: number;
	last: number;
	/** bytes of its locals */
	size: number;
	locals: Pick<Local, 'name' | 'type' | 'offset' | 'size'>[];
	means: CompiledMeaning[];
	/** by line from its first: a bit for each word of its locals that nobody reads from there on */
	dead: number[];
	/** those of them that may not be clear yet */
	clear: number[];
	/** by line from its first */
	phrases: ({ line: number } & Phrase)[];
	/** no signal concerns it */
	deaf: boolean;
	user: boolean;
}

export interface Compiled {
	/** a module that exports a function for each procedure, by its name */
	bytes: Uint8Array<ArrayBuffer>;
	procs: CompiledProc[];
	/** what was asked about; the module exports a global for each, by markName() */
	marks: Mark[];
}

/** Sections of a module, by their numbers. */
const SECTION = { types: 1, imports: 2, functions: 3, globals: 6, exports: 7, code: 10 } as const;
const FUNCTION = 0x60;
const KIND = { function: 0, memory: 2, global: 3 } as const;

/** What procedures are: (machine, thread, frame) -> outcome. */
const RUN = [FUNCTION, ...vector([[I32], [I32], [I32]]), ...vector([[I32]])];

/** A variable that begins as 0. */
const GLOBAL = [I32, 0x01, OP.const, 0, OP.end];

function bytesOf(
	bodies: readonly { name: string; body: Bytes }[],
	marks: readonly Mark[],
): Uint8Array<ArrayBuffer> {
	const types = IMPORT_NAMES.map((name) => {
		const { params, result } = IMPORTS[name];
		return [FUNCTION, ...vector(params.map((type) => [type])), ...vector(result ? [[I32]] : [])];
	});
	const imports = IMPORT_NAMES.map((name, type) => [
		...named('core'),
		...named(name),
		KIND.function,
		...unsigned(type),
	]);
	const memory = [...named('core'), ...named('memory'), KIND.memory, 0, 0];
	const exported = bodies.map(({ name }, i) => [
		...named(name),
		KIND.function,
		...unsigned(imports.length + i),
	]);
	const globals = marks.map((_, i) => [...named(markName(i)), KIND.global, ...unsigned(i)]);
	return moduleOf([
		section(SECTION.types, vector([...types, RUN])),
		section(SECTION.imports, vector([...imports, memory])),
		section(SECTION.functions, vector(bodies.map(() => unsigned(types.length)))),
		section(SECTION.globals, vector(marks.map(() => GLOBAL))),
		section(SECTION.exports, vector([...exported, ...globals])),
		section(SECTION.code, vector(bodies.map(({ body }) => body))),
	]);
}

/**
 * The procedures of a text that has no problems, for a lock that uses it. What cannot be run is a problem of the text.
 * `wanted`: lines of which is to be known whether they are run.
 */
export function compileText(
	project: Project,
	text: Text,
	target: Target,
	wanted: Wanted = NOTHING_WANTED,
): Compiled | Problem {
	const scope = scopeOf(project, text);
	const lookup = lookupIn(constantsOf(project, text));
	const deaf = deafProcs(project, text);
	const used = text.procs.filter(({ name }) => target.numbers.has(name));
	const marks = new Marks(wanted, text.files[text.file] ?? '');
	for (const proc of used) marks.look(proc);
	try {
		const bodies = used.map((proc) => ({
			name: proc.name,
			body: new ProcWriter(proc, scope, target, lookup, marks).write(),
		}));
		const procs = used.map((proc): CompiledProc => {
			const { name, first, last, size, locals, steps, mode } = proc;
			const byLine = (masks: ReadonlyMap<number, number>) =>
				Array.from({ length: last - first + 1 }, (_, i) => masks.get(first + i) ?? 0);
			return {
				...{ name, first, last, size },
				locals: locals.map(({ name, type, offset, size }) => ({ name, type, offset, size })),
				means: meansOf(proc, scope),
				dead: byLine(deadMasks(proc, scope)),
				clear: byLine(clearMasks(proc, scope)),
				phrases: steps.flatMap(({ line, phrase }) =>
					phrase ? [{ line: line - first, ...phrase }] : [],
				),
				deaf: deaf.has(name),
				user: mode === 'user',
			};
		});
		return { bytes: bytesOf(bodies, marks.all), procs, marks: marks.all };
	} catch (error) {
		if (!(error instanceof Unrunnable)) throw error;
		const { line, column } = error.span;
		return { file: text.file, line, column, message: error.message, rule: 'unrunnable' };
	}
}
