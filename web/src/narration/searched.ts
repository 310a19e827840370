/** What a search or a judgement has come to, in sentences: for whoever looks at one lock. What the list of stories needs stands in verdicts.ts. */
import { ENDLESS, type ExploreProgress, type Facts, type LockFacts } from '../../../wasm/src';
import { listed } from './phrases';
import { keyOf, nounOf, ranOut, verdictWords } from './verdicts';

/** The invariant that a fault names, if it names one. */
export const invariantOf = (
	lock: LockFacts | undefined,
	what: string,
): LockFacts['invariants'][number] | undefined => lock?.invariants.find((i) => i.name === what);

function brokenSentence(what: string, lock: LockFacts | undefined): string {
	if (!what) return 'A rule is broken.';
	const called = invariantOf(lock, what)?.called;
	return called ? `A ${called}: the rule “${what}” is broken.` : `The rule “${what}” is broken.`;
}

/** What a search has come to, in a sentence. */
export function verdictLong(progress: Pick<ExploreProgress, 'verdict' | 'what'>): string {
	return ranOut(progress)
		? 'Memory ran out before the search had seen everything: nothing wrong so far.'
		: verdictWords(progress.verdict).long;
}

/** Of one state, or of what a search has come to: "The rule “mutual exclusion” is broken." */
export function verdictSentence(
	verdict: string,
	what: string,
	lock: LockFacts | undefined,
): string {
	switch (keyOf(verdict)) {
		case 'ok':
			return 'No rule is broken.';
		case 'violated':
			return brokenSentence(what, lock);
		case 'deadlock':
			return 'Nobody can move any more: the threads are stuck.';
		case 'lost_wakeup':
			return 'A thread sleeps, and nobody is left to wake it: a lost wake-up.';
		case 'no_progress':
			return 'No schedule lets all threads finish: no progress.';
		case 'bug':
			return what ? `The text runs into a BUG: ${what}.` : 'The text runs into a BUG.';
		default:
			return verdictLong({ verdict, what });
	}
}

/** "rule broken: mutual exclusion", "lost wake-up: the rule “wake token” is broken" */
export function faultTitle(verdict: string, what: string, lock: LockFacts | undefined): string {
	const { short } = verdictWords(verdict);
	const called = invariantOf(lock, what)?.called;
	if (keyOf(verdict) === 'violated' && called) return `${called}: the rule “${what}” is broken`;
	return what ? `${short}: ${what}` : short;
}

/** What the broken invariant would have promised, when the fault names one. */
export function invariantMeaning(lock: LockFacts | undefined, what: string): string {
	return invariantOf(lock, what)?.meaning ?? '';
}

/** 2,914,005 → "2.9 M"; small numbers whole. */
export function shortCount(n: number): string {
	if (n >= 1e6) return `${(n / 1e6).toFixed(n < 1e7 ? 1 : 0)} M`;
	if (n >= 1e4) return `${(n / 1e3).toFixed(0)} k`;
	return String(n);
}

/** "preempt 2, signal 1": what the environment may do, and how often; '' when it may do nothing. */
export function budgetText(facts: Facts, budget: readonly number[]): string {
	return facts.envKinds
		.map((kind, i) => ({ name: kind.name, times: kind.budget ? (budget[i] ?? 0) : 0 }))
		.filter((kind) => kind.name !== '' && kind.times > 0)
		.map((kind) => `${kind.name} ${kind.times === ENDLESS ? 'without limit' : kind.times}`)
		.join(', ');
}

export function searchSummary(progress: ExploreProgress): string {
	const { states, transitions, depth, seconds } = progress;
	const n = (value: number) => value.toLocaleString('en');
	return `${n(states)} states, ${n(transitions)} transitions, depth ${n(depth)}, ${seconds.toFixed(1)} s`;
}

/** How fast a search goes, and how far it may have to: how many states there are nobody knows before its end. */
export function paceText({ states, seconds }: ExploreProgress, maxStates: number): string {
	const share = Math.floor((100 * states) / maxStates);
	const done = `${share < 1 ? 'less than 1' : share} % of the bound of ${maxStates.toLocaleString('en')} states`;
	if (seconds < 0.2 || states === 0) return `${done}.`;
	const rate = states / seconds;
	return `${shortCount(Math.round(rate))} states a second; ${done}. At this pace it ends within ${leftAt(rate, states, maxStates)} s.`;
}

const leftAt = (rate: number, states: number, maxStates: number): number =>
	Math.ceil((maxStates - states) / rate);

/** The same for a room: "It has not ended yet: 52 % of 8,000,000 states, at most 15 s more." */
export function paceBrief(progress: ExploreProgress | null, maxStates: number): string {
	const { states, seconds } = progress ?? { states: 0, seconds: 0 };
	const of = `${Math.floor((100 * states) / maxStates)} % of at most ${maxStates.toLocaleString('en')} states`;
	const more =
		seconds < 0.2 || states === 0
			? ''
			: `; at this pace it ends within ${leftAt(states / seconds, states, maxStates)} s`;
	return `It has not ended yet: ${of}${more}.`;
}

/** "at most 1 preemption; no signal or kill": what a search let the scheduler and the rest of the kernel do, of what the lock's text handles. */
export function environmentText(
	facts: Facts,
	budget: readonly number[],
	handled: readonly string[],
): string {
	const kinds = facts.envKinds.flatMap(({ name, budget: counted }, i) =>
		counted && name && handled.includes(name)
			? [{ noun: nounOf(name), times: budget[i] ?? 0 }]
			: [],
	);
	const may = kinds
		.filter(({ times }) => times > 0)
		.map(({ noun, times }) =>
			times === ENDLESS
				? `any number of ${noun}s`
				: `at most ${times} ${noun}${times === 1 ? '' : 's'}`,
		);
	const barred = kinds.filter(({ times }) => times === 0).map(({ noun }) => noun);
	return [listed(may), barred.length > 0 && `no ${listed(barred, 'or')}`]
		.filter(Boolean)
		.join('; ');
}

/** "nothing from outside" or "from outside: preempt 1" */
export function outsideText(facts: Facts, budget: readonly number[]): string {
	const text = budgetText(facts, budget);
	return text ? `from outside: ${text}` : 'nothing from outside';
}

/** One search in a line: what might happen in it, and how far it came. */
export function searchedText(
	facts: Facts,
	budget: readonly number[],
	{ verdict, states, depth, seconds }: ExploreProgress,
): string {
	const n = states.toLocaleString('en');
	const what =
		verdict === 'OK'
			? `all ${n} states, none is wrong`
			: verdict === 'BOUNDED'
				? `${n} states, none is wrong; not all, stopped at depth ${depth}`
				: `${verdictWords(verdict).short}, after ${n} states`;
	return `${outsideText(facts, budget)}: ${what}, ${seconds.toFixed(1)} s`;
}
