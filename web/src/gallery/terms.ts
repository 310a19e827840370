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
	[/\bpriority inheritance\b/, ['priority inheritance', 'priority inversion', 'pi futex']],
	[/\b(?:priority )?inversion\b/, ['priority', 'preempted under the lock', 'loses its cpu']],
	[/\bthundering herd\b/, ['stampede']],
	[/\b(?:false sharing|cache bouncing|cache lines?)\b/, ['cache line', 'disturb', 'stampede']],
	[/\b(?:un)?fair(?:ness)?\b/, ['fair', 'starv', 'bypass', 'overtak', 'in the order']],
	[/\bstarv\w*\b/, ['starv', 'past the handoff']],
	[/\bdead ?locks?\b/, ['deadlock']],
	[/\b(?:hangs?|live ?locks?)\b/, ['for ever', 'noprogress', 'lostwakeup', 'deadlock']],
	[/\bspin ?locks?\b/, ['spinlock', 'spin lock']],
	[/\block convoys?|\bconvoys?\b/, ['convoy']],
	[/\bpthread ?mutex\w*\b/, ['pthreadmutex', 'pthread mutex', 'glibc mutex']],
	[
		/\bcritical sections?\b/,
		['critical section', 'under the lock', 'mutual exclusion', 'two inside', 'threads inside'],
	],
	[/\bbusy ?wait(?:s|ing)?\b/, ['busy waiting', 'spin']],
	[/\b(?:condition variables?|condvars?|pthreadcond\w*)\b/, ['condition variable', 'condvar']],
	[/\bcontext switch(?:es|ing)?\b/, ['context switch', 'preempt', 'loses its cpu', 'off its cpu']],
	[/\btest ?(?:and|&) ?sets?\b/, ['testandset', 'test and set', 'exchange']],
	[/\bspurious(?:ly)?(?: ?(?:wakeups?|wakes?|woken))?\b/, ['spurious', 'for nothing']],
	[/\b(?:memory )?(?:barriers?|fences?)\b/, ['barrier', 'memory order']],
	[/\bfifo\b/, ['fifo', 'in the order']],
	[/\b(?:rwlocks?|shared locks?)\b/, ['rwlock', 'reader']],
	[
		/\b(?:mutual exclusion|(?:data )?race(?: conditions?)?)\b/,
		['mutual exclusion', 'two owners', 'two inside', 'threads inside', 'hold the lock at once'],
	],
	/* each is one name, whatever its words are apart */
	[
		/\b(?:hold and wait|circular waits?|dining philosophers?|bounded buffers?|producers? ?(?:and |\/ ?)?consumers?)\b/,
		[],
	],
];

const ENDING = /(?:ations?|ions?|ings?|ness|ed|es|s|e)$/;
/** A shorter stem would stand in too many other words. */
const SHORTEST_STEM = 4;

export function stemOf(word: string): string {
	const stem = word.length < 6 ? word : word.replace(ENDING, '');
	return stem.length < SHORTEST_STEM ? word : stem;
}

/** They say nothing of what is looked for. */
const SMALL = new Set(
	'a about an and are at be between by can difference do does explain for from has have how i if in is it its me my of on or show so than that the then there these this to use used using versus vs was what when where which while who why will with work works you'.split(
		' ',
	),
);

/** A query of nothing else is taken as it is. */
export function tellingOf(words: readonly string[]): readonly string[] {
	const telling = words.filter((word) => !SMALL.has(word));
	return telling.length > 0 ? telling : words;
}

export const wordsOf = (text: string): string[] => text.split(/[\s?!,;:()“”"]+/).filter(Boolean);

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
	const words = wordsOf(rest);
	const telling = terms.length > 0 ? words.filter((word) => !SMALL.has(word)) : tellingOf(words);
	return [...terms, ...telling.map((asked) => ({ asked, forms: [stemOf(asked)] }))];
}

/** In a plain text. */
export const says = (text: string, { forms }: Term): boolean =>
	forms.some((form) => text.includes(form));

/** Where a text says what is asked for, with a few words on either side. */
export interface Around {
	before: string;
	said: string;
	after: string;
}

/** So many letters stand on either side of what was found. */
const CONTEXT = 44;
const IGNORED = /[-‐‑_.’']/;
const LETTER = /[\p{L}\p{N}]/u;

/** The plain text, and which letter of the text each of its letters is. */
function mapped(text: string): { plain: string; at: number[] } {
	let out = '';
	const at: number[] = [];
	for (let i = 0; i < text.length; i++) {
		const letter = text[i] ?? '';
		const low = letter.toLowerCase();
		if (IGNORED.test(letter) || low.length !== 1) continue;
		out += low;
		at.push(i);
	}
	return { plain: out, at };
}

function startOf(text: string, from: number): string {
	if (from <= CONTEXT) return text.slice(0, from);
	return `… ${text.slice(from - CONTEXT, from).replace(/^\S*\s+/, '')}`;
}

function endOf(text: string, from: number): string {
	if (text.length - from <= CONTEXT) return text.slice(from);
	return `${text.slice(from, from + CONTEXT).replace(/\s+\S*$/, '')} …`;
}

/** The first form that stands in the text, as it stands there, in whole words; null: none does. */
export function around(text: string, { forms }: Term): Around | null {
	const { plain: low, at } = mapped(text);
	for (const form of forms) {
		const place = low.indexOf(form);
		if (place < 0) continue;
		let from = at[place] ?? 0;
		let to = (at[place + form.length - 1] ?? from) + 1;
		while (from > 0 && LETTER.test(text[from - 1] ?? '')) from--;
		while (to < text.length && LETTER.test(text[to] ?? '')) to++;
		return { before: startOf(text, from), said: text.slice(from, to), after: endOf(text, to) };
	}
	return null;
}

/** What is said there is another word than the one that was asked for: a reader has to be told. */
export const isOther = ({ said }: Around, { asked, forms }: Term): boolean =>
	!plain(said).includes(plain(asked)) && !plain(said).includes(forms[0] ?? asked);

interface Word {
	term: string;
	forms: readonly string[];
}

/** The word of a glossary that the query is, in any of its spellings. */
export function termFor<T extends Word>(entries: readonly T[], query: string): T | undefined {
	const meant = (text: string) => tellingOf(wordsOf(plain(text))).join(' ');
	const asked = meant(query);
	const is = (form: string) => meant(form) === asked;
	return entries.find(({ term, forms }) => is(term) || forms.some(is));
}
