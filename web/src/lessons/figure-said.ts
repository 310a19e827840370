/** What the figures of a lesson say of a moment in the stepper: of their own schedules, and of those they ask “What if”. */
import type { Core } from '../../../wasm/src';
import { commonPrefix } from '../store/branches';
import type { Document } from '../store/state';
import type { Block, FigureData, Inline, Lesson } from './types';

/** Those that are told; the figure of a question plays its answer, and has no notes. */
const figuresIn = (blocks: readonly Block[]): FigureData[] =>
	blocks.flatMap((block) => {
		if (block.kind === 'figure') return block;
		return block.kind === 'but' ? figuresIn(block.blocks) : [];
	});

/** null: none of them speaks of this very moment. */
export function saidInFigures(
	core: Core,
	{ blocks }: Pick<Lesson, 'blocks'>,
	{ config, session, moment: { at } }: Pick<Document, 'config' | 'session' | 'moment'>,
): { text: Inline[] } | null {
	const taken = session.actions().slice(0, at);
	const setUp = core.formatUrl(config, [], 0);
	for (const { address, notes, ifs } of figuresIn(blocks)) {
		const { config: own, schedule } = core.parseUrl(address);
		if (core.formatUrl(own, [], 0) !== setUp) continue;
		const leadsHere = (actions: readonly number[]) => commonPrefix(actions, taken) === at;
		const note = notes.find((one) => one.at === at && leadsHere(schedule));
		const others = ifs.flatMap(({ actions, notes: own }) => (leadsHere(actions) ? own : []));
		const found = note ?? others.find((one) => one.at === at);
		if (found) return { text: found.text };
	}
	return null;
}
