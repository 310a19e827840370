/**
 * Builds a kernel with our patches, boots it, and runs there what only a kernel can answer:
 * 0 = all passed, 1 = something failed, 75 = the set-up failed or too little came up, 77 = cannot be run here,
 * and why. docs/validation.md
 *
 *   npm run test:kernel -- [--times N]     N: only the recorded runs, N times, all together in one table
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { generate } from './generate.mjs';
import { boot, CPUS, findAccelerator, writeRamdisk } from './kernel/boot.mjs';
import { shortfall, table, tally, variantsOf, wanting } from './kernel/coverage.mjs';
import { conform, conformText } from './kernel/host.mjs';
import { complaints, consoleEnd } from './kernel/judge.mjs';
import { kernelModules } from './kernel/module.mjs';
import { AGAIN, ATTEMPTS, exitCode, isTooLittle, tooLittle } from './kernel/outcome.mjs';
import { compareWithKernelText } from './kernel/own-text.mjs';
import { followPlan, HOSTILE, PLANTED, REAL, SENT, STOCK_SENT, SWITCHED } from './kernel/plan.mjs';
import { buildPrograms, buildSelftest, scenarioNames } from './kernel/programs.mjs';
import { ready, SKIP } from './kernel/ready.mjs';
import {
	explained,
	firstHang,
	judged,
	RECORDINGS,
	recordingPlan,
	refusal,
	tooManyUnexplained,
} from './kernel/recordings.mjs';
import { looksIntoTheGap, STOCK, STOCKS, stockFigures } from './kernel/stock.mjs';
import { missedTampering, tampered } from './kernel/tamper.mjs';
import { together, transitionTable } from './kernel/transitions.mjs';
import { aid, buildKernel, cacheFolder, faults } from './kernel/tree.mjs';
import { main, Told, timed } from './lib/run.mjs';

/** More than this machine may have: threads that meet in the middle of something come up more often. */
const RECORDING_CPUS = Number(process.env.LOCKSTEP_CPUS) || 4;
const HOSTILE_CPUS = Math.max(3, RECORDING_CPUS);
const TAMPERINGS = 8; /* of each kind, of each trace */

const failed = [];

/** chance: what is said does not mean that anything is wrong, only that something did not come up. */
function tell(title, said, chance = false) {
	console.log(said.length === 0 ? `✓ ${title}` : `✗ ${title}`);
	for (const line of said) console.log(`  ${line}`);
	if (said.length > 0) failed.push({ title, said, chance });
}

/** A line that a command printed; of the JSON of a run only what tells it apart. */
function show(line) {
	if (!line.startsWith('{')) return console.log(`     ${line}`);
	const { name, threads, acquired, counter, sleeps, wakes } = JSON.parse(line);
	const did = `${acquired} acquisitions, ${sleeps} sleeps, ${wakes} wakes`;
	console.log(`     ${name}, ${threads} threads: ${did}; the counter is ${counter}`);
}

async function build(title, ...onTop) {
	return timed(title, async () => {
		const kernel = await buildKernel({ onTop });
		const how = kernel.cached ? 'in the cache' : `${kernel.objects} files compiled`;
		console.log(`   ${kernel.source}, key ${kernel.key}: ${how}`);
		return kernel;
	});
}

/** The machine that all boots share: kernel, programs, accelerator. */
async function run(name, { kernel, files, accelerator }, plan, cpus = CPUS) {
	const ramdisk = writeRamdisk(name, files, plan);
	const result = await boot(name, { bzImage: kernel.bzImage, ramdisk, plan, accelerator, cpus });
	const times = `${result.toInit.toFixed(1)} s to its first process, ${result.seconds.toFixed(1)} s in all`;
	console.log(`   ${times}; ${result.log}`);
	return result;
}

/** All that went wrong in a boot; with the end of the console, for whoever has only this to read. */
function complain(plan, result) {
	const said = complaints(plan, result);
	return said.length === 0 ? said : [...said, ...consoleEnd(result.log)];
}

