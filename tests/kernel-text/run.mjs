// SPDX-License-Identifier: MIT
// The kernel's own lock texts, unmodified, beside ours, access by access, without building a kernel:
// 0 = no difference, and every planted fault of ours differs soon; 1 = not so; 77 = no kernel source
// here. KERNEL_SRC may name a tree; an argument names the texts that are compared, else all are. See docs/following.md.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { at } from '../../scripts/lib/files.mjs';
import { packagedSource } from '../../scripts/lib/kernel-tools.mjs';
import { filesOf } from '../../scripts/lib/own-text.mjs';
import { KERNEL } from '../../scripts/lib/own-text-kernel.mjs';
import { askedOf, compareAll, leave, skip } from '../../scripts/lib/own-text-run.mjs';

const FILES = filesOf(KERNEL);
const missing = (folder) => FILES.filter((file) => !existsSync(join(folder, file)));

// A folder that has FILES: a tree, or what was once taken out of the package's archive.
function sourceTree() {
	const own = process.env.KERNEL_SRC && resolve(process.env.KERNEL_SRC);
	if (own) {
		const [first] = missing(own);
		if (first) skip(`${own} (KERNEL_SRC) has no ${first}`);
		return { folder: own, title: own };
	}
	const archive = packagedSource();
	if (!archive)
		skip('no kernel source (Debian: apt-get install linux-source-6.12; or set KERNEL_SRC)');
	const { size, mtimeMs } = statSync(archive);
	const key = createHash('sha256').update(`${archive} ${size} ${mtimeMs}`).digest('hex');
	const folder = at('build/kernel-text', key.slice(0, 12));
	if (missing(folder).length > 0) {
		mkdirSync(folder, { recursive: true });
		const members = FILES.map((file) => `${basename(archive, '.tar.xz')}/${file}`);
		const options = ['-C', folder, '--strip-components=1', '--occurrence=1'];
		const r = spawnSync('tar', ['-xf', archive, ...options, ...members], { encoding: 'utf8' });
		const [first] = missing(folder);
		if (r.error || first)
			leave(1, `FAIL ${archive}: ${r.error?.message ?? `no ${first}; ${r.stderr.trim()}`}`);
	}
	return { folder, title: basename(archive) };
}

const only = askedOf(KERNEL);
const named = FILES.filter((one) => one.endsWith('.c') || one.includes('mcs_spinlock'));
compareAll(KERNEL, sourceTree(), named, only);
