/** Verdicts of a judgement or a search, in words. */
import { ENDLESS, type ExploreProgress, type Facts } from '../../../wasm/src';
import type { Document } from '../store/state';

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
export function keyOf(verdict: string): string {
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

/** A search that did not end says what ended it: its bound, or the memory of the page. */
export const ranOut = ({ verdict, what }: Pick<ExploreProgress, 'verdict' | 'what'>): boolean =>
	verdict === 'BOUNDED' && what !== '';

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
