/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default ({ meeting }) => ({
	recorded: {
		mcs: [...meeting('LL'), ['LL', 2000, 'jitter=16'], ['LLLL', 300, 'nap_every=16']],
	},
	run: [
		['mcs', '2'],
		['mcs', '2', 'jitter=64'],
		['mcs', '4', 'nap_every=256', { ms: 2000 }],
	],
});
