/** What travels in a step, and from where to where: a pure function of its record. */
import { type LockFacts, opDoes, type StepRecord } from '../../../../wasm/src';
import { wordText } from '../../../../wasm/src/format';
import { factsOf, hintOf } from '../hint';

export type End = { thread: number } | { word: number };

export interface Flight {
	/** whose step it is */
	tid: number;
	/** its stops: two, or three where what is written sends the turn on to another thread */
	way: readonly End[];
	text: string;
	/** what a compare-and-swap had expected in vain */
	struck: string;
}

/**
 * A value that is written goes from its thread to the word, and on to the thread that it hands something to; one that is
 * read, and what a failed compare-and-swap found, comes from the word to the thread; a wake-up goes from thread to thread; who joins a list goes to
 * it, and who leaves it comes out of it.
 * Nothing travels in a look that sees nothing new.
 */
export function flightOf(record: StepRecord, lock: LockFacts, threads: number): Flight | null {
	const { tid, op, sign, target } = record;
	if (record.env !== '' || record.result !== 'moved') return null;
	const [thread, word, other] = [{ thread: tid }, { word: record.word }, { thread: target }];
	const chip = (way: End[], text: string, struck = '') => ({ tid, way, text, struck });
	if (sign === 'wake') return chip([thread, other], 'wake up');
	if (op === 'list_add') return chip([thread, word], `T${target}`);
	if (op === 'list_del') return chip([word, other], `T${target}`);
	const facts = opDoes(op, 'ofLock') && record.ok ? factsOf(record.word, lock, threads) : undefined;
	if (facts) return chip([thread, word], wordText(facts, record.new));
	const hint = hintOf(record, lock, threads);
	if (!hint) return null;
	const writes = hint.new !== undefined && record.old !== record.new;
	if (!writes) return chip([word, thread], hint.old, hint.expected);
	const written = hint.fields?.map((f) => `${f.name} ${f.new}`).join(', ') ?? hint.new;
	return chip(sign === 'handoff' ? [thread, word, other] : [thread, word], written ?? '');
}
