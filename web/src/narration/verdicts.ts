/** Verdicts of a judgement or a search, in words. */
import { ENDLESS, type ExploreProgress, type Facts, type LockFacts } from '../../../wasm/src';
import type { Document } from '../store/state';
import { listed } from './phrases';

type Tone = 'good' | 'fault' | 'open';

interface VerdictWords {
	tone: Tone;
	/** one or two words, for a badge */
	short: string;
	/** what a search finds that ends so */
	finds: string;
	/** one sentence */
	long: string;
}

const WORDS: Record<string, VerdictWords> = {
	ok: {
		tone: 'good',
		short: 'no rule broken',
		finds: 'nothing wrong',
		long: 'No schedule breaks a rule of the lock, and none gets stuck: wherever one has come to, all threads can still finish. Every access counts as seen by all at once: of what weaker memory may reorder, this says nothing.',
	},
	violated: {
		tone: 'fault',
		short: 'rule broken',
		finds: 'a broken rule',
		long: 'Some schedule leads to a state that breaks a rule of the lock.',
	},
	deadlock: {
		tone: 'fault',
		short: 'stuck',
		finds: 'threads that are stuck',
		long: 'Some schedule comes to a point where nobody can move any more: all who are left spin, or wait for a lock.',
	},
	lost_wakeup: {
		tone: 'fault',
		short: 'lost wake-up',
		finds: 'a lost wake-up',
		long: 'A thread can sleep with nobody left to wake it.',
	},
	no_progress: {
		tone: 'fault',
		short: 'no progress',
		finds: 'no way to finish',
		long: 'Some schedule comes to a point from which not all threads can finish, whoever moves next.',
	},
	bug: {
		tone: 'fault',
		short: 'BUG',
		finds: 'a BUG',
		long: 'Some schedule leads to a check in the code itself that fails (BUG).',
	},
	bounded: {
		tone: 'open',
		short: 'not complete',
		finds: 'no end',
		long: 'The search reached its bound: nothing wrong so far, and not everything was seen.',
	},
	cancelled: {
		tone: 'open',
		short: 'cancelled',
		finds: 'no end',
		long: 'The search was cancelled.',
	},
};

/** Verdict names as C writes them: OK, LOST_WAKEUP, "lost wake-up". */
function keyOf(verdict: string): string {
	const key = verdict
		.toLowerCase()
		.replace(/^ls_/, '')
		.replace(/[^a-z]+/g, '_');
	return key === 'lost_wake_up' ? 'lost_wakeup' : key;
}

export function verdictWords(verdict: string): VerdictWords {
	return WORDS[keyOf(verdict)] ?? { tone: 'open', short: verdict, finds: verdict, long: verdict };
}

export function isFault(verdict: string): boolean {
	return verdictWords(verdict).tone === 'fault';
}

/** What the badges of a list say, each with its sentence. */
export const BADGES: readonly VerdictWords[] = [
	'ok',
	'violated',
	'deadlock',
	'lost_wakeup',
	'no_progress',
	'bug',
].map(verdictWords);

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

/** A search that did not end says what ended it: its bound, or the memory of the page. */
export const ranOut = ({ verdict, what }: Pick<ExploreProgress, 'verdict' | 'what'>): boolean =>
	verdict === 'BOUNDED' && what !== '';

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

const NOUNS: Readonly<Record<string, string>> = {
	preempt: 'preemption',
	threshold: 'handoff threshold',
	wake: 'spurious wake-up',
};

/** An act from outside, in a sentence: "preemption". */
export const nounOf = (name: string): string => NOUNS[name] ?? name;

/**
 * "with no further preemption and at most 1 more signal": what is assumed of the environment, of what the set-up
 * allows at all.
 */
export function assumedText(
	facts: Facts,
	budget: readonly number[],
	left: readonly number[],
): string {
	const parts = facts.envKinds.flatMap(({ name, budget: counted }, i) => {
		const n = left[i] ?? 0;
		const noun = nounOf(name);
		if (!counted || !name || (budget[i] ?? 0) === 0 || n === ENDLESS) return [];
		return n === 0 ? [`no further ${noun}`] : [`at most ${n} more ${noun}${n === 1 ? '' : 's'}`];
	});
	const last = parts.pop();
	if (last === undefined) return 'with nothing from outside';
	return `with ${parts.length > 0 ? `${parts.join(', ')} and ` : ''}${last}`;
}

/** Of the moment from which the story cannot end well: within its budget, for with more it may. */
export const tooLateText = (facts: Facts, { config, moment }: Document): string =>
	`Too late from here: ${assumedText(facts, config.budget, moment.machine.budget)}, no schedule saves this any more.`;

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