async function testReal(setting) {
	const plan = [...REAL, ...followPlan(await scenarioNames())];
	await timed(`Virtual machine, ${CPUS} CPUs, ${setting.accelerator}`, async () => {
		const result = await run('real', setting, plan);
		for (const [i, { lines }] of result.runs.entries()) if (!plan[i]?.quiet) lines.forEach(show);
		const chance = complaints(plan, result).every(isTooLittle);
		tell('the patched kernel', complain(plan, result), chance);
		const followed = plan.filter(({ title }) => title.startsWith('follow ')).length;
		console.log(`   ${followed} scenarios were to be followed`);
	});
}

/** What was refused is kept, and told with the steps around the place. */
async function tellRefused(name, recordings) {
	for (const [i, { recording, kept }] of recordings.entries()) {
		if (!kept) continue;
		const file = join(cacheFolder(), `refused-${name}-${i}.trace`);
		writeFileSync(file, `${kept.join('\n')}\n`);
		console.log(`   refused: ${recording.variant} ${recording.threads}, kept as ${file}`);
		console.log(await conformText(file));
	}
}

/** Recorded and judged in the machine, so many times; then again where chance left something out. */
async function testRecordings(setting, times = 1) {
	let rows = tally([]);
	const all = [];
	const said = [];
	for (let i = 1; said.length === 0; i++) {
		const variants = variantsOf(i, times, wanting(rows));
		if (variants.length === 0) break;
		const plan = recordingPlan(RECORDINGS.filter(({ variant }) => variants.includes(variant)));
		const name = `recordings-${i}`;
		await timed(`Recorded runs, ${RECORDING_CPUS} CPUs: ${variants.join(', ')}`, async () => {
			const result = await run(name, setting, plan, RECORDING_CPUS);
			const found = complaints(plan, result);
			for (const line of found.filter(isTooLittle)) console.log(`   again: ${line}`);
			/* what was not recorded is missed below, if no other recording has it */
			const final = found.filter((line) => !isTooLittle(line));
			if (final.length > 0) said.push(...final, ...consoleEnd(result.log));
			const recordings = judged(plan, result.runs);
			if (firstHang(plan, result.runs) >= 0)
				console.log('   the rwsem with handoff hung as posted: finding R2 of docs/findings.md');
			await tellRefused(name, recordings);
			all.push(...recordings);
		});
		rows = tally(explained(all));
	}
	const left = tooManyUnexplained(all);
	if (left) said.push(left);
	console.log(
		`   ${all.length - explained(all).length} of ${all.length} recordings are not explained`,
	);
	tell('recorded runs conform to the model', said);
	tell('they took the lines of the texts', shortfall(rows), true);
	return [...table(rows), '', ...transitionTable(together(explained(all)))];
}

/** Each must be refused: the model is a wrong one. */
async function refusedBy(waiting, lines) {
	const said = [];
	const whole = await conform(lines);
	if (refusal(whole)) {
		const said = `the model without a fault: ${refusal(whole)}`;
		return [looksIntoTheGap(whole) ? tooLittle(said) : said];
	}
	for (const name of [...waiting]) {
		const wrong = await conform(lines.toSpliced(lines.indexOf('events'), 0, `switch ${name}`));
		const { verdict, differs } = wrong.result ?? {};
		if (verdict !== 'differs') said.push(tooLittle(`a model with ${name}: ${verdict}`));
		else {
			waiting.delete(name);
			console.log(`   seen: ${name}: ${differs.saw}`);
		}
	}
	return said;
}

const OWN = `The kernel's own ${STOCKS.map(({ name }) => name).join(' and ')}`;

