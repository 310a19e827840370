import { count } from '../../../scripts/lib/events.mjs';

const hasSleepAndWake = (lines) =>
	count(lines, (line) => / wake .*ok=1/.test(line)) > 1 &&
	count(lines, (line) => /_spin_on_owner\+|owner_running\+/.test(line)) > 10;

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'mutex-sleep-wake',
		turn: 5,
		title: 'Waiters of a mutex sleep and wake',
		text: 'The text of this page, of the mutex of 2013, compiled as a module of a 6.12 kernel. The owner naps under the lock, so two others sleep instead of spinning. An unlock wakes the first; when it looks, the mutex is often taken again.',
		held: { recorded: 675, steps: 679, mends: 0 },
		look: [
			/preempts T\d+/,
			/goes to sleep: asleep/,
			/wakes the first waiter/,
			/wakes up: back on a CPU/,
			/goes to sleep: asleep/,
		],
		module: 'lock=mutex-mcs threads=LLLL rounds=20 log=20000 nap_every=6',
		shows: hasSleepAndWake,
	},
];
