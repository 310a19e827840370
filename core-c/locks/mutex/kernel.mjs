/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export const rowsOf = ({ meeting }) => [
	...meeting('LL'),
	['LLLL', 1000, 'nap_every=16'],
	['LLIIII', 1000, 'nap_every=8 signals=500'], // waiters give up
	['LLLLLLII', 500, 'nap_every=64 hold_ns=50000 signals=500 jitter=8'],
];

export default (rows) => ({
	recorded: Object.fromEntries(
		['mutex-3.9', 'mutex-fewer-atomics', 'mutex-mcs', 'mutex-minus-one'].map((variant) => [
			variant,
			rowsOf(rows),
		]),
	),
	run: [
		['mutex-3.9', '4', 'nap_every=64'],
		['mutex-3.9', '3', 'jitter=64 nap_every=64'],
		['mutex-fewer-atomics', '4', 'nap_every=64'],
		['mutex-mcs', '2'],
		['mutex-mcs', '4', 'jitter=64 nap_every=64'],
		['mutex-mcs', 'LLII', 'nap_every=64 signals=500', { signalled: 10 }],
	],
});
