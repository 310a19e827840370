import { rowsOf } from '../mutex/kernel.mjs';

/** Work in so many tasks: those that get signals take it interruptibly. */
const tasks = (n, log, options) => {
	const role = options.includes('--signals') ? 'I' : 'L';
	return [role.repeat(n), `--tasks ${n}`, log, options];
};

/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default (rows) => ({
	recorded: {
		'mutex-6.12': [...rowsOf(rows), ['LLITN', 500, 'nap_every=8 jitter=8 signals=500']],
	},
	run: [
		['mutex-6.12', '4', 'jitter=64 nap_every=64'],
		['mutex-6.12', 'LLIIN', 'nap_every=64 signals=500', { signalled: 10 }],
	],
	stock: {
		name: 'mutex',
		variant: 'mutex-6.12',
		work: [
			...rows.times(4, [tasks(4, 50_000, '--hogs 1 --jitter 8 --bytes 64')]),
			...rows.times(2, [tasks(4, 50_000, '--hogs 2 --jitter 4 --bytes 16384')]), // held for longer, and handed over
			tasks(4, 50_000, '--hogs 1 --jitter 8 --signals 500'), // called off
			tasks(4, 50_000, '--hogs 2 --jitter 4 --signals 1000'),
			tasks(3, 20_000, '--hogs 2 --jitter 4 --signals 1000'),
			tasks(3, 20_000, '--hogs 2 --jitter 16'),
			tasks(2, 20_000, '--hogs 1 --jitter 4 --bytes 8'),
		],
		enough: 1_000_000,
		allLines: true,
		wrong: [
			'torn_try',
			'plain_unlock',
			'waiters_stay',
			'blind_sleep',
			'late_state',
			'no_handoff',
			'blind_handoff',
			'anyone_picks_up',
			'one_bit',
		],
		/* show only when a waiter gives up having asked for the mutex, at the right moment: that is chance */
		notTried: ['request_stays', 'no_retry'],
		againstWrong: tasks(4, 0, '--hogs 2 --jitter 4 --signals 1000'),
		tampered: tasks(2, 1000, '--hogs 1 --jitter 4'),
		planted: {
			/* the first waiter never asks for the mutex, which costs it time and nothing else */
			no_request: tasks(4, 10_000, '--hogs 2 --jitter 4 --bytes 16384'),
		},
		/* the first access behind the preempt_disable() of a lock; 2 of 65 recordings were so */
		preemptionIsOff: { before: 'mutex612_trylock_common#1', most: 3 },
	},
});
