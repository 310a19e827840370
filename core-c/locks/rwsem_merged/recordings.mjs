import { value } from '../../../scripts/lib/events.mjs';

const HANDOFF = 4;

/** A first waiter asks for handoff, and nobody has asked for it before. */
const asksForHandoff = (lines) =>
	lines.some(
		(line) =>
			/ rwsem19_try_write_lock\+\d+ cas .*ok=1/.test(line) &&
			(value(line, 'old') & HANDOFF) === 0 &&
			(value(line, 'new') & HANDOFF) !== 0,
	);

/** Of the kernel's own rwsem: a writer sleeps, and two readers are granted the lock at once. */
const letsIn = (lines) => {
	const granted = lines
		.filter((line) => / source:rwsem_mark_wake store word=task:\d+ new=0/.test(line))
		.map((line) => line.split(' ')[0]);
	const together = granted.some((tid, i) => tid === granted[i + 1]);
	return together && lines.some((line) => / source:rwsem_down_write_slowpath schedule/.test(line));
};

/** Recordings of this lock that the page ships; what each key is for: scripts/lib/recordings.mjs. */
export default [
	{
		id: 'rwsem-mmap',
		turn: 2,
		title: 'The kernel’s own rwsem, mmap_lock',
		text: 'Not the text of this page but rwsem.c of the running 6.12 kernel, compiled so that each access is traced. Two threads take the mmap_lock of their process to write, two to read. A reader asks for handoff: from then on no spinner passes it. In that kernel count has 64 bits, and READFAIL is bit 63 of it.',
		held: { recorded: 2262, steps: 2290, mends: 0 },
		look: [
			/sleeps until it is granted the lock: asleep/,
			/takes the reader back out and asks for handoff/,
			/counts the first reader in: /,
			/grants the reader the lock/,
			/grants the reader the lock/,
			/wakes a thread that it has picked/,
			/sees that it has been granted the lock/,
		],
		stock: '--memory KKRR --log 900 --seconds 30 --hogs 1 --jitter 4',
		shows: letsIn,
		cpus: 4 /* a task each */,
	},
	{
		id: 'rwsem-asks',
		turn: 7,
		title: 'A rwsem of 6.12 is kept for who waits',
		text: 'The text of this page, of the rwsem of Linux 6.12, compiled as a module of that kernel. A writer has waited past its threshold and sets HANDOFF. From then on nobody steals the lock from the first in line.',
		held: { recorded: 626, steps: 632, mends: 0 },
		look: [
			/asks for handoff, having waited past its threshold/,
			/notes for whom HANDOFF is set/,
			/takes the lock from its place in the list/,
		],
		module:
			'lock=rwsem-6.12 threads=WWWRR rounds=12 log=20000 nap_every=5 jitter=32 threshold_us=200',
		shows: asksForHandoff,
	},
];
