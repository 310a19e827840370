/** What is marked as changed: what the last step wrote, or before a room all that a run to a note has. */
import type { MachineView, StepRecord, WordView } from '../../../wasm/src';
import { wrote } from '../../../wasm/src';

export interface Marked {
	/** record of the last step */
	before: StepRecord | null;
	/** the machine where the run began; absent: there was none */
	earlier?: MachineView | undefined;
}

const wordIn = ({ words, nodes }: MachineView, id: number): WordView | undefined =>
	words.find((w) => w.id === id) ?? nodes.flatMap((n) => n.words).find((w) => w.id === id);

/** What the word was before that, if it is another now. */
export function wasOf(word: WordView, { before, earlier }: Marked): { value: number } | null {
	const isList = word.facts.kind === 'list';
	if (earlier) {
		const was = wordIn(earlier, word.id);
		const same = !was || (isList ? `${was.list}` === `${word.list}` : was.value === word.value);
		return same ? null : { value: was.value };
	}
	if (before?.word !== word.id || before.result !== 'moved') return null;
	return (isList ? wrote(before) : before.old !== before.new) ? { value: before.old } : null;
}

/** What the colour says, for whoever points at it. */
export const changedText = ({ earlier }: Marked): string =>
	`${earlier ? 'It has changed since the note before' : 'The last step changed it'}; struck out, what it was before`;
