/**
 * Builds a kernel with our patches, boots it, and runs there what only a kernel can answer:
 * 0 = all passed, 1 = something failed, 77 = cannot be run here, and why.
 */

import { generate } from './generate.mjs';
import { boot, CPUS, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { complaints } from './kernel/judge.mjs';
import { lockstepModule } from './kernel/module.mjs';
import { compareWithKernelText } from './kernel/own-text.mjs';
import { PLANTED, REAL, SWITCHED } from './kernel/plan.mjs';
import { buildPrograms } from './kernel/programs.mjs';
import { buildKernel, faults } from './kernel/tree.mjs';
import { KERNEL_TOOLS } from './lib/kernel-tools.mjs';
import { main, Told, timed } from './lib/run.mjs';
import { setUp } from './setup.mjs';

const SKIP = 77;
const failed = [];

/** True when the tools are there. Without them there is nothing to judge: a skip. */
async function ready() {
	if (process.platform !== 'linux' || process.arch !== 'x64') {
		console.log('\nSkipped: the kernel tests need Linux on x86-64.');
		return false;
	}
	try {
		await setUp(['gcc', 'cmake', 'make', ...Object.keys(KERNEL_TOOLS)], { npm: false });
		return true;
	} catch (error) {
		if (!(error instanceof Told)) throw error;
		console.log(`\nSkipped: ${error.message}`);
		return false;
	}
}

function tell(title, said) {
	console.log(said.length === 0 ? `✓ ${title}` : `✗ ${title}`);
	for (const line of said) console.log(`  ${line}`);
	if (said.length > 0) failed.push(title);
}

/** A line that a command printed; of the JSON of a run only what tells it apart. */
function show(line) {
	if (!line.startsWith('{')) return console.log(`     ${line}`);
	const { name, threads, acquired, counter, sleeps, wakes } = JSON.parse(line);
	const did = `${acquired} acquisitions, ${sleeps} sleeps, ${wakes} wakes`;
	console.log(`     ${name}, ${threads} threads: ${did}; the counter is ${counter}`);
}

async function build(title, fault) {
	return timed(title, async () => {
		const kernel = await buildKernel(fault);
		const how = kernel.cached ? 'in the cache' : `${kernel.objects} files compiled`;
		console.log(`   ${kernel.source}, key ${kernel.key}: ${how}`);
		return kernel;
	});
}

async function run(name, kernel, files, plan, accelerator) {
	const ramdisk = writeRamdisk(name, files, plan);
	const result = await boot(name, { bzImage: kernel.bzImage, ramdisk, plan, accelerator });
	const times = `${result.toInit.toFixed(1)} s to its first process, ${result.seconds.toFixed(1)} s in all`;
	console.log(`   ${times}; ${result.log}`);
	return result;
}

/** A fault must be seen: a boot that passes with it means that the checks are blind. */
async function testFault(fault, files, accelerator) {
	const name = fault.name.replace(/\.patch$/, '');
	const { plan, seen } = PLANTED[name] ?? {};
	if (!plan) return tell(`planted fault ${name}`, ['has no plan in scripts/kernel/plan.mjs']);
	const kernel = await build(`Kernel with the planted fault "${name}"`, fault);
	const found = complaints(plan, await run(`fault-${name}`, kernel, files, plan, accelerator));
	for (const line of found) console.log(`   seen: ${line}`);
	const missed = seen.filter((wanted) => !found.some((line) => wanted.test(line)));
	tell(
		`the planted fault "${name}" is seen`,
		missed.map((wanted) => `nothing says ${wanted}`),
	);
}

/** The same for a fault in our own text: it is turned on when the module is loaded. */
async function testSwitch(name, plan, kernel, files, accelerator) {
	console.log(`\n── Module with the fault "${name}"`);
	const found = complaints(plan, await run(`switch-${name}`, kernel, files, plan, accelerator));
	for (const line of found.slice(0, 2)) console.log(`   seen: ${line.slice(0, 300)}`);
	tell(`the fault "${name}" is seen`, found.length > 0 ? [] : ['every check passed']);
}

main(async () => {
	if (!(await timed('Set-up', ready))) return SKIP;
	generate();
	const kernel = await build('Kernel');
	const files = await timed('Programs for the virtual machine', async () => ({
		...(await buildPrograms()),
		'lockstep.ko': await lockstepModule(kernel),
	}));
	await timed("The kernel's own text beside ours", async () =>
		tell('mcs_spinlock.h and our mcs agree', await compareWithKernelText(kernel)),
	);
	const probe = writeRamdisk('probe', files, [{ limit: 1, command: 'show /proc/version' }]);
	const accelerator = await findAccelerator(kernel.bzImage, probe);
	await timed(`Virtual machine, ${CPUS} CPUs, ${accelerator}`, async () => {
		const result = await run('real', kernel, files, REAL, accelerator);
		for (const [i, { lines }] of result.runs.entries()) if (!REAL[i].quiet) lines.forEach(show);
		tell('the patched kernel', complaints(REAL, result));
	});
	for (const [name, plan] of Object.entries(SWITCHED)) {
		await testSwitch(name, plan, kernel, files, accelerator);
	}
	for (const fault of faults()) await testFault(fault, files, accelerator);
	console.log(failed.length === 0 ? '\nAll passed' : `\n${failed.length} failed`);
	return failed.length === 0 ? 0 : 1;
});
