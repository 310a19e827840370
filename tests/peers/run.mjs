// SPDX-License-Identifier: MIT
// Checks the lock texts against second models of the same locks, written in Promela from the
// sources: Spin must find as many states, transitions and levels as `lockstep check`, and the
// same verdict. See docs/peers.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const lockstep = resolve(process.env.LOCKSTEP ?? join(here, '../../build/native/lockstep'));
const cc = process.env.CC ?? 'gcc';

const MCS = { file: 'mcs.pml', define: {} };
const MUTEX = (patch) => ({ file: 'mutex.pml', define: { PATCH: patch } });
const PEERS = {
	mcs: MCS,
	'mutex-3.9': MUTEX(0),
	'mutex-fewer-atomics': MUTEX(2),
	'mutex-mcs': MUTEX(3),
};

// Roles: L locks; I, always last, locks interruptibly. p and s: budgets of preemptions and signals.
// fault: the native switch and the FAULT of the peer.
const ROWS = [
	{ name: 'mcs', roles: 'LL', rounds: 3 },
	{ name: 'mcs', roles: 'LLL', rounds: 2 },
	{ name: 'mcs', roles: 'LLLL', rounds: 1 },
	{ name: 'mcs', roles: 'LL', rounds: 2, fault: ['torn_swap', 1] },
	{ name: 'mcs', roles: 'LL', rounds: 2, fault: ['no_wait_for_link', 2] },
	{ name: 'mutex-3.9', roles: 'LL', rounds: 3 },
	{ name: 'mutex-3.9', roles: 'LLL', rounds: 2 },
	{ name: 'mutex-3.9', roles: 'LLLL', rounds: 1 },
	{ name: 'mutex-3.9', roles: 'LLL', rounds: 1, p: 1 },
	{ name: 'mutex-3.9', roles: 'LLI', rounds: 1, s: 1 },
	{ name: 'mutex-3.9', roles: 'LL', rounds: 1, fault: ['unchecked_spinner', 1] },
	{ name: 'mutex-3.9', roles: 'LLL', rounds: 1, p: 1, fault: ['zero_with_waiters', 2] },
	{ name: 'mutex-3.9', roles: 'LL', rounds: 1, p: 1, fault: ['never_freed', 3] },
	{ name: 'mutex-fewer-atomics', roles: 'LLL', rounds: 1, p: 1 },
	{ name: 'mutex-fewer-atomics', roles: 'LI', rounds: 2, s: 1 },
	{ name: 'mutex-mcs', roles: 'LL', rounds: 3 },
	{ name: 'mutex-mcs', roles: 'LLL', rounds: 1 },
	{ name: 'mutex-mcs', roles: 'LLL', rounds: 1, p: 1 },
	{ name: 'mutex-mcs', roles: 'LII', rounds: 1, s: 1 },
	{ name: 'mutex-3.9', roles: 'LL', rounds: 2, p: 2 },
	{ name: 'mutex-3.9', roles: 'LLI', rounds: 1, p: 1, s: 1 },
];

function run(command, args, cwd) {
	const r = spawnSync(command, args, {
		cwd,
		encoding: 'utf8',
		timeout: 60_000,
		maxBuffer: 1 << 24,
	});
	if (r.error) throw new Error(`${command}: ${r.error.message}`);
	if (r.signal) throw new Error(`${command} ended by ${r.signal}`);
	return r;
}

function mustRun(command, args, cwd) {
	const r = run(command, args, cwd);
	if (r.status !== 0)
		throw new Error(`${command} ${args.join(' ')}: ${(r.stdout + r.stderr).trim().slice(0, 400)}`);
}

function missing() {
	for (const [tool, args] of [
		['spin', ['-V']],
		[cc, ['--version']],
	])
		if (spawnSync(tool, args).error) return tool;
	return null;
}

const KIND = { OK: 'OK', VIOLATED: 'VIOLATED', DEADLOCK: 'STUCK', LOST_WAKEUP: 'STUCK' };

function native({ name, roles, rounds, p = 0, s = 0, fault }) {
	const args = ['check', name, '--threads', roles, '--rounds', String(rounds), '--json'];
	if (p || s) args.push('--budget', `p${p},s${s}`);
	if (fault) args.push('--switch', fault[0]);
	const text = run(lockstep, args, here).stdout;
	const result = JSON.parse(text);
	return { ...result, kind: KIND[result.verdict] ?? result.verdict };
}

