/**
 * The recordings that come with the page. Where each was made stands in the file itself; only its
 * title and what to look at stand here.
 */
import mutexSleepWake from '../../traces/mutex-sleep-wake.trace?url';
import rwsemSteal from '../../traces/rwsem-steal.trace?url';
import tpHandoff from '../../traces/tp-handoff.trace?url';
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
		title: 'The kernel hands a futex over',
		text: 'A handoff: user threads on FUTEX_LOCK of a patched kernel. The top waiter has waited past its threshold and asks for handoff; the next unlock writes its TID into the word, and it is the next owner.',
		url: tpHandoff,
		held: { recorded: 355, steps: 794, mends: 5 },
		look: [
			/has waited past its handoff threshold/,
			/asks for handoff/,
			/grants the request/,
			/hands the lock to the top waiter/,
		],
	},
	{
		id: 'mutex-sleep-wake',
		title: 'The waiters of a mutex sleep and wake',
		text: 'The text of this page, compiled as a module of a real 6.12 kernel: not the mutex of that kernel. Four kernel threads, two CPUs. The owner naps under the lock (to the model, a preemption), so two others sleep instead of spinning. An unlock wakes the first; when it looks, the mutex is often taken again.',
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
];

/** "handoff" and "hand-off" are one word to whoever searches. */
const plain = (text: string): string => text.toLowerCase().replace(/[-_]/g, '');

/** Those whose words have all of the query's. */
export function shippedMatching(query: string): Shipped[] {
	const words = query.split(/\s+/).map(plain).filter(Boolean);
	return SHIPPED.filter(({ id, title, text }) => {
		const all = plain(`recorded trace kernel ${id} ${title} ${text}`);
		return words.every((word) => all.includes(word));
	});
}
