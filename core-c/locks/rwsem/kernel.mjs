/** As posted it can hang and break exclusion (findings R1 to R3): recorded so, counted mended; mend_two_pass mends R3 too. */
const MENDED = 'fault=mend_two_pass,mend_no_shortcut';

/** What is run of this lock in a kernel, and recorded there: [threads, rounds, parameters of the module]; what each is for stands beside it. */
const rowsOf = ({ meeting, times }) => [
	...meeting('WW', 'WR'),
	['WWRRD', 300, 'nap_every=16'], // readers in groups, a downgrade
	['WWWWRRRD', 150, 'jitter=4 nap_every=8 threshold_us=500'], // handoffs
	['WWWWWWRR', 100, 'hold_ns=300000 nap_every=2 threshold_us=1000'], // long waits
	...times(3, [['WWWWWWWW', 30, 'hold_ns=2000000']]), // spinners in line for longer than a tick
	['WWWWWWWWWWWW', 40, 'hold_ns=300000 nap_every=4'], // their owner falls asleep
	...times(3, [['WWKKKKQQQQ', 300, 'nap_every=4 kills=100']]), // killed in line
	...times(3, [['WKQKQKQ', 300, 'nap_every=4 kills=60 jitter=16']]),
	...times(6, [['WK', 800, 'nap_every=1 kills=60 victims=K threshold_us=100']]), // the last in line is killed
	...times(14, [['WQ', 100, 'hold_ns=500000 kills=200 victims=Q']]),
];

/** A short threshold makes the hang of finding R2 likely: so recorded as posted once, at the end. */
const handoffRowsOf = (rows) => [
	...rows.map(([threads, rounds, options]) => [
		...[threads, rounds],
		options.includes('threshold_us') ? `${options} fault=mend_no_shortcut` : options,
	]),
	['WWWWRRRD', 150, 'jitter=4 nap_every=8 threshold_us=500 ms=10000'],
];

/** What finding R1 of docs/findings.md does, in the words of the module: readers are granted the lock before they are counted. */
const R1 = {
	variants: ['rwsem', 'rwsem-handoff'],
	/* letters: a thread that may read, and one that may write */
	meet: ['RQD', 'WKD'],
	why: [
		'mutual exclusion: a writer is in together with a reader',
		'mutual exclusion: a reader is in together with a writer',
		'mutual exclusion: the counter changed under a reader',
	],
};

export default (rows) => ({
	recorded: { rwsem: rowsOf(rows), 'rwsem-handoff': handoffRowsOf(rowsOf(rows)) },
	run: [
		['rwsem', 'WWRR', 'nap_every=64 fault=mend_two_pass'],
		['rwsem', 'WWRRD', 'jitter=64 nap_every=64 fault=mend_two_pass'],
		['rwsem', 'WWKQ', 'nap_every=8 kills=60 fault=mend_two_pass', { ms: 2000, signalled: 1 }],
		['rwsem-handoff', 'WWRR', `nap_every=64 ${MENDED}`],
		['rwsem-handoff', 'WWWWRRRD', `jitter=64 nap_every=16 ${MENDED}`],
	],
	/* as posted; the trace must conform all the same */
	fails: [R1],
	/* as posted: finding R2, which the search has found first */
	hangs: ['rwsem-handoff'],
	excused: [
		{
			line: 'rwsem17_down_read_failed unlocks the wait list, for the lock is its own',
			why: 'granted between the signal and the look: chance',
		},
	],
});
