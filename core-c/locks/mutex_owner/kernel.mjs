import { rowsOf } from '../mutex/kernel.mjs';

/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
export default (rows) => ({
	recorded: {
		'mutex-6.12': [...rowsOf(rows), ['LLITN', 500, 'nap_every=8 jitter=8 signals=500']],
	},
	run: [
		['mutex-6.12', '4', 'jitter=64 nap_every=64'],
		['mutex-6.12', 'LLIIN', 'nap_every=64 signals=500', { signalled: 10 }],
	],
});
