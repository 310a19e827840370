/** What must be refused or seen: traces that were tampered with, faults of our texts, of the patch and of the kernel; and programs that mean no good. */

import { timed } from '../lib/run.mjs';
import { CPUS } from './boot.mjs';
import { conform } from './host.mjs';
import { complaints } from './judge.mjs';
import { build, complain, HOSTILE_CPUS, RECORDING_CPUS, run, show } from './machine.mjs';
import { ATTEMPTS, isTooLittle, tooLittle } from './outcome.mjs';
import { HOSTILE, PLANTED, SENT } from './plan.mjs';
import { refusal } from './recordings.mjs';
import { looksIntoTheGap } from './stock.mjs';
import { missedTampering, tampered } from './tamper.mjs';
import { aid } from './tree.mjs';

const TAMPERINGS = 8; /* of each kind, of each trace */

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
export async function testTampered(setting) {
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
	setting.tell(`${count} traces that were tampered with are refused near the place`, said);
}

/** A fault must be seen: a boot that passes with it means that the checks are blind. */
export async function testFault(fault, setting) {
	const name = fault.name.replace(/\.patch$/, '');
	const { plan, seen, aid: help, many } = PLANTED[name] ?? {};
	if (!plan)
		return setting.tell(`planted fault ${name}`, ['has no plan in scripts/kernel/plan.mjs']);
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
	setting.tell(
		`the planted fault "${name}" is seen`,
		missed.map((wanted) => `nothing says ${wanted}`),
		true,
	);
}

/** Where a word can be such that no change of it ever succeeds. */
export async function testHostile(setting) {
	const kernel = await build('Kernel with a stubborn word', aid('stubborn_word'));
	const result = await run('hostile', { ...setting, kernel }, HOSTILE, HOSTILE_CPUS);
	for (const { lines } of result.runs) lines.forEach(show);
	setting.tell('hostile programs cannot hold up the kernel', complain(HOSTILE, result));
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
export async function testSwitch(name, plan, setting) {
	let said = [tooLittle('was not tried')];
	for (let attempt = 1; attempt <= ATTEMPTS && said.some(isTooLittle); attempt++) {
		console.log(`\n── Module with the fault "${name}"`);
		const result = await run(`switch-${name}`, setting, plan, RECORDING_CPUS);
		const lines = result.runs.find((_, i) => plan[i].sent)?.lines ?? [];
		said = lines.length > 0 ? await differsOnly(lines) : complain(plan, result);
	}
	setting.tell(`the fault "${name}" is seen`, said, said.every(isTooLittle));
}
