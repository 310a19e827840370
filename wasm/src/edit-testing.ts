/** For tests: texts of locks, changed and compiled as the page does it. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseProject, problemsOf, withUsed } from '../../core-c/dialect';
import { compileText } from '../../core-c/dialect/emit';
import type { Wanted } from '../../core-c/dialect/emit/mark';
import type { Config } from './config';
import { Core } from './core';
import { editedBy, editedEngine } from './edit';
import type { Edit } from './edited';
import { exploreHere } from './explorer';
import type { LockFacts } from './facts';

export const HERE = dirname(fileURLToPath(import.meta.url));
const LOCKS = join(HERE, '../../core-c/locks');
const editModule = (lock: string) => readFileSync(join(HERE, `../dist/${lock}-edit.wasm`));

const FILES = readdirSync(LOCKS).flatMap((name) =>
	['c', 'h'].map((kind) => {
		const path = `${name}/${name}.${kind}`;
		return { path, text: readFileSync(join(LOCKS, path), 'utf8') };
	}),
);

/** The text of that name compiled for the lock, `change`d before; undefined where it has a problem. */
export function tryEdit(
	lock: LockFacts,
	name: string,
	change: (text: string) => string,
	wanted?: Wanted,
): Edit | undefined {
	const path = `${name}/${name}.c`;
	const used = textsOf(lock);
	const project = parseProject(
		FILES.filter((file) => used.includes(file.path.replace(/\/.*/, ''))).map((file) =>
			file.path === path ? { path, text: change(file.text) } : file,
		),
	);
	const named = (wanted: string) => {
		const text = project.texts.find((one) => one.name === wanted);
		if (!text) throw new Error(`there is no text ${wanted}`);
		return text;
	};
	const text = named(name);
	if (problemsOf(project, text).length > 0) return undefined;
	const numbers = Object.fromEntries(lock.procs.map((proc, number) => [proc.name, number]));
	const target = { lock: named(lock.name), numbers: new Map(Object.entries(numbers)) };
	const compiled = compileText(project, text, target, wanted);
	return 'bytes' in compiled ? { ...compiled, lock: lock.id, numbers } : undefined;
}

export function edit(
	lock: LockFacts,
	name: string,
	change = (text: string) => text,
	wanted?: Wanted,
): Edit {
	const made = tryEdit(lock, name, change, wanted);
	if (!made) throw new Error(`${name}.c cannot be run by ${lock.name}`);
	return made;
}

export async function coreWith(lock: LockFacts, made: Edit): Promise<Core> {
	const core = new Core(
		(name) => new Uint8Array(editModule(name)),
		editedBy(made, { lockName: '', text: '', source: '', packed: '', base: '', repair: '' }),
	);
	await core.load(lock.id);
	return core;
}

export const ALL = parseProject(FILES);

export function textsOf(lock: LockFacts): string[] {
	const text = ALL.texts.find(({ name }) => name === lock.name);
	return text ? withUsed(ALL, text).map(({ name }) => name) : [];
}

export const engineOf = (lock: LockFacts, made: Edit) =>
	editedEngine(new Uint8Array(editModule(lock.name)), made);

/** The search of the page's Worker. */
export async function searched(lock: LockFacts, made: Edit, config: Config, maxStates = 200_000) {
	const engine = await engineOf(lock, made);
	return exploreHere({ family: () => engine }, config, { maxStates });
}

export const textOf = (name: string): string =>
	FILES.find(({ path }) => path === `${name}/${name}.c`)?.text ?? '';