function number(text, pattern) {
	const found = pattern.exec(text);
	if (!found) throw new Error(`pan did not print ${pattern}`);
	return Number(found[1]);
}

function peer({ name, roles, rounds, p = 0, s = 0, fault }, dir) {
	const { file, define } = PEERS[name];
	const all = {
		...define,
		N: roles.length,
		R: rounds,
		P: p,
		S: s,
		INT: roles.split('I').length - 1,
		FAULT: fault?.[1] ?? 0,
	};
	mustRun(
		'spin',
		[...Object.entries(all).map(([k, v]) => `-D${k}=${v}`), '-a', join(here, file)],
		dir,
	);
	mustRun(cc, ['-O0', '-w', '-DSAFETY', '-DNOREDUCE', '-DBFS', '-o', 'pan', 'pan.c'], dir);
	const text = run(join(dir, 'pan'), [], dir).stdout;
	const errors = number(text, /errors: (\d+)/);
	const found = /pan:1: (assertion violated|invalid end state).*\(at depth (\d+)\)/.exec(text);
	const complete =
		/Full statespace search/.test(text) && !/not completed|too small|out of memory/i.test(text);
	let kind = 'OK';
	if (found) kind = found[1] === 'invalid end state' ? 'STUCK' : 'VIOLATED';
	else if (errors || !complete) kind = 'UNKNOWN';
	return {
		kind,
		states: number(text, /(\d+) states, stored/),
		transitions: number(text, /(\d+) transitions/),
		depth: number(text, /depth reached (\d+)/),
		// the step that breaks an assertion is not counted in pan's depth
		steps: found ? Number(found[2]) + (kind === 'VIOLATED' ? 1 : 0) : 0,
	};
}

// What differs between the two results, as sentences.
function differences(row, ours, theirs) {
	const compare = (what, a, b) => (a === b ? [] : [`${what}: lockstep ${a}, peer ${b}`]);
	if (ours.kind !== theirs.kind) return compare('verdict', ours.kind, theirs.kind);
	if (!row.fault !== (ours.kind === 'OK')) return [`verdict: both ${ours.kind}`];
	if (row.fault) return compare('steps to the fault', ours.steps, theirs.steps);
	// pan counts the initial state as a transition, and the peers loop where all have finished
	return [
		...compare('states', ours.states, theirs.states),
		...compare('transitions', ours.transitions, theirs.transitions - 1 - ours.finals),
		...compare('depth', ours.depth, theirs.depth),
	];
}

function label({ name, roles, rounds, p, s, fault }) {
	const budget = `${p ? ` p${p}` : ''}${s ? ` s${s}` : ''}`;
	return `${name} ${roles} rounds ${rounds}${budget}${fault ? `, ${fault[0]}` : ''}`;
}

function check(row) {
	const dir = mkdtempSync(join(tmpdir(), 'peers-'));
	try {
		const ours = native(row);
		const theirs = peer(row, dir);
		const wrong = differences(row, ours, theirs);
		const figures = row.fault
			? `${ours.verdict} in ${ours.steps} steps (peer ${theirs.steps})`
			: `${ours.verdict}, ${ours.states} states, ${ours.transitions} transitions, depth ${ours.depth}`;
		console.log(
			wrong.length ? `FAIL ${label(row)}: ${wrong.join('; ')}` : `ok   ${label(row)}: ${figures}`,
		);
		return wrong.length === 0;
	} catch (error) {
		console.log(`FAIL ${label(row)}: ${error.message}`);
		return false;
	} finally {
		rmSync(dir, { recursive: true, force: true });
	}
}

const lacks = missing();
if (lacks) {
	console.log(`skipped: ${lacks} is not installed (Debian: apt-get install spin gcc)`);
	process.exit(77);
}
if (!existsSync(lockstep)) {
	console.log(`FAIL no native tool at ${lockstep}: build it first, or name it in LOCKSTEP`);
	process.exit(1);
}
const passed = ROWS.filter(check).length;
console.log(`${passed} passed, ${ROWS.length - passed} failed`);
if (process.env.PEERS_REPORT)
	writeFileSync(
		process.env.PEERS_REPORT,
		JSON.stringify({ passed, failed: ROWS.length - passed, skipped: 0 }),
	);
process.exit(passed === ROWS.length ? 0 : 1);
