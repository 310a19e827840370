/** The kernel's own lock texts, as the source of a built kernel has them, beside ours: access by access. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { compared } from '../lib/own-text.mjs';
import { KERNEL } from '../lib/own-text-kernel.mjs';
import { PROGRAMS } from './programs.mjs';
import { patchedTree } from './tree.mjs';

/** What is wrong, one sentence each: a difference, or a fault of our text that makes none. */
export async function compareWithKernelText(kernel) {
	const folder = join(PROGRAMS, 'own-text');
	mkdirSync(folder, { recursive: true });
	const wrong = [];
	for (const { title, right, said } of compared(KERNEL, await patchedTree(kernel), folder)) {
		console.log(`   ${title}: ${said.split('\n')[0]}`);
		if (!right) wrong.push(`${title}, beside the kernel's own text: ${said}`);
	}
	return wrong;
}
