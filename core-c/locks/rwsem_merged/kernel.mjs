const folder = (roles, log, options) => [roles, `--folder ${roles}`, log, options];
const memory = (roles, log, options) => [roles, `--memory ${roles}`, log, options];

/** The kernel's own rwsem, of a directory or of a process's memory. Not all lines are asked for: nothing downgrades it, and no writer is killed. */
const stock = {
	name: 'rwsem',
	variant: 'rwsem-6.12',
	work: [
		folder('WWRR', 20_000, '--hogs 1 --jitter 8'),
		folder('WRRR', 20_000, '--hogs 2 --jitter 4'),
		folder('WWQQ', 10_000, '--hogs 2 --jitter 4 --kills 20'), // readers are killed in their wait
		folder('WQQQ', 10_000, '--hogs 2 --jitter 4 --kills 20'),
		memory('KKRQ', 20_000, '--hogs 2 --jitter 4'),
		memory('KRRQ', 20_000, '--hogs 1 --jitter 8'),
		memory('KKKK', 20_000, '--hogs 2 --jitter 16'),
	],
	enough: 200_000,
	allLines: false,
	wrong: ['steal_from_writer', 'single_pass', 'steal_despite_handoff'],
	/* silent_abort shows only when the first of several waiters is killed; those that mend are of 5.3 */
	notTried: ['silent_abort', 'mend_no_reader_spin', 'mend_clear_handoff'],
	againstWrong: memory('KKRR', 0, '--hogs 2 --jitter 4'),
	tampered: folder('WR', 1000, '--hogs 1 --jitter 4'),
	/* quiet: who waits does so for longer, or sleeps where it could spin */
	planted: {
		steals_beside: folder('WRRR', 20_000, '--hogs 2 --jitter 4'),
		no_spin_again: folder('WWRR', 10_000, '--hogs 1 --jitter 8'),
		leaves_asleep: memory('KKKK', 20_000, '--hogs 2 --jitter 4'),
		small_group: folder('WRRR', 20_000, '--hogs 2 --jitter 4'),
	},
};

/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default ({ meeting, times }) => {
	/* its readers steal and, in 5.3, spin */
	const rows = [
		...meeting('WW', 'WR'),
		['WWRRD', 300, 'nap_every=16'],
		['WWWWRRRD', 150, 'jitter=4 nap_every=8 threshold_us=500'], // handoffs
		['WWWWWWRR', 100, 'hold_ns=300000 nap_every=2 threshold_us=1000'], // long waits
		['WWWWRRRR', 100, 'hold_ns=200000 timeout_us=20'], // spinners that wait for readers run out of time
		...times(2, [['WWWWWWWW', 30, 'hold_ns=2000000']]), // spinners in line for longer than a tick
		...times(2, [['WWKKKKQQQQ', 300, 'nap_every=4 kills=100']]), // killed in line
		...times(4, [['WK', 800, 'nap_every=1 kills=60 victims=K threshold_us=100']]), // the last in line is killed
		...times(4, [['WQ', 100, 'hold_ns=500000 kills=200 victims=Q']]),
		...times(4, [['WK', 100, 'hold_ns=500000 kills=200 victims=K']]),
		['WR', 1500, 'jitter=2'], // the writer leaves while the reader is on its way into the line
		['WRRR', 600, 'jitter=2 hold_ns=3000'],
	];
	return {
		recorded: { 'rwsem-5.3': rows, 'rwsem-6.12': rows },
		run: [
			['rwsem-5.3', 'WWWWRRRD', 'jitter=64 nap_every=16'],
			['rwsem-6.12', 'WWWWRRRD', 'jitter=64 nap_every=16'],
			['rwsem-6.12', 'WWKQ', 'nap_every=8 kills=60', { ms: 2000, signalled: 1 }],
		],
		stock,
	};
};
