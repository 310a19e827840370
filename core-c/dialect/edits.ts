/** Replaces pieces of a text; every line stays the line that it was. */
import type { Comment } from './lex';
import { firstBehind } from './stream';

/**
 * Parts rows of one line: C has more of them than the text, whose lines are counted, and reads this as a blank.
 * A row behind the first has the line's own indent before its own.
 */
export const ROW = '\f';

/** As C is written: each row a line. */
export const inRows = (code: string): string => code.replaceAll(ROW, '\n');

interface Edit {
	start: number;
	end: number;
	text: string;
}

const breaksIn = (text: string): number => text.split('\n').length - 1;

export class Edits {
	private readonly edits: Edit[] = [];
	/** tabs that a line loses, by line */
	private readonly dedents = new Map<number, number>();

	constructor(
		private readonly source: string,
		private readonly comments: readonly Comment[],
	) {}

	/** What stands inside of a replaced piece goes with it. */
	replace(start: number, end: number, text: string): void {
		this.edits.push({ start, end, text });
	}

	/** Takes a piece out, and the comment that closes its last line. */
	blank(start: number, end: number, text = ''): void {
		this.replace(start, this.behindComment(end), text);
	}

	/** The end of the comment that follows on the same line, or the place itself. */
	behindComment(end: number): number {
		const comment = this.comments[firstBehind(this.comments, end)];
		if (!comment || comment.endLine !== comment.line) return end;
		return this.source.slice(end, comment.start).trim() === '' &&
			!this.source.slice(end, comment.start).includes('\n') &&
			!/[^\s]/.test(this.source.slice(comment.end).split('\n', 1)[0] ?? '')
			? comment.end
			: end;
	}

	dedent(from: number, to: number): void {
		for (let line = from; line <= to; line++)
			this.dedents.set(line, (this.dedents.get(line) ?? 0) + 1);
	}

	result(): string {
		/* the widest of those that begin together first: it holds the others */
		const sorted = [...this.edits].sort((a, b) => a.start - b.start || b.end - a.end);
		let out = '';
		let at = 0;
		for (const { start, end, text } of sorted) {
			if (start < at) continue;
			out += this.source.slice(at, start) + text;
			const missing = breaksIn(this.source.slice(start, end)) - breaksIn(text);
			out += '\n'.repeat(Math.max(0, missing));
			at = end;
		}
		out += this.source.slice(at);
		return this.indent(out.split('\n')).join('\n');
	}

	/** Each line is indented as in the source, less what it has lost. */
	private indent(lines: string[]): string[] {
		const source = this.source.split('\n');
		return lines.map((line, i) => {
			const was = /^\t*/.exec(source[i] ?? '')?.[0].length ?? 0;
			const tabs = '\t'.repeat(Math.max(0, was - (this.dedents.get(i + 1) ?? 0)));
			const [first = '', ...rows] = line.split(ROW);
			return [indented(first, tabs), ...rows.map((row) => `${tabs}${row}`.trimEnd())].join(ROW);
		});
	}
}

function indented(line: string, tabs: string): string {
	const text = line.trim();
	if (text === '') return '';
	if (line.startsWith(' ')) return line.trimEnd();
	const gap = /^\t* \*/.test(line) ? ' ' : ''; /* within a comment */
	return `${tabs === '' && gap === '' ? (/^\t*/.exec(line)?.[0] ?? '') : tabs}${gap}${text}`;
}
