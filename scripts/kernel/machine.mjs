/** The virtual machine as the kernel tests use it, and what they say of it. */

import { timed } from '../lib/run.mjs';
import { boot, CPUS, writeRamdisk } from './boot.mjs';
import { complaints, consoleEnd } from './judge.mjs';
import { buildKernel } from './tree.mjs';

/** More than this machine may have: threads that meet in the middle of something come up more often. */
export const RECORDING_CPUS = Number(process.env.LOCKSTEP_CPUS) || 4;
export const HOSTILE_CPUS = Math.max(3, RECORDING_CPUS);

/** A line that a command printed; of the JSON of a run only what tells it apart. */
export function show(line) {
	if (!line.startsWith('{')) return console.log(`     ${line}`);
	const { name, threads, acquired, counter, sleeps, wakes } = JSON.parse(line);
	const did = `${acquired} acquisitions, ${sleeps} sleeps, ${wakes} wakes`;
	console.log(`     ${name}, ${threads} threads: ${did}; the counter is ${counter}`);
}

export async function build(title, ...onTop) {
	return timed(title, async () => {
		const kernel = await buildKernel({ onTop });
		const how = kernel.cached ? 'in the cache' : `${kernel.objects} files compiled`;
		console.log(`   ${kernel.source}, key ${kernel.key}: ${how}`);
		return kernel;
	});
}

/** The machine that all boots share: kernel, programs, accelerator. */
export async function run(name, { kernel, files, accelerator }, plan, cpus = CPUS) {
	const ramdisk = writeRamdisk(name, files, plan);
	const result = await boot(name, { bzImage: kernel.bzImage, ramdisk, plan, accelerator, cpus });
	const times = `${result.toInit.toFixed(1)} s to its first process, ${result.seconds.toFixed(1)} s in all`;
	console.log(`   ${times}; ${result.log}`);
	return result;
}

/** All that went wrong in a boot; with the end of the console, for whoever has only this to read. */
export function complain(plan, result) {
	const said = complaints(plan, result);
	return said.length === 0 ? said : [...said, ...consoleEnd(result.log)];
}
