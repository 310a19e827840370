// SPDX-License-Identifier: MIT
// The kernel's own MCS lock (kernel/locking/mcs_spinlock.h, unmodified) beside ours, access by access,
// without building a kernel: 0 = no difference, and every planted fault of ours differs soon;
// 1 = not so; 77 = no kernel source here. KERNEL_SRC may name a tree. See docs/following.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { at } from '../../scripts/lib/files.mjs';
import { packagedSource } from '../../scripts/lib/kernel-tools.mjs';
import { textNames } from '../../scripts/lib/texts.mjs';

const HEADER = 'kernel/locking/mcs_spinlock.h';
const OWN_TEXT = 'core-c/kernel/own-text';
const STEPS = 6_000_000;
const SOON = 1000; // steps within which a fault must show
const FAULTS = ['torn_swap', 'no_wait_for_link', 'late_init'];
const cc = process.env.CC ?? 'gcc';

function leave(code, text) {
	console.log(text);
	process.exit(code);
}

function mustRun(command, args, options = {}) {
	const r = spawnSync(command, args, { encoding: 'utf8', timeout: 300_000, ...options });
	if (r.error?.code === 'ENOENT') leave(77, `skipped: ${command} is not installed`);
	if (r.status !== 0) leave(1, `FAIL ${command}: ${r.error?.message ?? r.stderr.trim()}`);
	return r.stdout;
}

// The folder that holds HEADER: a tree, or what was once taken out of the package's archive.
function sourceTree() {
	const own = process.env.KERNEL_SRC && resolve(process.env.KERNEL_SRC);
	if (own) {
		if (!existsSync(join(own, HEADER))) leave(77, `skipped: ${own} (KERNEL_SRC) has no ${HEADER}`);
		return { folder: own, title: own };
	}
	const archive = packagedSource();
	if (!archive) {
		leave(
			77,
			'skipped: no kernel source (Debian: apt-get install linux-source-6.12; or set KERNEL_SRC)',
		);
	}
	const { size, mtimeMs } = statSync(archive);
	const key = createHash('sha256')
		.update(`${archive} ${size} ${mtimeMs}`)
		.digest('hex')
		.slice(0, 12);
	const folder = at('build/kernel-text', key);
	if (!existsSync(join(folder, HEADER))) {
		mkdirSync(folder, { recursive: true });
		const member = `${basename(archive, '.tar.xz')}/${HEADER}`;
		mustRun('tar', [
			'-xf',
			archive,
			'-C',
			folder,
			'--strip-components=1',
			'--occurrence=1',
			member,
		]);
	}
	return { folder, title: basename(archive) };
}

function compile(tree, folder) {
	const program = join(folder, 'mcs');
	const core = ['backend/step/access', 'environment', 'machine', 'registry'].map((name) =>
		at(`core-c/${name}.c`),
	);
	const texts = textNames().map((name) => at(`core-c/locks/${name}/${name}.c`));
	const tables = ['texts', 'facts'].map((name) => at(`build/generated/${name}.c`));
	const include = [
		at(OWN_TEXT),
		at(OWN_TEXT, 'include'),
		tree,
		at('core-c'),
		at('build/generated'),
	];
	mustRun(cc, [
		...['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-fno-strict-aliasing'],
		...include.map((path) => `-I${path}`),
		...['-o', program, at(OWN_TEXT, 'mcs.c'), ...core, ...texts, ...tables],
	]);
	return program;
}

// One run of the comparison; with a fault it is right when a difference was found.
function compare(program, steps, fault) {
	const args = fault ? [String(steps), fault] : [String(steps)];
	const r = spawnSync(program, args, { encoding: 'utf8', timeout: 120_000 });
	const said = r.error ? [r.error.message] : r.stdout.trim().split('\n');
	console.log(
		`${r.status === 0 ? 'ok  ' : 'FAIL'} mcs${fault ? ` with ${fault}` : ''}: ${said[0]}`,
	);
	if (r.status !== 0) for (const line of said.slice(1)) console.log(`     ${line}`);
	return r.status === 0;
}

const { folder, title } = sourceTree();
const text = readFileSync(join(folder, HEADER));
const sum = createHash('sha256').update(text).digest('hex').slice(0, 16);
console.log(`${HEADER} of ${title}, SHA-256 ${sum}…`);
const work = mkdtempSync(join(tmpdir(), 'kernel-text-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const program = compile(folder, work);
const results = [compare(program, STEPS), ...FAULTS.map((fault) => compare(program, SOON, fault))];
process.exit(results.every(Boolean) ? 0 : 1);
