/** What is recorded of this lock on a kernel that has its calls: [threads, rounds, options of `lockstep record`; delays=N: spells of tp_delays.ko, in which the kernel waits]. */
export default ({ times }) => {
	const rows = [
		['LL', 600, '--stalls 200 --naps 0 delays=200'], // meet in odd moments; each look of a spinner is an event
		['LL', 600, '--stalls 60 --jitter 8 delays=60'],
		['LLLL', 2000, ''],
		['LL', 600, '--naps 2 --jitter 4'],
		['LLL', 120, '--naps 0 --jitter 0 --hold 8'], // handoffs; each look of a spinner is an event
		['LLLLLLLL', 200, '--naps 16 --hold 32'],
		['LLTT', 500, '--naps 16 --timeout 1'], // waiters give up
		['LTT', 120, '--hold 8 --timeout 5'],
		['LT', 120, '--naps 2 --hold 4 --timeout 1'], // the unlock finds that whoever set WAITERS has left
		['LLLL', 300, '--naps 4 --signals 400'], // waiters are interrupted
		['L', 300, '--wrong 2'], // calls that fail: EPERM, EINVAL, EDEADLK
		['LLL', 300, '--naps 8 --wrong 4'],
		['RRRRRRRRRR', 1000, '--kills 30 --naps 8'], // owners die
		...times(3, [['RRRRRRRRRRRRRRRR', 1000, '--kills 200 --naps 2']]),
		...times(3, [['RRRRRRRRRRRRRRRR', 1000, '--kills 200 --naps 4 --hold 8']]),
		...times(8, [['RRRRRRRR', 1000, '--kills 300 --naps 1 --jitter 1']]), // and one comes who is not in line
		...times(3, [['RRTT', 1000, '--kills 40']]), // owners die while others give up
		...times(3, [['RRTT', 1000, '--kills 20 --naps 4 --timeout 1']]),
		['LLL', 400, '--naps 8 --priorities 300 --seed 1'], // long preemptions, also inside the kernel
		['LLLL', 400, '--naps 4 --priorities 300 --seed 11'],
		['LLTT', 300, '--naps 16 --timeout 1 --priorities 300 --seed 2'],
		['RRTT', 600, '--kills 40 --priorities 300 --seed 3'],
		['RRTT', 600, '--kills 20 --naps 4 --timeout 1 --priorities 300 --seed 4'],
	];
	return {
		calls: { 'tp-futex': rows, 'tp-futex-simple': rows },
		excused: [
			{
				line: 'tp_spin_on_owner stays runnable, though it must let others run',
				why: 'the scheduler must want the CPU of a spinner: chance',
			},
			{
				line: 'tp_spin_on_owner gives its CPU away, still the top waiter',
				why: 'the scheduler must want the CPU of a spinner: chance',
			},
			{
				line: 'tp_spin_on_owner stays awake after all',
				why: 'the lock must come free between two accesses of the top waiter: chance',
			},
			{
				line: 'tp_task_pi_list_add unlocks the list of an owner that is dying, and hangs nothing into it (fix)',
				why: 'an owner must be through with its exit between two accesses of the top waiter: chance',
			},
			{
				line: 'tp_spin_on_owner stays awake, for nobody would wake it (fix)',
				why: 'an owner must die between the hanging in of the state and the sleep: chance',
			},
			{
				line: 'tp_spin_on_owner asks for handoff once more',
				why: 'an unlock must answer the request before the top waiter has set WAITERS: chance',
			},
			{
				line: 'tp_mutex_recover clears OWNER_DIED, having repaired the data',
				why: 'an owner must die while another thread is on its way to the kernel: chance',
			},
			{
				line: 'tp_spin_on_owner takes over the lock of a dead owner',
				why: 'who arrives while an owner exits waits until the owner is gone; to find one dead that is not yet looked after is chance',
			},
		],
	};
};
