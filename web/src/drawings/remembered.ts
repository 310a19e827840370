/** What threads have put aside of a word, or expect it to be, in locals that are still read: it may be another value by now. */
import type { LocalView, MachineView } from '../../../wasm/src';
import { valueSaid, wordText } from '../../../wasm/src/format';

interface Remembered {
	tid: number;
	/** the word that it is a value of */
	of: string;
	text: string;
	/** its caller expects that value: the thread need not have read it */
	expected: boolean;
	/** the word has another value now */
	stale: boolean;
}

/** The value of a local; a dash where nobody reads it any more. What a value means is told at the first that has it. */
export function localText(local: LocalView, all: readonly LocalView[] = []): string {
	const { value, facts, of, code } = local;
	if (value === null) return '–';
	if (code !== undefined) return code;
	/* a count of waits, or an error: below 0 it is written so, whatever type keeps it */
	if (!facts) return String(value | 0);
	const first = all.find((one) => one.of === of && one.value === value && one.facts);
	return of && first && first !== local ? wordText(facts, value) : valueSaid(facts, value);
}

/** Words that a thread is drawn from are in the picture. */
const DRAWN = new Set(['node', 'tid', 'spinlock', 'list', 'address']);

/** Of the lock's word, and of those that have fields; of several values of one word, the one that the inner call goes by. */
export function rememberedOf({ words, threads }: MachineView): Remembered[] {
	const found: Remembered[] = [];
	const first = words[0]?.facts.name;
	for (const { tid, frames } of threads)
		for (const { value, facts, of, expected = false } of frames
			.toReversed()
			.flatMap(({ locals }) => locals)) {
			if (value === null || !facts || !of) continue;
			if (of !== first && (DRAWN.has(facts.kind) || facts.fields.length === 0)) continue;
			if (found.some((one) => one.tid === tid && one.of === of)) continue;
			const now = words.find((word) => word.facts.name === of);
			const stale = now !== undefined && now.value !== value;
			found.push({ tid, of, text: valueSaid(facts, value), expected, stale });
		}
	return found;
}
