import { expect, it } from 'vitest';
import { ENDLESS, type Facts, type LockFacts } from '../../../wasm/src';
import { progress } from '../store/testing';
import { environmentText, paceText, verdictSentence } from './searched';
import { BADGES, verdictWords } from './verdicts';

it('a search says how fast it goes and how much of its bound is done', () => {
	expect(paceText(progress({ states: 900_000, seconds: 3 }), 5_000_000)).toBe(
		'300 k states a second; 18 % of the bound of 5,000,000 states. At this pace it ends within 14 s.',
	);
	/* too early to tell a pace */
	expect(paceText(progress({ states: 2000, seconds: 0.1 }), 5_000_000)).toBe(
		'less than 1 % of the bound of 5,000,000 states.',
	);
});

it('a verdict is a sentence, however C writes it', () => {
	const lock = {
		invariants: [
			{ name: 'wake token', meaning: '', called: 'lost wake-up' },
			{ name: 'counted', meaning: '' },
		],
	} as unknown as LockFacts;
	for (const [verdict, what, said] of [
		['OK', '', 'No rule is broken.'],
		['LS_VIOLATED', 'wake token', 'A lost wake-up: the rule “wake token” is broken.'],
		['LS_VIOLATED', 'counted', 'The rule “counted” is broken.'],
		['violated', '', 'A rule is broken.'],
		['LOST_WAKEUP', '', 'A thread sleeps, and nobody is left to wake it: a lost wake-up.'],
		['lost wake-up', '', 'A thread sleeps, and nobody is left to wake it: a lost wake-up.'],
		['DEADLOCK', '', 'Nobody can move any more: the threads are stuck.'],
		['BUG', 'a NULL owner is followed', 'The text runs into a BUG: a NULL owner is followed.'],
		['BOUNDED', '', verdictWords('BOUNDED').long],
	] as const)
		expect(verdictSentence(verdict, what, lock)).toBe(said);
	for (const { short, finds, long } of BADGES)
		expect([short, finds, long].every((words) => /[a-z]{2}/i.test(words))).toBe(true);
	expect(new Set(BADGES.map(({ short }) => short)).size).toBe(BADGES.length);
});

it('what a search lets the scheduler and the kernel do is named, and of what the lock handles what it does not', () => {
	const facts = {
		envKinds: [
			{ name: '', budget: false },
			{ name: 'preempt', budget: true },
			{ name: 'run', budget: false },
			{ name: 'threshold', budget: true },
			{ name: 'signal', budget: true },
			{ name: 'kill', budget: true },
		],
	} as unknown as Facts;
	const said = (budget: number[], of = ['preempt', 'run', 'signal', 'threshold']) =>
		environmentText(facts, budget, of);
	expect(said([0, 1, 0, 0, 2, 0])).toBe(
		'at most 1 preemption and at most 2 signals; no handoff threshold',
	);
	expect(said([0, 0, 0, 0, 0, 0])).toBe('no preemption, handoff threshold or signal');
	expect(said([0, ENDLESS, 0, 0, 0, 0], ['preempt'])).toBe('any number of preemptions');
	expect(said([0, 0, 0, 0, 0, 0], [])).toBe('');
});
