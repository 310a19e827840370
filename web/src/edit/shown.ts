/** The reader's text as the source pane draws it. */
import type { Edited } from '../../../wasm/src';
import { tokenize } from '../../highlight/one-pass';
import { folded, type Line } from '../drawings/source/lines';
import { differingLines } from './differing';
import { kernelOwn, publishedText } from './own';

/** Which variant's C, with which switches; see drawings/source/texts.ts. */
interface Wanted {
	mode: 'kernel' | 'dialect';
	variant: string;
	on: string;
}

/** Rows of one line, as C needs them, are parted by a form feed (core-c/dialect/edits.ts). */
function stacked(source: string): Line[] {
	const rows = source.split('\n').map((line) => line.split('\f'));
	const read = tokenize(rows.flat().join('\n'));
	let at = 0;
	return rows.map((parts): Line => {
		const [first, ...rest] = parts.map(() => read[at++] as Line | undefined);
		const line = first ?? { indent: 0, tokens: [], phrase: '', prose: false };
		for (const row of rest) {
			if (!row) continue;
			line.tokens.push({ kind: 'plain', text: `\n${'\t'.repeat(row.indent)}` }, ...row.tokens);
			line.phrase ||= row.phrase;
		}
		return line;
	});
}

export async function ownLines(own: Edited, { mode, variant, on }: Wanted): Promise<Line[]> {
	const changed = differingLines(await publishedText(own.text), own.source).own;
	const marked = (lines: readonly Line[]) =>
		lines.map((line, i) =>
			changed.has(i + 1) && line.tokens.length ? { ...line, changed: true } : line,
		);
	if (mode === 'dialect') return marked(tokenize(own.source));
	const c = await kernelOwn(own, variant, on.split(' ').filter(Boolean));
	return marked(folded(stacked(c.replace(/\n$/, ''))));
}