/** Locks of the kernel's own, taken by work. */
async function testStock(setting) {
	const all = [];
	let said = [];
	for (let i = 1; i <= ATTEMPTS && (i === 1 || (said.length > 0 && said.every(isTooLittle))); i++) {
		await timed(`${OWN}, ${RECORDING_CPUS} CPUs`, async () => {
			const result = await run(`stock-${i}`, setting, STOCK, RECORDING_CPUS);
			const recordings = judged(STOCK, result.runs);
			await tellRefused(`stock-${i}`, recordings);
			all.push(...recordings);
			const figures = STOCKS.map((stock) => stockFigures(stock, all));
			for (const { text } of figures) console.log(`   ${text}`);
			said = [...complain(STOCK, result), ...figures.flatMap((one) => one.said)];
		});
	}
	tell(`${OWN} conform to the model`, said, said.every(isTooLittle));
}

/** A recording of each, and models that are not of it: what each does otherwise comes up sooner or later. */
async function testWrongModels(setting) {
	for (const { name, plan, wrong } of STOCK_SENT)
		await timed(`The kernel's own ${name} and wrong models`, async () => {
			const waiting = new Set(wrong);
			let said = [tooLittle('was not tried')];
			for (let i = 1; i <= ATTEMPTS && said.length > 0 && said.every(isTooLittle); i++) {
				const result = await run(`stock-sent-${name}-${i}`, setting, plan, RECORDING_CPUS);
				const lines = result.runs.at(-1)?.lines ?? [];
				said = lines.length > 0 ? await refusedBy(waiting, lines) : complain(plan, result);
			}
			tell(`wrong models of the kernel's own ${name} are refused`, said, said.every(isTooLittle));
		});
}

/** What a trace that was sent comes to, whole and tampered with. again: as it is it is left unexplained, as a few may be (stock.mjs). */
async function tamperedWith(lines) {
	if (lines.length === 0) return { said: ['there is none'], count: 0 };
	const whole = await conform(lines);
	const refused = refusal(whole);
	if (refused) {
		const said = [`as it was recorded: ${refused}`];
		return { said, count: 0, again: looksIntoTheGap(whole) };
	}
	const said = [];
	const wrongs = tampered(lines, TAMPERINGS);
	for (const wrong of wrongs)
		said.push(missedTampering(wrong, await conform(wrong.lines), whole) ?? []);
	return { said: said.flat(), count: wrongs.length };
}

/** Traces of real runs, with one thing wrong: each must be refused, near the place. */
async function testTampered(setting) {
	let [said, count, again] = [[], 0, true];
	for (let attempt = 1; again && attempt <= ATTEMPTS; attempt++)
		await timed('Traces that were tampered with', async () => {
			const result = await run('sent', setting, SENT);
			[said, count, again] = [complain(SENT, result), 0, false];
			for (const [i, { title, sent }] of SENT.entries()) {
				if (!sent) continue;
				const found = await tamperedWith(result.runs[i]?.lines ?? []);
				said.push(...found.said.map((line) => `${title}: ${line}`));
				count += found.count;
				again ||= found.again === true;
			}
			if (again) for (const line of said) console.log(`   again: ${line}`);
		});
	tell(`${count} traces that were tampered with are refused near the place`, said);
}

/** A fault must be seen: a boot that passes with it means that the checks are blind. */
async function testFault(fault, setting) {
	const name = fault.name.replace(/\.patch$/, '');
	const { plan, seen, aid: help, many } = PLANTED[name] ?? {};
	if (!plan) return tell(`planted fault ${name}`, ['has no plan in scripts/kernel/plan.mjs']);
	const onTop = help ? [aid(help), fault] : [fault];
	const kernel = await build(`Kernel with the planted fault "${name}"`, ...onTop);
	const cpus = many ? RECORDING_CPUS : help ? HOSTILE_CPUS : CPUS;
	let missed = seen;
	/* how threads meet is chance: a moment that a fault needs may not come in one boot */
	for (let attempt = 1; attempt <= ATTEMPTS && missed.length > 0; attempt++) {
		const result = await run(`fault-${name}`, { ...setting, kernel }, plan, cpus);
		const found = complaints(plan, result);
		for (const line of found) console.log(`   seen: ${line.slice(0, 300)}`);
		missed = missed.filter((wanted) => !found.some((line) => wanted.test(line)));
	}
	tell(
		`the planted fault "${name}" is seen`,
		missed.map((wanted) => `nothing says ${wanted}`),
		true,
	);
}

