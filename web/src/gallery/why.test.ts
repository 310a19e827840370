import { expect, it } from 'vitest';
import { emptyCore } from '../../../wasm/src/testing';
import { families, loadWords } from './search';
import { around, termFor, termsOf } from './terms';
import { fieldsOf, othersIn, whyOf } from './why';

const term = (query: string) => {
	const [one] = termsOf(query);
	if (!one) throw new Error(query);
	return one;
};

it('says where a text has a term, in whole words and as it stands there', () => {
	expect(around('A wake-up is lost.', term('wakeup'))).toEqual({
		before: 'A ',
		said: 'wake-up',
		after: ' is lost.',
	});
	expect(around('Deadlocked threads', term('deadlock'))?.said).toBe('Deadlocked');
	expect(around('T2 waits for ever', term('livelock'))?.said).toBe('for ever');
	expect(around('nothing of it', term('deadlock'))).toBeNull();
	const long = `${'before '.repeat(20)}starves${' after'.repeat(20)}`;
	const found = around(long, term('starvation'));
	expect(found?.said).toBe('starves');
	expect(found?.before).toMatch(/^… before/);
	expect(found?.after).toMatch(/after …$/);
});

it('takes the word itself, wherever it stands, before another word for it', () => {
	const fields = [
		{ where: '', text: 'T2 waits for ever.' },
		{ where: 'its goal', text: 'a livelock' },
	];
	expect(whyOf('livelock', fields)).toEqual([
		{ where: 'its goal', found: { before: 'a ', said: 'livelock', after: '' }, asked: '' },
	]);
	const [other] = whyOf('livelock', fields.slice(0, 1));
	expect(other).toMatchObject({ asked: 'livelock', found: { said: 'for ever' } });
	expect(othersIn(other ? [other] : [])).toBe(1);
	expect(whyOf('livelock waits', fields).map(({ found }) => found.said)).toEqual([
		'livelock',
		'waits',
	]);
});

it('has a reason for everything that a search finds', async () => {
	const words = await loadWords();
	const { facts } = emptyCore();
	for (const query of [
		'deadlock',
		'lost wake-up',
		'race condition',
		'starvation',
		'osq.c',
		'T5',
		'handoff mutex',
	]) {
		const entries = families(facts, query, words).flatMap(({ told, free }) => [...told, ...free]);
		expect(entries.length, query).toBeGreaterThan(0);
		for (const entry of entries)
			expect(
				whyOf(query, fieldsOf(entry)).length,
				`${query}: ${entry.scenario.name}`,
			).toBeGreaterThan(0);
	}
	const stuck = families(facts, 'deadlock', words)
		.flatMap(({ told }) => told)
		.find(({ scenario }) => scenario.verdict === 'DEADLOCK');
	expect(stuck && whyOf('deadlock', fieldsOf(stuck))).toMatchObject([
		{ found: { said: 'deadlock' } },
	]);
});

it('knows a word of the glossary in any of its spellings', () => {
	const entries = [
		{ term: 'wake-up', forms: ['wake-ups'] },
		{ term: 'CAS', forms: [] },
	];
	expect(termFor(entries, ' Wakeups ')?.term).toBe('wake-up');
	expect(termFor(entries, 'cas')?.term).toBe('CAS');
	expect(termFor(entries, 'lost wake-up')).toBeUndefined();
	expect(termFor(entries, '')).toBeUndefined();
});
