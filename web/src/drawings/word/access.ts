/** What the last step did to a word, and who wrote it last. */
import type { Facts, Session, StepRecord } from '../../../../wasm/src';

const WRITES = new Set([
	'store',
	'xchg',
	'cas',
	'add',
	'or',
	'andnot',
	'spin_lock',
	'spin_trylock',
	'spin_unlock',
	'list_add',
	'list_del',
	'queue_lock',
	'queue_unlock',
]);
const MAY_FAIL = new Set(['cas', 'spin_trylock']);

export function wrote(record: Pick<StepRecord, 'op' | 'ok' | 'result'>): boolean {
	return (
		record.result === 'moved' && WRITES.has(record.op) && (record.ok || !MAY_FAIL.has(record.op))
	);
}

/** The moment just after the step before `at` that wrote `word` last, or null when none did. */
export function lastWrite(
	session: Pick<Session, 'columns' | 'record'>,
	facts: Pick<Facts, 'ops'>,
	word: number,
	at: number,
): number | null {
	const { word: words, op, result } = session.columns();
	const writes = facts.ops.map((name) => WRITES.has(name));
	for (let i = at - 1; i >= 0; i--) {
		if (words[i] !== word || result[i] !== 0 || !writes[op[i] as number]) continue;
		if (wrote(session.record(i))) return i + 1;
	}
	return null;
}

/** For each of 32 bits, from the highest: its digit and whether the last step changed it. */
export function bitsOf(value: number, old: number): { digit: string; changed: boolean }[] {
	return Array.from({ length: 32 }, (_, i) => {
		const shift = 31 - i;
		const digit = (value >>> shift) & 1;
		return { digit: String(digit), changed: digit !== ((old >>> shift) & 1) };
	});
}

/** Of the operations of a step those that access a word, as a reader knows them. */
export const OPS: Record<string, string> = {
	add: 'fetch-add',
	or: 'fetch-or',
	cas: 'compare-and-swap',
	xchg: 'exchange',
	load: 'load',
	store: 'store',
	await: 'poll',
};
