/** The reader's text as the source pane draws it. */
import { piecesOf } from '../../../core-c/dialect/pieces';
import type { Edited } from '../../../wasm/src';
import { pack } from '../../highlight/pack';
import { folded, type Line, unpacked } from '../drawings/source/lines';
import { differingLines } from './differing';
import { kernelOwn } from './own';

/** Which variant's C, with which switches; see drawings/source/texts.ts. */
interface Wanted {
	mode: 'kernel' | 'dialect';
	variant: string;
	on: string;
}

const read = (text: string): Line[] => pack(text, piecesOf).map(unpacked);

export async function ownLines(own: Edited, { mode, variant, on }: Wanted): Promise<Line[]> {
	const { own: changed, gone } = differingLines(own.base, own.source);
	const source = own.source.split('\n');
	const marked = (lines: readonly Line[]) =>
		lines.map((line, i): Line => {
			const went = gone.get(i + 1) ?? 0;
			/* its number is still there, and nothing else */
			const isEmpty = changed.has(i + 1) && source[i]?.trim() === '';
			if (isEmpty) return { ...line, gone: went, emptied: true, folded: false };
			const isNew = changed.has(i + 1) && line.tokens.length > 0;
			if (!isNew && went === 0) return line;
			return { ...line, gone: went, folded: false, ...(isNew && { changed: true }) };
		});
	if (mode === 'dialect') return marked(read(own.source));
	const c = await kernelOwn(own, variant, on.split(' ').filter(Boolean));
	return marked(folded(read(c)));
}
