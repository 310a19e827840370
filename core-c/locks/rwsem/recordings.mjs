import { value } from '../../../scripts/lib/events.mjs';

const WAITERS = 2;

/** A spinner takes the count with WAITERS in it. */
const hasSteal = (lines) =>
	lines.some(
		(line) =>
			/ rwsem17_try_write_lock_unqueued\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'arg') & WAITERS) !== 0,
	);

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'rwsem-steal',
		turn: 6,
		title: 'A writer steals the semaphore',
		text: 'The text of this page, compiled as a module of a real kernel. Three kernel threads write, two read. The first in line has been woken, but before it runs a spinner takes the free lock past it. The woken one finds it taken and goes back to sleep.',
		held: { recorded: 1398, steps: 1406, mends: 1 },
		look: [
			/takes the lock as a spinner, ahead of any waiter/,
			/wakes up: back on a CPU/,
			/sleeps until an unlock wakes it: asleep/,
		],
		module: 'lock=rwsem-handoff threads=WWWRR rounds=15 log=20000 nap_every=5 jitter=32',
		shows: hasSteal,
	},
];
