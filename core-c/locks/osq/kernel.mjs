/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default ({ meeting }) => ({
	recorded: {
		osq: [
			...meeting('LL'),
			['LL', 2000, 'jitter=16'],
			['LLQQ', 300, 'jitter=4'],
			['LLLLLLLL', 30, 'hold_ns=2000000'], // in line for longer than a tick: they leave
			['QQQQQQQQ', 100, 'hold_ns=1000000 jitter=4'],
		],
	},
	run: [['osq', '4', 'jitter=64']],
});
