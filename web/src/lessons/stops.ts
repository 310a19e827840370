/** Where a clicker stops in a lesson before a room. */
import type { AskData, Block, FigureData } from './types';

export type Shown = FigureData | AskData;

/** What is stepped in it. */
export const figureOf = (shown: Shown): FigureData | null =>
	shown.kind === 'figure' ? shown : shown.figure;

/** The answer of a question is a stop of its own; of a figure the moment at which it opens, and each note behind that. */
export function stopsOf(shown: Shown): number {
	if (shown.kind === 'ask') return 2;
	const { opens, notes } = shown;
	return 1 + new Set(notes.map(({ at }) => at).filter((at) => at > opens)).size;
}

/** All of it that the clicker comes to, also what waits for an answer. `opened`: of what is folded away, what is not. */
export function shownIn(blocks: readonly Block[], opened: (shown: Shown) => boolean): Shown[] {
	return blocks.flatMap((block) => {
		if (block.kind === 'but') return shownIn(block.blocks, opened).filter(opened);
		return block.kind === 'figure' || block.kind === 'ask' ? [block] : [];
	});
}
