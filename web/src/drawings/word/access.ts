/** What the last step did to a word, and who wrote it last. */
import {
	type LockFacts,
	OPS,
	type OpName,
	opDoes,
	type Session,
	type StepRecord,
	wrote,
} from '../../../../wasm/src';

/** The moment just after the step before `at` that wrote `word` last, or null when none did. */
export function lastWrite(
	session: Pick<Session, 'columns' | 'record'>,
	word: number,
	at: number,
): number | null {
	const { word: words, op, result } = session.columns();
	const writes = OPS.map((name) => opDoes(name, 'writes'));
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
const READABLE: Partial<Record<OpName, string>> = {
	add: 'fetch-add',
	or: 'fetch-or',
	andnot: 'fetch-andnot',
	cas: 'compare-and-swap',
	xchg: 'exchange',
	load: 'load',
	store: 'store',
	await: 'poll',
};

/** An access by its name; an addition by what it answers, which its line says. '' for what accesses no word. */
export function accessName(
	{ op, proc, line }: Pick<StepRecord, 'op' | 'proc' | 'line'>,
	lock: LockFacts | undefined,
): string {
	const text = lock?.procs[proc];
	if (op === 'add' && text?.answersNew?.includes(line)) return 'add-and-return';
	if (op === 'add' && text?.answersNothing?.includes(line)) return 'add';
	return READABLE[op] ?? '';
}
