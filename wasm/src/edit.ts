/** Puts the compiled procedures of an edited text into a module that was built for it (wasm/edit.h). */
import type { CompiledProc } from '../../core-c/dialect/emit';
import { markName } from '../../core-c/dialect/emit/mark';
import type { Edit, Edited } from './edited';
import { Engine } from './engine';
import type { ProcFacts } from './facts';
import { LoadError } from './load-error';
import { type CoreExports, type CoreSource, EXPORT_NAMES, instantiate } from './loader';

interface EditExports extends CoreExports {
	__indirect_function_table: WebAssembly.Table;
	ls_edit_proc(
		lock: number,
		proc: number,
		first: number,
		last: number,
		size: number,
		run: number,
		deaf: number,
	): number;
	ls_edit_dead(line: number, dead: number, clear: number): void;
	ls_edit_local(length: number, offset: number, size: number, isSigned: number): void;
	ls_edit_phrase(line: number, done: number, otherwise: number, handoff: number): void;
}

/** A level is played in the published text; what a repair must reach is searched for only in locks that have one. */
const NEEDED = EXPORT_NAMES.filter((name) => !name.startsWith('ls_api_goal_'));
const OF_EDITS = [
	'__indirect_function_table',
	'ls_edit_proc',
	'ls_edit_dead',
	'ls_edit_local',
	'ls_edit_phrase',
];

/** A module that takes in edited texts of the lock, with this text in it; `names`: what else is called of it. */
async function instantiateEdited(
	source: CoreSource,
	edit: Edit,
	names: readonly string[] = NEEDED,
): Promise<{ core: CoreExports; passed: WebAssembly.Global[] }> {
	const core = (await instantiate(source, [...names, ...OF_EDITS])) as EditExports;
	const imports = core as unknown as WebAssembly.ModuleImports;
	const { instance } = await WebAssembly.instantiate(edit.bytes, { core: imports });
	for (const proc of edit.procs) install(core, edit, proc, instance.exports[proc.name]);
	const passed = edit.marks.map((_, i) => instance.exports[markName(i)] as WebAssembly.Global);
	return { core, passed };
}

function install(core: EditExports, edit: Edit, proc: CompiledProc, run: unknown): void {
	const { lock, numbers } = edit;
	const { name, first, last, size, deaf } = proc;
	const at = core.__indirect_function_table.grow(1, run);
	if (core.ls_edit_proc(lock, numbers[name] ?? -1, first, last, size, at, Number(deaf)) < 0)
		throw new LoadError(`The lock has no place for the procedure ${name}.`);
	for (const [line, dead] of proc.dead.entries())
		core.ls_edit_dead(line, dead, proc.clear[line] ?? 0);
	for (const local of proc.locals) {
		const [length = 0] = put(core, [local.name]);
		core.ls_edit_local(length, local.offset, local.size, Number(local.type.startsWith('s')));
	}
	for (const { line, done, otherwise = '', handoff = '' } of proc.phrases) {
		const [a = 0, b = 0, c = 0] = put(core, [done, otherwise, handoff]);
		core.ls_edit_phrase(line, a, b, c);
	}
}

/** Into the text buffer, one behind the other; the bytes of each. */
function put({ memory, ls_api_text }: EditExports, texts: readonly string[]): number[] {
	const encoded = texts.map((text) => new TextEncoder().encode(text));
	let at = ls_api_text();
	for (const bytes of encoded) {
		new Uint8Array(memory.buffer, at, bytes.length).set(bytes);
		at += bytes.length;
	}
	return encoded.map(({ length }) => length);
}

/** What is known of the lock's procedures, with those of the edit in the place of the built ones. */
function procsWith(procs: readonly ProcFacts[], edit: Edit): ProcFacts[] {
	return procs.map((proc, number) => {
		const found = edit.procs.find(({ name }) => edit.numbers[name] === number);
		if (!found) return proc;
		const { first, last, dead, locals, means } = found;
		return {
			...proc,
			...{ first, last, dead, means },
			locals: locals.map(({ name, offset, size, type }) => ({
				...{ name, offset, size },
				signed: type.startsWith('s'),
			})),
		};
	});
}

/** For a search of the edited text. */
export async function editedEngine(
	source: CoreSource,
	edit: Edit,
	names?: readonly string[],
): Promise<Engine> {
	const { core, passed } = await instantiateEdited(source, edit, names);
	return new Engine(core, passed);
}

/** For a Core that is to run the edited text. */
export const editedBy = (
	edit: Edit,
	said: Pick<Edited, 'lockName' | 'text' | 'source' | 'packed' | 'base' | 'repair'>,
): Edited => ({
	...said,
	edit,
	lock: edit.lock,
	instantiate: async (source) => (await instantiateEdited(source, edit)).core,
	procs: (built) => procsWith(built, edit),
});
