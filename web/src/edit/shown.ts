/** The reader's text as the source pane draws it. */
import { piecesOf } from '../../../core-c/dialect/pieces';
import type { Edited } from '../../../wasm/src';
import { pack } from '../../highlight/pack';
import { folded, type Line, unpacked } from '../drawings/source/lines';
import { differingLines } from './differing';
import { kernelOwn, publishedText } from './own';

/** Which variant's C, with which switches; see drawings/source/texts.ts. */
interface Wanted {
	mode: 'kernel' | 'dialect';
	variant: string;
	on: string;
}

const read = (text: string): Line[] => pack(text, piecesOf).map(unpacked);

export async function ownLines(own: Edited, { mode, variant, on }: Wanted): Promise<Line[]> {
	const changed = differingLines(await publishedText(own.text), own.source).own;
	const marked = (lines: readonly Line[]) =>
		lines.map((line, i) =>
			changed.has(i + 1) && line.tokens.length ? { ...line, changed: true } : line,
		);
	if (mode === 'dialect') return marked(read(own.source));
	const c = await kernelOwn(own, variant, on.split(' ').filter(Boolean));
	return marked(folded(read(c)));
}
