import { value } from '../../../scripts/lib/events.mjs';

const PICKUP = 4;

/** Of the kernel's own mutex: a waiter slept, and an unlock left the owner word to it, by name. */
const hasGift = (lines) =>
	lines.some((line) => / source schedule/.test(line)) &&
	lines.some(
		(line) =>
			/ source cas word=owner .*ok=1/.test(line) &&
			(value(line, 'new') & PICKUP) !== 0 &&
			value(line, 'new') > 7,
	);

/** An unlock leaves the owner word to the first waiter, by name. */
const hasPickup = (lines) =>
	lines.some(
		(line) =>
			/ mutex612_handoff\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'new') & PICKUP) !== 0 &&
			value(line, 'new') > 7,
	);

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'mutex-pipe',
		turn: 1,
		title: 'The kernel’s own mutex, of a pipe',
		text: 'Not the text of this page but mutex.c and osq_lock.c of the running 6.12 kernel, compiled so that each access is traced. Two processes write into a pipe and read from it. A waiter is overtaken, asks for the mutex, and is given it.',
		held: { recorded: 2281, steps: 2285, mends: 0 },
		look: [
			/goes to sleep: asleep/,
			/asks for the mutex: the unlock must give it away/,
			/gives the first waiter the mutex/,
			/takes the mutex and clears PICKUP/,
		],
		stock: '--tasks 2 --log 2000 --seconds 30 --hogs 2 --jitter 4 --bytes 16384',
		shows: hasGift,
	},
	{
		id: 'mutex-pickup',
		turn: 4,
		title: 'The mutex of 6.12 is given away',
		text: 'The text of this page, of the mutex of Linux 6.12, compiled as a module of that kernel. A first waiter has been overtaken and asks for the mutex. The next unlock writes its name into the word, with PICKUP, instead of freeing it.',
		held: { recorded: 933, steps: 949, mends: 0 },
		look: [
			/asks for the mutex: the unlock must give it away/,
			/reads that it must give the mutex away/,
			/gives the first waiter the mutex/,
			/finds that the mutex has been given away/,
		],
		module: 'lock=mutex-6.12 threads=LLLL rounds=15 log=20000 nap_every=5 jitter=32',
		shows: hasPickup,
	},
];
