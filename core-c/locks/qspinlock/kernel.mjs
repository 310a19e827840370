/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default ({ meeting }) => {
	const rows = [
		...meeting('LL'),
		['LL', 2000, 'jitter=16'],
		['LLLL', 300, 'nap_every=16'],
		['LLLLTT', 300, 'jitter=4 hold_ns=20000'],
	];
	return {
		recorded: { qspinlock: rows, 'qspinlock-x86': rows },
		run: [
			['qspinlock', '4', 'jitter=64'],
			['qspinlock-x86', 'LLLT', 'nap_every=256', { ms: 2000 }],
		],
	};
};
