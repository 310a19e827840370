/** What travels in a step, and from where to where: a pure function of its record. */
import type { LockFacts, StepRecord } from '../../../../wasm/src';
import { hintOf } from '../hint';

export type End = { thread: number } | { word: number };

export interface Flight {
	/** whose step it is */
	tid: number;
	from: End;
	to: End;
	text: string;
	/** what a compare-and-swap had expected in vain */
	struck: string;
}

/**
 * A value that is written goes from its thread to the word; one that is read, and what a failed compare-and-swap found,
 * comes from the word to the thread; a wake-up goes from thread to thread. Nothing travels in a look that sees nothing new.
 */
export function flightOf(record: StepRecord, lock: LockFacts, threads: number): Flight | null {
	const { tid } = record;
	if (record.env !== '' || record.result !== 'moved') return null;
	if (record.op === 'wake')
		return record.ok && record.target !== tid
			? { tid, from: { thread: tid }, to: { thread: record.target }, text: 'wake up', struck: '' }
			: null;
	const hint = hintOf(record, lock, threads);
	if (!hint) return null;
	const writes = hint.new !== undefined && record.old !== record.new;
	const [thread, word] = [{ thread: tid }, { word: record.word }];
	const written = hint.fields?.map((f) => `${f.name} ${f.new}`).join(', ') ?? hint.new;
	return writes
		? { tid, from: thread, to: word, text: written ?? '', struck: '' }
		: { tid, from: word, to: thread, text: hint.old, struck: hint.expected ?? '' };
}
