/** What a query asks for: term by term, each with the forms in which a text may say it. */

/** "hand-off", "hand_off" and "Handoff" are one word to whoever searches. */
export function plain(text: string): string {
	return text.toLowerCase().replace(/[-‐‑_.’']/g, '');
}

/** Names that readers know for what the texts call otherwise, all of them plain. */
const ALSO: readonly [asked: RegExp, said: readonly string[]][] = [
	[
		/\b(?:lost|miss\w*|los\w+ (?:a |the )?) ?wakeups?\b/,
		['lost wakeup', 'lostwakeup', 'lose the wakeup', 'wakeup is lost'],
	],
	[/\b(?:priority )?inversion\b/, ['priority', 'preempted under the lock', 'loses its cpu']],
	[/\bthundering herd\b/, ['stampede']],
	[/\b(?:false sharing|cache bouncing|cache lines?)\b/, ['cache line', 'disturb', 'stampede']],
	[/\b(?:un)?fair(?:ness)?\b/, ['fair', 'starv', 'bypass', 'overtak', 'in the order']],
	[/\bstarv\w*\b/, ['starv', 'past the handoff']],
	[/\bdead ?locks?\b/, ['deadlock', 'stuck', 'for ever']],
	[/\b(?:hangs?|live ?locks?)\b/, ['for ever', 'noprogress', 'lostwakeup', 'deadlock']],
	[/\bspin ?locks?\b/, ['spinlock', 'spin lock']],
	[/\block convoys?|\bconvoys?\b/, ['convoy']],
	[/\bpthread ?mutex\w*\b/, ['pthreadmutex', 'pthread', 'glibc']],
	[/\bfifo\b/, ['fifo', 'in the order']],
	[/\b(?:rwlocks?|shared locks?)\b/, ['rwlock', 'reader']],
	[
		/\b(?:mutual exclusion|(?:data )?race(?: conditions?)?)\b/,
		['mutual exclusion', 'two owners', 'two inside', 'threads inside', 'hold the lock at once'],
	],
];

const ENDING = /(?:ations?|ions?|ings?|ness|ed|es|s|e)$/;
/** A shorter stem would stand in too many other words. */
const SHORTEST_STEM = 4;

function stemOf(word: string): string {
	const stem = word.length < 6 ? word : word.replace(ENDING, '');
	return stem.length < SHORTEST_STEM ? word : stem;
}

export interface Term {
	/** as it was asked */
	asked: string;
	forms: readonly string[];
}

export function termsOf(query: string): Term[] {
	const terms: Term[] = [];
	let rest = plain(query);
	for (const [asked, said] of ALSO)
		rest = rest.replace(asked, (words) => {
			terms.push({ asked: words, forms: [words, ...said] });
			return ' ';
		});
	const words = rest.split(/\s+/).filter(Boolean);
	return [...terms, ...words.map((asked) => ({ asked, forms: [stemOf(asked)] }))];
}

/** In a plain text. */
export const says = (text: string, { forms }: Term): boolean =>
	forms.some((form) => text.includes(form));
