/** The tree of another commit, built in a folder of its own, to be measured beside this one. */
import { copyFileSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { at } from './files.mjs';
import { mustRun, outputOf, Told } from './run.mjs';

/** A short name of the commit. */
export async function commitNamed(commit) {
	const told = await outputOf('git', ['rev-parse', '--short', '--verify', `${commit}^{commit}`]);
	if (told === undefined) throw new Told(`there is no commit "${commit}"`);
	return told.trim();
}

const BUILD_WASM =
	"const { buildWasm } = await import('./scripts/build-wasm.mjs'); await buildWasm();";
const BUILD = `
	const { generate } = await import('./scripts/generate.mjs');
	const { buildNative } = await import('./scripts/build-native.mjs');
	await generate();
	await buildNative({ target: 'lockstep', quiet: true });
`;

const build = (folder, script) =>
	mustRun(process.execPath, ['--input-type=module', '-e', script], { cwd: folder });

/** `lockstep` with a file of this tree in it, so that both do the same; with its own where that does not fit. */
async function buildWith(folder, file) {
	const path = join(folder, file);
	const own = `${path}.own`;
	renameSync(path, own);
	copyFileSync(at(file), path);
	try {
		await build(folder, BUILD);
		rmSync(own);
	} catch {
		console.log(`${file} of this tree does not fit there: it keeps its own`);
		renameSync(own, path);
		await build(folder, BUILD);
	}
}

/**
 * Calls `body` with the folder: `lockstep` is built there, and with `wasm` the modules. It uses the packages of this tree, and
 * the C file `as` of it if it can.
 */
export async function withTree(commit, { wasm = false, as }, body) {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-tree-'));
	try {
		console.log(`Building ${commit} in ${folder}`);
		const tar = join(folder, 'tree.tar');
		await mustRun('git', ['archive', '--format=tar', '-o', tar, commit]);
		await mustRun('tar', ['-xf', tar, '-C', folder]);
		rmSync(tar);
		symlinkSync(at('node_modules'), join(folder, 'node_modules'));
		await (as ? buildWith(folder, as) : build(folder, BUILD));
		if (wasm) await build(folder, BUILD_WASM);
		return await body(folder);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}
