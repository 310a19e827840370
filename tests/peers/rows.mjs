// SPDX-License-Identifier: MIT
// What is compared: the peer of each variant, and the configurations.

const MCS = { file: 'mcs.pml', define: {} };
const MUTEX = (patch) => ({ file: 'mutex.pml', define: { PATCH: patch } });
// order: the rwsem's order of wake list and grant. normal is what rows are in, a row with `turned` is in the
// other. The text has one of the two and a switch to the other, which is called one or the other.
const RWSEM = (patch) => ({
	file: 'rwsem.pml',
	define: { PATCH: patch },
	letters: 'DWKRQ',
	order: { define: 'GRANT_LAST', normal: 1, turned: { wake_q_first: 1, mend_grant_first: 0 } },
});
const TP_FUTEX = (bench) => ({ file: 'tp_futex.pml', define: { BENCH: bench }, letters: 'TLR' });

// letters: the roles that the peer tells apart, in the order in which their threads must come.
export const PEERS = {
	mcs: MCS,
	'mutex-3.9': MUTEX(0),
	'mutex-fewer-atomics': MUTEX(2),
	'mutex-mcs': MUTEX(3),
	rwsem: RWSEM(0),
	'rwsem-handoff': RWSEM(7),
	'tp-futex-simple': TP_FUTEX(0),
	'tp-futex': TP_FUTEX(1),
};

// Roles: as `lockstep list` tells them; the last threads of a mutex are those that lock
// interruptibly (I). p, x, t, s, k: the budgets of preemptions, passed thresholds, timeouts,
// signals and kills. fault: the native switch and the FAULT of the peer. finds: the text as
// posted is wrong. turned: in the other order.
export const ROWS = [
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
	{ name: 'rwsem', roles: 'WRR', rounds: 1 },
	{ name: 'rwsem', roles: 'WWR', rounds: 1, turned: true },
	{ name: 'rwsem', roles: 'WW', rounds: 2, p: 1 },
	{ name: 'rwsem', roles: 'DRR', rounds: 1 },
	{ name: 'rwsem-handoff', roles: 'WR', rounds: 2, p: 1, x: 1 },
	{ name: 'rwsem-handoff', roles: 'DR', rounds: 2, p: 1, x: 1 },
	{ name: 'rwsem-handoff', roles: 'WQ', rounds: 2, x: 1, k: 1 },
	{ name: 'rwsem-handoff', roles: 'KQ', rounds: 1, p: 1, x: 1, k: 1, turned: true },
	{ name: 'rwsem-handoff', roles: 'DWR', rounds: 1, finds: true },
	{ name: 'rwsem', roles: 'WWR', rounds: 1, fault: ['blind_steal', 1] },
	{ name: 'rwsem', roles: 'WR', rounds: 1, fault: ['no_recheck', 3] },
	{ name: 'rwsem', roles: 'WR', rounds: 1, fault: ['waiters_stay', 4] },
	{ name: 'rwsem', roles: 'WWR', rounds: 1, fault: ['no_undo', 5] },
	{ name: 'rwsem-handoff', roles: 'WKR', rounds: 1, k: 1, fault: ['silent_abort', 6] },
	{ name: 'tp-futex-simple', roles: 'LL', rounds: 2, p: 2 },
	{ name: 'tp-futex-simple', roles: 'LLL', rounds: 1, x: 1 },
	{ name: 'tp-futex-simple', roles: 'RR', rounds: 2, k: 1 },
	{ name: 'tp-futex', roles: 'LL', rounds: 2, p: 1 },
	{ name: 'tp-futex', roles: 'LL', rounds: 2, s: 1 },
	{ name: 'tp-futex', roles: 'TL', rounds: 1, t: 1 },
	{ name: 'tp-futex', roles: 'TT', rounds: 1, p: 1, t: 1, finds: true },
	{ name: 'tp-futex-simple', roles: 'LL', rounds: 2, x: 1, s: 1, finds: true },
	{ name: 'tp-futex-simple', roles: 'LL', rounds: 1, p: 1, fault: ['no_waiters', 1] },
	{ name: 'tp-futex-simple', roles: 'LL', rounds: 1, p: 1, fault: ['no_recheck', 2] },
	{ name: 'tp-futex', roles: 'LL', rounds: 1, p: 1, fault: ['unlock_no_wake', 3] },
	{ name: 'tp-futex-simple', roles: 'LL', rounds: 1, x: 1, fault: ['no_handoff_clear', 4] },
	{ name: 'tp-futex-simple', roles: 'RR', rounds: 1, p: 1, k: 1, fault: ['no_owner_link', 5] },
	{ name: 'tp-futex-simple', roles: 'RR', rounds: 1, k: 1, fault: ['not_robust', 6] },
];
