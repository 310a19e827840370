/**
 * The recordings that come with the page. Where each was made stands in the file itself; only its
 * title and what to look at stand here.
 */
import mutexPickup from '../../traces/mutex-pickup.trace?url';
import mutexPipe from '../../traces/mutex-pipe.trace?url';
import mutexSleepWake from '../../traces/mutex-sleep-wake.trace?url';
import rwsemAsks from '../../traces/rwsem-asks.trace?url';
import rwsemMmap from '../../traces/rwsem-mmap.trace?url';
import rwsemSteal from '../../traces/rwsem-steal.trace?url';
import tpHandoff from '../../traces/tp-handoff.trace?url';
import { plain, says, termsOf } from '../gallery/terms';
import type { Held } from './held';

export interface Shipped {
	/** its name in addresses */
	id: string;
	title: string;
	/** what it shows, in a few sentences */
	text: string;
	url: string;
	/** what the page finds in the file; tests/golden/traces.test.ts holds it against that */
	held: Held;
	/** sentences of the steps that show it, in their order: the first of each behind the one before gets a bookmark */
	look: readonly RegExp[];
}

/** To replace a recording: replace its file, and say here what the new one shows. */
export const SHIPPED: readonly Shipped[] = [
	{
		id: 'tp-handoff',
		title: 'A kernel with our patch hands a futex over',
		text: 'User threads on FUTEX_LOCK of a 6.12 kernel with our patch, for no released kernel has that call. The top waiter has waited past its threshold and asks for handoff: the next unlock writes its TID into the word.',
		url: tpHandoff,
		held: { recorded: 234, steps: 340, mends: 5 },
		look: [
			/has waited past its handoff threshold/,
			/asks for handoff/,
			/grants the request/,
			/hands the lock to the top waiter/,
		],
	},
	{
		id: 'mutex-pipe',
		title: 'The kernel’s own mutex, of a pipe',
		text: 'Not the text of this page but mutex.c and osq_lock.c of the running 6.12 kernel, compiled so that each access is told. Two processes write into a pipe and read from it. A waiter is overtaken, asks for the mutex, and is given it.',
		url: mutexPipe,
		held: { recorded: 2281, steps: 2285, mends: 0 },
		look: [
			/goes to sleep: asleep/,
			/asks for the mutex: the unlock must give it away/,
			/gives the mutex to the first waiter/,
			/takes the mutex and clears PICKUP/,
		],
	},
	{
		id: 'rwsem-mmap',
		title: 'The kernel’s own rwsem, mmap_lock',
		text: 'Not the text of this page but rwsem.c of the running 6.12 kernel, compiled so that each access is told. Two threads take the mmap_lock of their process to write, two to read. A reader asks for handoff: from then on no spinner passes it.',
		url: rwsemMmap,
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
	},
	{
		id: 'mutex-pickup',
		title: 'The mutex of 6.12 is given away',
		text: 'The text of this page, of the mutex of Linux 6.12, compiled as a module of that kernel. A first waiter has been overtaken and asks for the mutex. The next unlock writes its name into the word, with PICKUP, instead of freeing it.',
		url: mutexPickup,
		held: { recorded: 933, steps: 949, mends: 0 },
		look: [
			/asks for the mutex: the unlock must give it away/,
			/reads that it must give the mutex away/,
			/gives the mutex to the first waiter/,
			/finds that the mutex has been given away/,
		],
	},
	{
		id: 'mutex-sleep-wake',
		title: 'Waiters of a mutex sleep and wake',
		text: 'The text of this page, of the mutex of 2013, compiled as a module of a 6.12 kernel. The owner naps under the lock, so two others sleep instead of spinning. An unlock wakes the first; when it looks, the mutex is often taken again.',
		url: mutexSleepWake,
		held: { recorded: 675, steps: 679, mends: 0 },
		look: [
			/preempts T\d+/,
			/goes to sleep: asleep/,
			/wakes the first waiter/,
			/wakes up: back on a CPU/,
			/goes to sleep: asleep/,
		],
	},
	{
		id: 'rwsem-steal',
		title: 'A writer steals the semaphore',
		text: 'The text of this page, compiled as a module of a real kernel. Three kernel threads write, two read. The first in line has been woken, but before it runs a spinner takes the free lock past it. The woken one finds it taken and goes back to sleep.',
		url: rwsemSteal,
		held: { recorded: 1398, steps: 1406, mends: 1 },
		look: [
			/takes the lock as a spinner, ahead of any waiter/,
			/wakes up: back on a CPU/,
			/sleeps until an unlock wakes it: asleep/,
		],
	},
	{
		id: 'rwsem-asks',
		title: 'A rwsem of 6.12 is kept for who waits',
		text: 'The text of this page, of the rwsem of Linux 6.12, compiled as a module of that kernel. A writer has waited past its threshold and sets HANDOFF. From then on nobody steals the lock from the first in line.',
		url: rwsemAsks,
		held: { recorded: 626, steps: 632, mends: 0 },
		look: [
			/asks for handoff, having waited past its threshold/,
			/notes for whom HANDOFF is set/,
			/takes the lock from its place in the list/,
		],
	},
];

/** "handoff" and "hand-off" are one word to whoever searches. */
/** Those whose words have all that the query asks for. */
export function shippedMatching(query: string): Shipped[] {
	const terms = termsOf(query);
	return SHIPPED.filter(({ id, title, text }) => {
		const all = plain(`recorded trace kernel ${id} ${title} ${text}`);
		return terms.every((term) => says(all, term));
	});
}
