// SPDX-License-Identifier: MIT
// Checks the lock texts against second models of the same locks, written in Promela from the
// sources: Spin must find as many states, transitions and levels as `lockstep check`, and the
// same verdict. See docs/peers.md.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PEERS, ROWS } from './rows.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const lockstep = resolve(process.env.LOCKSTEP ?? join(here, '../../build/native/lockstep'));
const cc = process.env.CC ?? 'gcc';

const BUDGETS = ['p', 'x', 't', 's', 'k'];

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

const KIND = {
	OK: 'OK',
	VIOLATED: 'VIOLATED',
	BUG: 'VIOLATED', // the peers have an assertion where a text has ASSERT
	DEADLOCK: 'STUCK',
	LOST_WAKEUP: 'STUCK',
};

// Of two orders the text has one, and a switch to the other: what the row's order asks of both sides.
function inOrder({ name, turned }, listed) {
	const { order } = PEERS[name];
	if (!order) return { define: {}, switches: [] };
	const wanted = turned ? 1 - order.normal : order.normal;
	const [turn, gives] = Object.entries(order.turned).find(([s]) =>
		listed.includes(`--switch ${s} `),
	);
	return { define: { [order.define]: wanted }, switches: wanted === gives ? [turn] : [] };
}

function native(row, switches) {
	const { name, roles, rounds, fault } = row;
	const args = ['check', name, '--threads', roles, '--rounds', String(rounds), '--json'];
	const budget = BUDGETS.filter((b) => row[b]).map((b) => b + row[b]);
	if (budget.length) args.push('--budget', budget.join(','));
	for (const s of [...(fault ? [fault[0]] : []), ...switches]) args.push('--switch', s);
	const text = run(lockstep, args, here).stdout;
	const result = JSON.parse(text);
	return { ...result, kind: KIND[result.verdict] ?? result.verdict };
}

function number(text, pattern) {
	const found = pattern.exec(text);
	if (!found) throw new Error(`pan did not print ${pattern}`);
	return Number(found[1]);
}

// How many threads of each role.
function roleDefines({ name, roles }) {
	const { letters } = PEERS[name];
	if (!letters) return { INT: roles.split('I').length - 1 };
	const order = [...roles].map((r) => letters.indexOf(r));
	if (order.some((at, i) => at < 0 || at < order[i - 1]))
		throw new Error(`${roles}: the peer wants the roles in the order ${letters}`);
	return Object.fromEntries([...letters].map((r) => [`ROLE_${r}`, roles.split(r).length - 1]));
}

function peer(row, dir, define) {
	const { file, define: variant } = PEERS[row.name];
	const all = {
		...variant,
		...define,
		...roleDefines(row),
		...Object.fromEntries(BUDGETS.map((b) => [b.toUpperCase(), row[b] ?? 0])),
		N: row.roles.length,
		R: row.rounds,
		FAULT: row.fault?.[1] ?? 0,
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
	const wrong = Boolean(row.fault || row.finds);
	if (wrong === (ours.kind === 'OK')) return [`verdict: both ${ours.kind}`];
	if (wrong) return compare('steps to the fault', ours.steps, theirs.steps);
	// pan counts the initial state as a transition, and the peers loop where all have finished
	return [
		...compare('states', ours.states, theirs.states),
		...compare('transitions', ours.transitions, theirs.transitions - 1 - ours.finals),
		...compare('depth', ours.depth, theirs.depth),
	];
}

function label(row) {
	const budget = BUDGETS.filter((b) => row[b]).map((b) => ` ${b}${row[b]}`);
	const notes = [row.fault?.[0], row.finds && 'as posted', row.turned && 'the other order'];
	return `${row.name} ${row.roles} rounds ${row.rounds}${budget.join('')}${notes.map((n) => (n ? `, ${n}` : '')).join('')}`;
}

function check(row) {
	const dir = mkdtempSync(join(tmpdir(), 'peers-'));
	try {
		const order = inOrder(row, listed);
		const ours = native(row, order.switches);
		const theirs = peer(row, dir, order.define);
		const wrong = differences(row, ours, theirs);
		const figures =
			row.fault || row.finds
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
const rows = ROWS.filter((row) => row.name.startsWith(process.argv[2] ?? ''));
const listed = run(lockstep, ['list'], here).stdout;
const passed = rows.filter(check).length;
const failed = rows.length - passed;
console.log(`${passed} passed, ${failed} failed`);
if (process.env.PEERS_REPORT)
	writeFileSync(process.env.PEERS_REPORT, JSON.stringify({ passed, failed, skipped: 0 }));
process.exit(rows.length && !failed ? 0 : 1);
