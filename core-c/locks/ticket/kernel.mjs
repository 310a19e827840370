/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default ({ meeting }) => ({
	recorded: {
		ticket: [
			...meeting('LL'),
			['LL', 2000, 'jitter=16'],
			['LLLT', 300, 'nap_every=16'],
			['LT', 1000, 'jitter=4 think_ns=20000'], // who tries finds it free now and then
		],
	},
	run: [
		['ticket', '2', 'jitter=64'],
		['ticket', 'LLLT', 'nap_every=256', { ms: 2000 }],
	],
});
