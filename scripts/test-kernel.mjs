/**
 * Builds a kernel with our patches, boots it, and runs there what only a kernel can answer:
 * 0 = all passed, 1 = something failed, 75 = the set-up failed or too little came up, 77 = cannot be run here,
 * and why. docs/validation.md
 *
 *   npm run test:kernel -- [--times N | --again]
 *
 *   --times N   only the recorded runs, N times, all together in one table
 *   --again     only what came to too little in the run before this one; all, where there is no such run
 */
import { parseArgs } from 'node:util';
import { generate } from './generate.mjs';
import { keyOf, readLeft, writeLeft } from './kernel/again.mjs';
import { CPUS, findAccelerator } from './kernel/boot.mjs';
import { complaints } from './kernel/judge.mjs';
import { build, complain, run, show } from './kernel/machine.mjs';
import { kernelModules } from './kernel/module.mjs';
import { AGAIN, exitCode, isTooLittle } from './kernel/outcome.mjs';
import { compareWithKernelText } from './kernel/own-text.mjs';
import { followPlan, REAL, SWITCHED } from './kernel/plan.mjs';
import { buildPrograms, buildSelftest, scenarioNames } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import { testRecordings } from './kernel/test-recorded.mjs';
import { testStock, testWrongModels } from './kernel/test-stock.mjs';
import { testFault, testHostile, testSwitch, testTampered } from './kernel/test-wrong.mjs';
import { faults } from './kernel/tree.mjs';
import { main, Told, timed } from './lib/run.mjs';

async function testReal(setting) {
	const plan = [...REAL, ...followPlan(await scenarioNames())];
	await timed(`Virtual machine, ${CPUS} CPUs, ${setting.accelerator}`, async () => {
		const result = await run('real', setting, plan);
		for (const [i, { lines }] of result.runs.entries()) if (!plan[i]?.quiet) lines.forEach(show);
		const chance = complaints(plan, result).every(isTooLittle);
		setting.tell('the patched kernel', complain(plan, result), chance);
		const followed = plan.filter(({ title }) => title.startsWith('follow ')).length;
		console.log(`   ${followed} scenarios were to be followed`);
	});
}

async function testOwnText({ kernel, tell }) {
	await timed("The kernel's own text beside ours", async () =>
		tell('the kernel’s own lock texts and ours agree', await compareWithKernelText(kernel)),
	);
}

const RECORDED = 'the recorded runs';

/** The checks in their order, by name. Each can be made alone. That of the recorded runs returns what it made. */
const PARTS = {
	"the kernel's own text": testOwnText,
	'the patched kernel': testReal,
	[RECORDED]: testRecordings,
	"the kernel's own locks": testStock,
	'wrong models': testWrongModels,
	'traces that were tampered with': testTampered,
	...Object.fromEntries(
		Object.entries(SWITCHED).map(([name, plan]) => [
			`our text with ${name}`,
			(setting) => testSwitch(name, plan, setting),
		]),
	),
	'hostile programs': testHostile,
	...Object.fromEntries(
		faults().map((fault) => [
			`the patch with ${fault.name}`,
			(setting) => testFault(fault, setting),
		]),
	),
};

function setUpFailed(error) {
	if (!(error instanceof Told)) throw error;
	console.log(`\nThe set-up failed: ${error.message}`);
}

const SHOWN = 4; /* lines of what failed, said once more at the end: of a long log only that may be at hand */

/** What failed, for the last lines. */
function told({ title, said, chance }) {
	const lines = said.slice(0, SHOWN).map((line) => `    ${line}`);
	return [`  ${chance ? `${title} (too little came up)` : title}`, ...lines];
}

/** times: how often the recorded runs are wanted, and nothing else; undefined: all there is, once. */
function readArguments(args) {
	const options = { times: { type: 'string' }, again: { type: 'boolean' } };
	const { times, again } = parseArgs({ args, options }).values;
	if (times === undefined) return { again };
	if (again) throw new Told('--again and --times do not go together.');
	if (!/^[1-9]\d{0,3}$/.test(times)) throw new Told('--times needs a whole number from 1 to 9999.');
	return { times: Number(times) };
}

/** The names of the parts to make, and the recordings that there are of the run before. */
function wantedParts({ times, again }, key) {
	if (times !== undefined) return { parts: [RECORDED], had: [] };
	const left = again ? readLeft(key) : undefined;
	if (left) console.log(`   again, for it came to too little: ${left.parts.join(', ')}`);
	else if (again) console.log('   no run before this one came to too little: all is made');
	return left ?? { parts: Object.keys(PARTS), had: [] };
}

async function prepare() {
	await generate();
	const kernel = await build('Kernel');
	const files = await timed('Programs for the virtual machine', async () => ({
		...(await buildPrograms()),
		...(await buildSelftest(kernel)),
		...(await kernelModules(kernel)),
	}));
	return { kernel, files, accelerator: await findAccelerator(kernel.bzImage, files) };
}

main(async (args) => {
	const wanted = readArguments(args);
	const isReady = await timed('Set-up', ready).catch(setUpFailed);
	if (isReady !== true) return isReady === false ? SKIP : AGAIN;
	const machine = await prepare();
	const key = keyOf(machine);
	const { parts, had } = wantedParts(wanted, key);
	const failed = [];
	const setting = { ...machine, times: wanted.times, had };
	let made = { recordings: [], figures: [] };
	for (const part of parts) {
		/* chance: what is said does not mean that anything is wrong, only that something did not come up */
		const tell = (title, said, chance = false) => {
			console.log(said.length === 0 ? `✓ ${title}` : `✗ ${title}`);
			for (const line of said) console.log(`  ${line}`);
			if (said.length > 0) failed.push({ part, title, said, chance });
		};
		made = (await PARTS[part]({ ...setting, tell })) ?? made;
	}
	if (wanted.times === undefined)
		writeLeft(key, failed, failed.some(({ part }) => part === RECORDED) ? made.recordings : []);
	console.log(`\n${made.figures.join('\n')}`);
	console.log(
		failed.length === 0 ? '\nAll passed' : `\nFailed:\n${failed.flatMap(told).join('\n')}`,
	);
	return exitCode(failed);
});
