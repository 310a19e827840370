/**
 * The fuzzer (core-c/kernel/harness/fuzz.c) on a kernel, for as long as one likes. docs/validation.md
 *
 *   npm run torture:kernel -- [--minutes N] [--kernel plain|kasan|kcsan|lockdep] [--seed N] [--fault NAME]
 */
import { parseArgs } from 'node:util';
import { boot, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { fuzzPlan, isElsewhere } from './kernel/fuzz.mjs';
import { complaints, consoleEnd } from './kernel/judge.mjs';
import { exitCode, isTooLittle } from './kernel/outcome.mjs';
import { buildFuzzer } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
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
	if (!json) return;
	const { operations, seconds, processes, early, kinds, lock } = JSON.parse(json);
	const rate = Math.round(operations / seconds);
	console.log(
		`\n${operations.toLocaleString('en')} operations in ${seconds} s, ${rate} a second; ${processes} processes, ${early} of them gone before they were killed`,
	);
	const list = (counts) => Object.entries(counts).map(([name, count]) => `${name} ${count}`);
	console.log(`calls: ${list(kinds).join(', ')}`);
	console.log(`FUTEX_LOCK: ${list(lock).join(', ')}`);
}

main(async (args) => {
	const { seconds, seed, checker, planted, name } = readOptions(args);
	if (!(await timed('Set-up', ready))) return SKIP;
	const kernel = await timed(`Kernel (${name})`, () => buildKernel({ checker, onTop: planted }));
	const files = await buildFuzzer();
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const plan = fuzzPlan({ seed, seconds, atLeast: 100 });
	const ramdisk = writeRamdisk('torture', files, plan);
	const machine = { ramdisk, plan, accelerator, cpus: TORTURE_CPUS };
	const memory = checker ? CHECKED_MB : undefined;
	const result = await boot('torture', { bzImage: kernel.bzImage, ...machine, memory });
	tellRun(result.runs[0]?.lines ?? []);
	const elsewhere = result.alarms.filter(isElsewhere);
	for (const line of elsewhere) console.log(`   not of the futexes: ${line}`);
	const alarms = result.alarms.filter((line) => !isElsewhere(line));
	const said = complaints(plan, { ...result, alarms });
	if (said.length > 0) console.log([...said, ...consoleEnd(result.log)].join('\n'));
	if (said.length === 0) console.log('\nThe kernel stood it');
	else console.log('\nFailed');
	return exitCode(said.map((line) => ({ chance: isTooLittle(line) })));
});
