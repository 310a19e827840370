/** A kernel tree in the cache folder, brought to any state of patches and compiled there. */
import { spawn } from 'node:child_process';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import { at, hashOf } from '../lib/files.mjs';
import { packagedSource } from '../lib/kernel-tools.mjs';
import { mustRun, outputOf, Told } from '../lib/run.mjs';

const CONFIG = 'core-c/kernel/kernel.config';
const CHECKED = 'core-c/kernel/checked';
const PATCHES = 'core-c/kernel/patches';
const FAULTS = 'core-c/kernel/faults';
const AIDS = 'core-c/kernel/aids';
const FILES_IN_ALL = 1470; /* objects of this configuration, for the progress display */

export const cacheFolder = () =>
	process.env.LOCKSTEP_CACHE ? resolve(process.env.LOCKSTEP_CACHE, 'kernel') : at('build/kernel');

const readPatch = (folder) => (name) => ({ name, text: readFileSync(at(folder, name), 'utf8') });
const isPatch = (name) => name.endsWith('.patch');

const ourPatches = () => readdirSync(at(PATCHES)).filter(isPatch).sort().map(readPatch(PATCHES));

/** Faults that may be planted on top of our patches, by name. */
export const faults = () =>
	existsSync(at(FAULTS))
		? readdirSync(at(FAULTS)).filter(isPatch).sort().map(readPatch(FAULTS))
		: [];

/** Kernels that look for faults themselves: each has a configuration on top of the plain one. */
export const CHECKERS = readdirSync(at(CHECKED)).map((name) => name.replace(/\.config$/, ''));

/** A patch that makes common what is rare: a help for a check, not a fault. */
export const aid = (name) => readPatch(AIDS)(`${name}.patch`);

const configsFor = (checker) => (checker ? [CONFIG, `${CHECKED}/${checker}.config`] : [CONFIG]);

/** The files that a patch touches. */
const filesOf = ({ text }) =>
	[...text.matchAll(/^(?:---|\+\+\+) [ab]\/(\S+)/gm)].map(([, path]) => path);

