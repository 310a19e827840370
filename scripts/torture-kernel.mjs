/**
 * The fuzzer (core-c/kernel/harness/fuzz.c) on a kernel, for as long as one likes; on one that checks itself the cases of
 * the kernel tests and a race first. docs/validation.md
 *
 *   npm run torture:kernel -- [--minutes N] [--kernel plain|kasan|kcsan|lockdep] [--seed N] [--fault NAME]
 */
import { parseArgs } from 'node:util';
import { boot, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { isElsewhere } from './kernel/fuzz.mjs';
import { complaints, consoleEnd } from './kernel/judge.mjs';
import { exitCode, isTooLittle } from './kernel/outcome.mjs';
import { buildTorture } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { tortureBoots } from './kernel/torture.mjs';
import { buildKernel, CHECKERS, faults } from './kernel/tree.mjs';
import { main, Told, timed } from './lib/run.mjs';

const PLAIN = 'plain';
const TORTURE_CPUS = Number(process.env.LOCKSTEP_CPUS) || 4;
const CHECKED_MB = 1024; /* the checkers keep books of their own */

function readOptions(args) {
	const { values } = parseArgs({
		args,
		options: {
			minutes: { type: 'string', default: '1' },
			kernel: { type: 'string', default: PLAIN },
			seed: { type: 'string', default: '1' },
			fault: { type: 'string' },
		},
	});
	const minutes = Number(values.minutes);
	if (!(minutes > 0)) throw new Told('--minutes needs a number above 0.');
	if (!/^\d+$/.test(values.seed)) throw new Told('--seed needs a whole number.');
	const kernels = [PLAIN, ...CHECKERS];
	if (!kernels.includes(values.kernel))
		throw new Told(`--kernel is one of: ${kernels.join(', ')}.`);
	const planted = faults().filter(({ name }) => name === `${values.fault}.patch`);
	if (values.fault && planted.length === 0) throw new Told(`There is no fault ${values.fault}.`);
	const checker = values.kernel === PLAIN ? undefined : values.kernel;
	return {
		seconds: Math.ceil(minutes * 60),
		seed: values.seed,
		checker,
		planted,
		name: values.kernel,
	};
}

function tellRun(lines) {
	const json = lines.find((line) => line.startsWith('{'));
	const { operations, seconds, processes, early, kinds, lock } = json ? JSON.parse(json) : {};
	if (!kinds) {
		for (const line of lines) console.log(`     ${line}`);
		return;
	}
	const rate = Math.round(operations / seconds);
	console.log(
		`\n${operations.toLocaleString('en')} operations in ${seconds} s, ${rate} a second; ${processes} processes, ${early} of them gone before they were killed`,
	);
	const list = (counts) => Object.entries(counts).map(([name, count]) => `${name} ${count}`);
	console.log(`calls: ${list(kinds).join(', ')}`);
	console.log(`FUTEX_LOCK: ${list(lock).join(', ')}`);
}

main(async (args) => {
	const { seconds, seed, checker, planted, name: title } = readOptions(args);
	if (!(await timed('Set-up', ready))) return SKIP;
	const kernel = await timed(`Kernel (${title})`, () => buildKernel({ checker, onTop: planted }));
	const files = await buildTorture();
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const memory = checker ? CHECKED_MB : undefined;
	const failed = [];
	for (const { name, plan, parameters } of tortureBoots({ checker, seed, seconds })) {
		console.log(`\n── ${[name, ...parameters].join(' ')}`);
		const own = `torture-${title}-${name}`; /* so that several kernels can run at the same time */
		const ramdisk = writeRamdisk(own, files, plan);
		const setting = { ramdisk, plan, accelerator, cpus: TORTURE_CPUS, memory, parameters };
		const result = await boot(own, { bzImage: kernel.bzImage, ...setting });
		for (const { lines } of result.runs) tellRun(lines);
		for (const line of result.alarms.filter(isElsewhere))
			console.log(`   not of the futexes: ${line}`);
		const alarms = result.alarms.filter((line) => !isElsewhere(line));
		const said = complaints(plan, { ...result, alarms });
		if (said.length > 0) console.log([...said, ...consoleEnd(result.log)].join('\n'));
		failed.push(...said.map((line) => ({ chance: isTooLittle(line) })));
	}
	console.log(failed.length === 0 ? '\nThe kernel stood it' : '\nFailed');
	return exitCode(failed);
});
