/** The programs that run in the virtual machine, linked statically. */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { at, filesUnder, ROOT } from '../lib/files.mjs';
import { WORK } from '../lib/generate/folders.mjs';
import { mustRun, outputOf } from '../lib/run.mjs';
import { patchedTree } from './tree.mjs';

const HARNESS = 'core-c/kernel/harness';
const FLAGS = ['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror'];

/** These belong to this checkout; the kernels in the cache may serve several. */
export const PROGRAMS = at('build/kernel-programs');

/** It needs no library, so it runs on this machine too. */
export const LOCKSTEP = join(PROGRAMS, 'lockstep/lockstep');

/** Scenarios with a story; they can be followed. */
export async function scenarioNames() {
	const facts = await outputOf(LOCKSTEP, ['facts']);
	if (!facts) throw new Error(`${LOCKSTEP} does not tell its scenarios`);
	return JSON.parse(facts)
		.scenarios.filter(({ sandbox }) => !sandbox)
		.map(({ name }) => name);
}

async function compileHarness(name, folder, others = []) {
	const program = join(folder, name);
	const include = ['core-c', 'build/generated'].map((path) => `-I${at(path)}`);
	const files = [`${HARNESS}/${name}.c`, ...others].map((path) => at(path));
	await mustRun('gcc', [...FLAGS, ...include, '-static', '-pthread', '-o', program, ...files]);
	return readFileSync(program);
}

/** What the folders of locks know of work that takes the kernel's own; the table of it is generated. */
const workFiles = () => [
	'build/generated/kernel/work.c',
	...filesUnder('core-c/locks', (path) => path.endsWith(`/${WORK.file}`)),
];

/** The same `lockstep` as elsewhere, but without a library that the machine would need. */
async function compileLockstep() {
	const folder = join(PROGRAMS, 'lockstep');
	if (!existsSync(join(folder, 'Makefile'))) {
		const options = ['-DCMAKE_C_COMPILER=gcc', '-DCMAKE_BUILD_TYPE=Release'];
		const link = '-DCMAKE_EXE_LINKER_FLAGS=-static';
		const places = ['-S', ROOT, '-B', folder];
		await mustRun('cmake', ['-G', 'Unix Makefiles', ...places, ...options, link], { quiet: true });
	}
	const jobs = String(availableParallelism());
	const build = ['cmake', '--build', folder, '-j', jobs, '--target', 'lockstep'];
	await mustRun('nice', ['-n', '19', ...build], { quiet: true });
	return readFileSync(LOCKSTEP);
}

function harnessFolder() {
	const folder = join(PROGRAMS, 'harness');
	mkdirSync(folder, { recursive: true });
	return folder;
}

/** What the measurement needs: path in the machine → contents. */
export async function buildBench() {
	const folder = harnessFolder();
	return {
		init: await compileHarness('init', folder),
		bench: await compileHarness('bench', folder),
		bench_rw: await compileHarness('bench_rw', folder),
	};
}

/** What the fuzzer needs, and the cases that need nothing else, the same. */
export async function buildTorture() {
	const folder = harnessFolder();
	const names = ['init', 'fuzz', 'paths', 'shared', 'readers', 'called_off', 'deaths'];
	const files = {};
	for (const name of names) files[name] = await compileHarness(name, folder);
	return files;
}

/** The selftest that our patches bring, as the kernel builds its selftests. */
export async function buildSelftest(kernel) {
	const tests = join(await patchedTree(kernel), 'tools/testing/selftests');
	const program = join(harnessFolder(), 'selftest');
	const include = [`-I${tests}`, `-I${join(tests, 'futex/include')}`];
	const source = join(tests, 'futex/functional/futex_tp_shared.c');
	await mustRun('gcc', [
		'-g',
		'-O2',
		'-Wall',
		'-pthread',
		'-static',
		...include,
		'-o',
		program,
		source,
	]);
	return { selftest: readFileSync(program) };
}

/** Path in the machine → contents. */
export async function buildPrograms() {
	const folder = harnessFolder();
	return {
		...(await buildTorture()),
		hostile: await compileHarness('hostile', folder),
		stock: await compileHarness('stock', folder, workFiles()),
		lockstep: await compileLockstep(),
	};
}