/** Which source it is: enough of it to tell two apart without reading a gigabyte. */
async function identify() {
	const own = process.env.KERNEL_SRC && resolve(process.env.KERNEL_SRC);
	const archive = packagedSource();
	if (!own && !archive) throw new Told('There is no kernel source.');
	if (!own) return { archive, id: hashOf([archive], '', '/'), title: archive.replace(/^.*\//, '') };
	const telling = ['Makefile', 'init/Kconfig', 'include/linux/sched.h']
		.concat(readdirSync(join(own, 'kernel/futex')).map((name) => `kernel/futex/${name}`))
		.filter((path) => /\.[chS]$|Makefile|Kconfig/.test(path));
	const version = await outputOf('make', ['-s', '-C', own, 'kernelversion']);
	return { own, id: hashOf(telling, own, own), title: `linux ${version?.trim()}` };
}

/** Runs make as a guest on a busy machine; shows how far it is. */
function make(tree, targets, log) {
	const args = ['-C', tree, `-j${availableParallelism()}`, ...targets];
	const env = { ...process.env, KBUILD_BUILD_USER: 'lockstep', KBUILD_BUILD_HOST: 'lockstep' };
	const child = spawn('nice', ['-n', '19', 'make', ...args], { env });
	let text = '';
	let compiled = 0;
	let shown = performance.now();
	const read = (chunk) => {
		text += chunk;
		compiled += chunk.toString().match(/^ {2}(?:CC|AS|AR|LD) /gm)?.length ?? 0;
		if (performance.now() - shown < 15_000) return;
		shown = performance.now();
		console.log(`   … ${compiled} of about ${FILES_IN_ALL} files`);
	};
	child.stdout.on('data', read);
	child.stderr.on('data', read);
	return new Promise((done, failed) => {
		child.on('error', failed);
		child.on('close', (code) => {
			writeFileSync(log, text);
			const end = text.split('\n').slice(-15).join('\n');
			if (code === 0) done(compiled);
			else
				failed(new Error(`make ${targets.join(' ')} failed; its end (all of it: ${log}):\n${end}`));
		});
	});
}

/** Extracts or copies the source and configures it; once. */
async function unpack(source, tree) {
	const fresh = `${tree}.new`;
	rmSync(fresh, { recursive: true, force: true });
	mkdirSync(fresh, { recursive: true });
	console.log(`   unpacking ${source.title}`);
	if (source.own) await mustRun('cp', ['-a', `${source.own}/.`, fresh]);
	else await mustRun('tar', ['-xf', source.archive, '-C', fresh, '--strip-components=1']);
	writeFileSync(join(fresh, 'lockstep.json'), JSON.stringify({ patches: [] }));
	renameSync(fresh, tree);
}

const contents = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/**
 * Takes back the patches that are there and puts in those that are wanted. A file that is the same
 * in the end keeps its date, so that only what has changed is compiled again.
 */
async function bringTo(tree, wanted) {
	const note = join(tree, 'lockstep.json');
	const { patches: present } = JSON.parse(readFileSync(note, 'utf8'));
	if (JSON.stringify(present) === JSON.stringify(wanted)) return;
	const files = [...new Set([...present, ...wanted].flatMap(filesOf))].map((path) =>
		join(tree, path),
	);
	const before = files.map((path) => [path, contents(path), existsSync(path) && statSync(path)]);
	rmSync(note);
	for (const { name, text } of present.toReversed()) await applyPatch(tree, name, text, ['-R']);
	for (const { name, text } of wanted) await applyPatch(tree, name, text, []);
	for (const [path, text, stat] of before) {
		if (stat && contents(path) === text) utimesSync(path, stat.atime, stat.mtime);
	}
	writeFileSync(note, JSON.stringify({ patches: wanted }));
}

async function applyPatch(tree, name, text, options) {
	const file = `${tree}.patch`;
	writeFileSync(file, text);
	const args = ['-d', tree, '-p1', '--batch', '--no-backup-if-mismatch', ...options, '-i', file];
	if ((await outputOf('patch', args)) !== undefined) return;
	throw new Error(`${name} does not ${options.length ? 'come off' : 'apply to'} this source`);
}

async function configure(tree, configs, log) {
	const wanted = configs.map((path) => readFileSync(at(path), 'utf8')).join('');
	const note = join(tree, 'lockstep.config');
	if (contents(note) === wanted) return;
	await make(tree, ['tinyconfig'], log);
	await mustRun(
		join(tree, 'scripts/kconfig/merge_config.sh'),
		[...['-m', '-Q', '-O', tree], join(tree, '.config'), ...configs.map((path) => at(path))],
		{ quiet: true },
	);
	await make(tree, ['olddefconfig'], log);
	const config = readFileSync(join(tree, '.config'), 'utf8');
	const lost = wanted
		.split('\n')
		.filter((line) => line.startsWith('CONFIG_') && !config.includes(`\n${line}\n`));
	if (lost.length > 0) throw new Error(`The configuration loses ${lost.join(', ')}`);
	writeFileSync(note, wanted);
}

/**
 * A kernel with our patches, and others on top of them: planted faults. checker: one of CHECKERS; it has a tree
 * of its own. Compiles only what is not in the cache. Returns the paths that a boot and a module need.
 */
export async function buildKernel({ onTop = [], checker } = {}) {
	const source = await identify();
	const patches = [...ourPatches(), ...onTop];
	const configs = configsFor(checker);
	const key = hashOf(configs, source.id + JSON.stringify(patches)).slice(0, 12);
	const treeKey = [source.id.slice(0, 12), ...(checker ? [checker] : [])].join('-');
	const tree = join(cacheFolder(), `tree-${treeKey}`);
	const image = join(cacheFolder(), `kernel-${key}`);
	const bzImage = join(image, 'bzImage');
	const kernel = { key, tree, bzImage, source: source.title, patches, configs };
	if (existsSync(kernel.bzImage)) return { ...kernel, cached: true };
	await prepareTree(kernel, source);
	mkdirSync(image, { recursive: true });
	const objects = await make(tree, ['bzImage', 'modules'], join(image, 'build.log'));
	copyFileSync(join(tree, '.config'), join(image, 'config'));
	copyFileSync(join(tree, 'arch/x86/boot/bzImage'), kernel.bzImage);
	return { ...kernel, objects, cached: false };
}

async function prepareTree(kernel, source) {
	if (!existsSync(join(kernel.tree, 'lockstep.json'))) {
		rmSync(kernel.tree, { recursive: true, force: true });
		await unpack(source ?? (await identify()), kernel.tree);
	}
	await bringTo(kernel.tree, kernel.patches);
	await configure(kernel.tree, kernel.configs, `${kernel.tree}.config.log`);
}

/** The same with the patches of the kernel in it. */
export async function patchedTree(kernel) {
	await prepareTree(kernel);
	return kernel.tree;
}

/** Compiles an external module against a kernel; `folder` holds a Kbuild file. */
export async function buildModule(kernel, folder, log) {
	await prepareTree(kernel);
	if (!existsSync(join(kernel.tree, 'Module.symvers'))) {
		await make(kernel.tree, ['bzImage', 'modules'], log);
	}
	await make(kernel.tree, [`M=${folder}`, 'modules'], log);
}
