/** The native tool with one text changed: the text and the tables made of it are compiled, the rest is that of build/native. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { NATIVE } from '../build-native.mjs';
import { at, filesUnder } from '../lib/files.mjs';
import { textTables } from '../lib/generate/headers.mjs';
import { order } from '../lib/generate/texts.mjs';
import { readTexts } from '../lib/texts.mjs';
import { limited } from './limited.mjs';

const FOLDER = 'build/mutants';
const OBJECTS = `${NATIVE}/core-c/CMakeFiles`;
/** Archive members stand back behind an object that has their names. */
const ARCHIVES = ['core', 'native', 'follow', 'logged', 'native', 'core'].map((name) =>
	at(NATIVE, `core-c/liblockstep_${name}.a`),
);
/** The searches are short: compiling is most of the time. No warnings: what a compiler only doubts is to be run. */
const FLAGS = [
	'-std=gnu11',
	'-w',
	'-fno-strict-aliasing',
	'-I',
	at('core-c'),
	'-I',
	at('build/generated'),
];

class Refused extends Error {}

const objectsOf = (target) =>
	filesUnder(`${OBJECTS}/${target}.dir`, (path) => path.endsWith('.o')).map((path) => at(path));

/** What the dialect says against the files, or undefined. */
export function refusal({ allProblems, parseProject }, files) {
	const [first] = allProblems(parseProject(files));
	return first && `${first.line}: ${first.message}`;
}

/**
 * Compiles a mutant in a folder of its own. `link(target)` gives the program of that target of build/native, with
 * `native` the text on real threads changed as well; where the compiler refuses there is `refused` instead.
 */
export async function compileMutant(frontEnd, files, text) {
	mkdirSync(at(FOLDER), { recursive: true });
	const folder = mkdtempSync(at(FOLDER, 'm-'));
	const remove = () => rmSync(folder, { recursive: true, force: true });
	const source = files.find(({ path }) => basename(path) === `${text}.c`);

	/** The object file; what the compiler says against it is thrown. */
	async function object(name, code, flags) {
		const [path, out] = [join(folder, name), join(folder, `${name}.${flags.join('')}.o`)];
		writeFileSync(path, code);
		const own = ['-I', at('core-c/locks', text)];
		const { code: failed, output } = await limited('gcc', [
			...flags,
			...FLAGS,
			...own,
			'-c',
			path,
			'-o',
			out,
		]);
		if (failed) throw new Refused(output.trim().split('\n')[0]);
		return out;
	}
	try {
		const tables = textTables(order(readTexts(frontEnd, files)));
		const step = [
			await object(`${text}.c`, source.text, ['-O1']),
			await object('texts.c', tables, ['-O0']),
		];
		return {
			remove,
			async link(target, { native = false } = {}) {
				const real = native
					? [await object(`${text}.c`, source.text, ['-O1', '-DLOCKSTEP_NATIVE'])]
					: [];
				const program = join(folder, `${target}${native ? '-native' : ''}`);
				const parts = [...step, ...real, ...objectsOf(target), ...ARCHIVES];
				const { code, output } = await limited('gcc', ['-o', program, ...parts, '-pthread', '-lm']);
				if (code) throw new Error(output);
				return program;
			},
		};
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		return { remove, refused: error.message };
	}
}

/** The shipped texts with one of them changed. */
export const changedFiles = (files, text, source) =>
	files.map((file) => (basename(file.path) === `${text}.c` ? { ...file, text: source } : file));
