/** What somebody may have meant who finds nothing: a word nearly so, or the nearest of those explained here. */
import { apart } from '../store/nearest';
import { plain, stemOf, termsOf, wordsOf } from './terms';

/** Names of the field for what is not on this page, each with the word of the glossary that is nearest to it. */
export const NEAREST: readonly [asked: RegExp, term: string][] = [
	[/\bmonitors?\b/, 'condition variable'],
	[/\b(?:bounded buffers?|producers? ?(?:and |\/ ?)?consumers?)\b/, 'condition variable'],
	[/\b(?:hold and wait|circular waits?|dining philosophers?|bankers?)\b/, 'deadlock'],
	[/\bpriority ?ceilings?\b/, 'priority inversion'],
	[/\b(?:rcu|read ?copy ?update|seq(?:uence)? ?locks?)\b/, 'rwsem'],
	[/\b(?:recursive|reentran(?:t|cy))\b/, 'owner'],
	[/\b(?:lock|wait) ?free(?:dom)?\b/, 'CAS'],
	[/\b(?:petersons?|dekkers?|bakery)\b/, 'mutual exclusion'],
];

export const nearestTerm = (query: string): string | undefined =>
	NEAREST.find(([asked]) => asked.test(plain(query)))?.[1];

/** Other names that docs/not-here.md has. */
const NOT_HERE =
	/\b(?:clh|seq ?locks?|seq ?counts?|s?rcu|percpu ?(?:rwsem|rw ?semaphore)s?|q?rwlock ?t|qrwlocks?|ww ?mutex(?:es)?|wound ?wait|lock ?dep|weak memory|store buffers?|memory models?|preempt ?rt|completions?|requeue|interrupts?|softirqs?|nmi)\b/;

/** It is asked for by a name of something that is not on this page. */
export const isNotHere = (query: string): boolean =>
	NOT_HERE.test(plain(query)) || nearestTerm(query) !== undefined;

/** Shorter ones are near to too much. */
const SHORTEST = 4;
const LONG = 8;

/** How often each word stands in the texts. */
export function countedWords(texts: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const word of texts.flatMap((text) => wordsOf(plain(text))))
		counts.set(word, (counts.get(word) ?? 0) + 1);
	return counts;
}

/** The most usual of those nearest to it. */
function nearTo(word: string, known: ReadonlyMap<string, number>): string | undefined {
	const most = word.length < LONG ? 1 : 2;
	const near = [...known.keys()]
		.filter((k) => k[0] === word[0] && Math.abs(k.length - word.length) <= most)
		.map((k) => ({ word: k, far: apart(word, k), count: known.get(k) ?? 0 }))
		.filter(({ far }) => far <= most);
	return near.sort((a, b) => a.far - b.far || b.count - a.count)[0]?.word;
}

/** The query with its unknown words put right; undefined: it has none, or nothing is near one of them. */
export function guessOf(query: string, known: ReadonlyMap<string, number>): string | undefined {
	const all = [...known.keys()];
	const isKnown = (word: string) => all.some((k) => k.includes(stemOf(word)));
	const unknown = termsOf(query)
		.map(({ asked }) => asked)
		.filter((asked) => !asked.includes(' ') && !isKnown(asked));
	if (unknown.length === 0) return undefined;
	const right = new Map(
		unknown.map((word) => [word, word.length < SHORTEST ? undefined : nearTo(word, known)]),
	);
	if (unknown.some((word) => right.get(word) === undefined)) return undefined;
	return wordsOf(query)
		.map((word) => right.get(plain(word)) ?? word)
		.join(' ');
}
