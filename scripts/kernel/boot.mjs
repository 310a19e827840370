/** Boots a kernel in QEMU, with a plan for its first process, and gives back what it said. */
import { spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { initramfs } from './initramfs.mjs';
import { readSerial } from './judge.mjs';
import { cacheFolder } from './tree.mjs';

const TCG = 'tcg,thread=multi';
const PROBE_MS = 5_000; /* until the first line of a kernel that KVM runs */
const MEMORY_MB = 512;

export const CPUS =
	Number(process.env.LOCKSTEP_CPUS) || Math.min(4, Math.max(2, availableParallelism()));

function qemu(
	bzImage,
	ramdisk,
	accelerator,
	{ log = '/dev/null', cpus = CPUS, memory = MEMORY_MB, parameters = [] } = {},
) {
	const machine = ['-M', 'q35', '-cpu', 'max', '-smp', String(cpus), '-m', String(memory)];
	/* no_timer_check: at boot the kernel counts ticks of an emulated timer, which come late on a busy host, and panics */
	const always = 'console=ttyS1 loglevel=7 panic=-1 rdinit=/init reboot=t no_timer_check';
	const options = [always, ...parameters].join(' ');
	return spawn('qemu-system-x86_64', [
		...[...machine, '-accel', accelerator, '-nodefaults', '-no-reboot', '-display', 'none'],
		...[
			'-serial',
			'stdio',
			'-serial',
			`file:${log}`,
			'-kernel',
			bzImage,
			'-initrd',
			ramdisk,
			'-append',
			options,
		],
	]);
}

/** Runs until the machine is off, or `limit` ms are over, or `enough` says so. */
function listen(machine, limit, enough = () => false, onLine = () => {}) {
	let text = '';
	let errors = '';
	let rest = '';
	machine.stderr.on('data', (chunk) => {
		errors += chunk;
	});
	machine.stdout.setEncoding('utf8');
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => machine.kill('SIGKILL'), limit);
		machine.stdout.on('data', (chunk) => {
			text += chunk;
			const lines = (rest + chunk).split(/\r?\n/);
			rest = lines.pop() ?? '';
			for (const line of lines) {
				if (line) onLine(line);
				if (enough(line)) machine.kill('SIGKILL');
			}
		});
		machine.on('error', reject);
		machine.on('close', (code) => {
			clearTimeout(timer);
			if (code !== 0 && code !== null) reject(new Error(`QEMU ended with ${code}: ${errors}`));
			else resolve(text);
		});
	});
}

const isUsable = (path) => {
	try {
		accessSync(path, constants.R_OK | constants.W_OK);
		return true;
	} catch {
		return false;
	}
};

/**
 * KVM only where a kernel that it runs says something soon: its device may open and the guest hang.
 * files: as for writeRamdisk().
 */
export async function findAccelerator(bzImage, files) {
	if (process.env.LOCKSTEP_ACCEL) return process.env.LOCKSTEP_ACCEL;
	if (!isUsable('/dev/kvm')) return TCG;
	const ramdisk = writeRamdisk('probe', files, [{ limit: 1, command: 'show /proc/version' }]);
	const says = (text) => text.includes('@begin');
	const text = await listen(qemu(bzImage, ramdisk, 'kvm'), PROBE_MS, says).catch(() => '');
	return says(text) ? 'kvm' : TCG;
}

/** files: path in the machine → contents; plan: what /init is to run. */
export function writeRamdisk(name, files, plan) {
	const text = plan
		.map(({ limit, command, afterFailure }) => `${limit}${afterFailure ? '?' : ''} ${command}\n`)
		.join('');
	const path = join(cacheFolder(), `${name}.cpio.gz`);
	mkdirSync(cacheFolder(), { recursive: true });
	writeFileSync(path, initramfs({ ...files, plan: text }));
	return path;
}

/** Runs a plan from power-on to power-off. What was said is kept beside the kernel. parameters: of the kernel. */
export async function boot(name, machineOf) {
	const { bzImage, ramdisk, plan, accelerator, ...rest } = machineOf;
	const limit = 60_000 + plan.reduce((sum, step) => sum + (step.limit + 4) * 1000, 0);
	const start = performance.now();
	let first = 0;
	let at = -1;
	const show = (line) => {
		first ||= performance.now() - start;
		if (line.startsWith('@begin')) at++;
		const step = plan[at];
		const [, code, seconds] = /^@exit \d+ (\S+) (\S+)/.exec(line) ?? [];
		if (line.startsWith('@begin') && !step?.quiet) console.log(`   · ${step?.title}`);
		if (code && code !== 'skipped' && !(step?.quiet && code === '0'))
			console.log(`     ${code}, ${seconds} s`);
	};
	const log = join(cacheFolder(), `${name}.kernel.log`);
	const machine = qemu(bzImage, ramdisk, accelerator, { log, ...rest });
	const text = await listen(machine, limit, undefined, show);
	writeFileSync(join(cacheFolder(), `${name}.said.log`), text);
	return {
		...readSerial(text, readFileSync(log, 'utf8')),
		log,
		toInit: first / 1000,
		seconds: (performance.now() - start) / 1000,
	};
}
