/** The kernel's own lock text, as the source has it, beside ours: access by access. */
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { at } from '../lib/files.mjs';
import { mustRun } from '../lib/run.mjs';
import { CORE_LIBRARY, FLAGS, PROGRAMS } from './programs.mjs';
import { unpackedTree } from './tree.mjs';

const OWN_TEXT = 'core-c/kernel/own-text';
const STEPS = 3_000_000;
const FAULTS = ['torn_swap', 'no_wait_for_link', 'late_init'];
const SOON = 1000; /* steps within which a fault must show */

async function compile(kernel) {
	const program = join(PROGRAMS, 'own-text', 'mcs');
	mkdirSync(join(PROGRAMS, 'own-text'), { recursive: true });
	const include = [
		at(OWN_TEXT),
		at(OWN_TEXT, 'include'),
		await unpackedTree(kernel),
		at('core-c'),
		at('build/generated'),
	];
	await mustRun('gcc', [
		...FLAGS,
		'-fno-strict-aliasing',
		...include.map((folder) => `-I${folder}`),
		...['-o', program, at(OWN_TEXT, 'mcs.c'), CORE_LIBRARY],
	]);
	return program;
}

function runIt(program, args) {
	return new Promise((resolve, reject) => {
		let text = '';
		const child = spawn(program, args);
		child.stdout.on('data', (chunk) => {
			text += chunk;
		});
		child.on('error', reject);
		child.on('close', (code, signal) => resolve({ code: signal ?? code, text }));
	});
}

/** What is wrong, one sentence each: a difference, or a fault of our text that makes none. */
export async function compareWithKernelText(kernel) {
	const program = await compile(kernel);
	const wrong = [];
	const { code, text } = await runIt(program, [String(STEPS)]);
	console.log(`   mcs: ${text.trim()}`);
	if (code !== 0) wrong.push(`mcs_spinlock.h and our mcs differ: ${text.trim()}`);
	for (const fault of FAULTS) {
		const broken = await runIt(program, [String(SOON), fault]);
		console.log(`   mcs with ${fault}: ${broken.text.split('\n')[0]}`);
		if (broken.code !== 0) wrong.push(`our mcs with ${fault} does not differ in ${SOON} steps`);
	}
	return wrong;
}
