/**
 * The recordings that come with the page. Where each was made stands in the file itself; only its
 * title and what to look at stand here.
 */
import mutexSleepWake from '../../traces/mutex-sleep-wake.trace?url';
import rwsemSteal from '../../traces/rwsem-steal.trace?url';
import tpHandoff from '../../traces/tp-handoff.trace?url';

export interface Shipped {
	/** its name in addresses */
	id: string;
	title: string;
	/** what it shows, in a few sentences */
	text: string;
	url: string;
	/** sentences of the steps that show it: the first of each gets a bookmark */
	look: readonly RegExp[];
}

/** To replace a recording: replace its file, and say here what the new one shows. */
export const SHIPPED: readonly Shipped[] = [
	{
		id: 'tp-handoff',
		title: 'The kernel hands a futex over',
		text: 'User threads on FUTEX_LOCK of a patched kernel. A waiter lost its turn too often, asked for the lock, and the unlock names it as the next owner.',
		url: tpHandoff,
		look: [/asks to be handed the lock/, /grants the request/],
	},
	{
		id: 'mutex-sleep-wake',
		title: 'A mutex sleeps and wakes under preemption',
		text: 'Kernel threads on more threads than CPUs. Spinners give up when the owner loses its CPU, go to sleep, and are woken one by one.',
		url: mutexSleepWake,
		look: [/goes to sleep/, /wakes the first waiter/, /takes T\d+ off its CPU/],
	},
	{
		id: 'rwsem-steal',
		title: 'A writer steals the semaphore',
		text: 'Readers wait in line while a writer that has only just come takes the free lock from under them. Those who waited wake for nothing and go back to sleep.',
		url: rwsemSteal,
		look: [/sleeps until an unlock wakes it/, /takes the lock as a spinner, past the waiters/],
	},
];

/** Those whose words have all of the query's. */
export function shippedMatching(query: string): Shipped[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return SHIPPED.filter(({ title, text }) => {
		const all = `recorded trace kernel ${title} ${text}`.toLowerCase();
		return words.every((word) => all.includes(word));
	});
}