/** Where a word can be such that no change of it ever succeeds. */
async function testHostile(setting) {
	const kernel = await build('Kernel with a stubborn word', aid('stubborn_word'));
	const result = await run('hostile', { ...setting, kernel }, HOSTILE, HOSTILE_CPUS);
	for (const { lines } of result.runs) lines.forEach(show);
	tell('hostile programs cannot hold up the kernel', complain(HOSTILE, result));
}

const isSwitch = (line) => line.startsWith('switch ');

/** What a trace with a fault of ours comes to: refused by the model without it, explained by that with it. */
async function differsOnly(lines) {
	const without = await conform(lines.filter((line) => !isSwitch(line)));
	const told = await conform(lines);
	const saw = without.result?.differs?.saw;
	if (without.result?.verdict !== 'differs')
		return [tooLittle('the model without the fault explains the run')];
	if (told.result?.verdict !== 'agrees')
		return [`the model with the fault does not explain the run: ${told.result?.differs?.saw}`];
	console.log(`   seen: ${saw}; with the fault told, all ${told.result.events} events conform`);
	return [];
}

/** The same for a fault in our own text: it is turned on when the module is loaded. */
async function testSwitch(name, plan, setting) {
	let said = [tooLittle('was not tried')];
	for (let attempt = 1; attempt <= ATTEMPTS && said.some(isTooLittle); attempt++) {
		console.log(`\n── Module with the fault "${name}"`);
		const result = await run(`switch-${name}`, setting, plan, RECORDING_CPUS);
		const lines = result.runs.find((_, i) => plan[i].sent)?.lines ?? [];
		said = lines.length > 0 ? await differsOnly(lines) : complain(plan, result);
	}
	tell(`the fault "${name}" is seen`, said, said.every(isTooLittle));
}

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

/** How often the recorded runs are wanted, and nothing else; undefined: all there is, once. */
function timesIn(args) {
	const { times } = parseArgs({ args, options: { times: { type: 'string' } } }).values;
	if (times === undefined) return undefined;
	if (!/^[1-9]\d{0,3}$/.test(times)) throw new Told('--times needs a whole number from 1 to 9999.');
	return Number(times);
}

/** The checks of all but the recorded runs. */
async function testTheRest(setting) {
	await testStock(setting);
	await testWrongModels(setting);
	await testTampered(setting);
	for (const [name, plan] of Object.entries(SWITCHED)) await testSwitch(name, plan, setting);
	await testHostile(setting);
	for (const fault of faults()) await testFault(fault, setting);
}

main(async (args) => {
	const times = timesIn(args);
	const isReady = await timed('Set-up', ready).catch(setUpFailed);
	if (isReady !== true) return isReady === false ? SKIP : AGAIN;
	await generate();
	const kernel = await build('Kernel');
	const files = await timed('Programs for the virtual machine', async () => ({
		...(await buildPrograms()),
		...(await buildSelftest(kernel)),
		...(await kernelModules(kernel)),
	}));
	const accelerator = await findAccelerator(kernel.bzImage, files);
	const setting = { kernel, files, accelerator };
	if (times === undefined) {
		await timed("The kernel's own text beside ours", async () =>
			tell('the kernel’s own lock texts and ours agree', await compareWithKernelText(kernel)),
		);
		await testReal(setting);
	}
	const figures = await testRecordings(setting, times);
	if (times === undefined) await testTheRest(setting);
	console.log(`\n${figures.join('\n')}`);
	console.log(
		failed.length === 0 ? '\nAll passed' : `\nFailed:\n${failed.flatMap(told).join('\n')}`,
	);
	return exitCode(failed);
});
