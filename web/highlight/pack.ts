/**
 * A text made ready to be drawn: pieces with their colours, phrases apart. Who reads it says which pieces: Shiki of the
 * published texts when the page is built (grammar.ts), the front end of the dialect of a reader's own in the page.
 */
import { KINDS, type PackedLine, type Token } from '../src/drawings/source/lines.ts';

/** Neighbours of one kind are one piece, but for words, each of which stands for itself. */
function joined(pieces: readonly Token[]): Token[] {
	const tokens: Token[] = [];
	for (const { kind, text } of pieces) {
		const last = tokens.at(-1);
		if (last?.kind === kind && kind !== 'word') last.text += text;
		else if (text !== '') tokens.push({ kind, text });
	}
	return tokens;
}

function withoutTabs(pieces: readonly Token[]): Token[] {
	const [first, ...rest] = pieces;
	if (!first) return [];
	const text = first.text.replace(/^\t+/, '');
	if (text === '') return withoutTabs(rest);
	return [{ ...first, text }, ...rest];
}

function phraseOf(comment: string): string {
	return (
		comment
			.trim()
			.replace(/^\/[*/]\s*/, '')
			.replace(/\s*\*\/$/, '')
			/* what a switch says of it belongs to the sentences */
			.replace(/\{\w+ \? .*? : (.*?)\}/g, '$1')
			/* so does what only the moment tells */
			.replace(/\{\w+\}/g, '…')
			.replace(/\s*\|\s*/g, ' / ')
	);
}

const packed = (tokens: readonly Token[]): number[] =>
	tokens.flatMap(({ kind, text }) => [KINDS.indexOf(kind), text.length]);

function packLine(text: string, pieces: readonly Token[]): PackedLine {
	const tokens = joined(withoutTabs(pieces));
	const code = text.trimStart();
	if (code.startsWith('#') && tokens[0]?.kind !== 'comment')
		return [text, '', 0, packed([{ kind: 'directive', text: code }])];
	const prose = tokens.every((t) => t.kind === 'comment' || !t.text.trim());
	const last = tokens.at(-1);
	/* one that goes on in the next line is no phrase */
	const closed = /^\s*\/\/|\*\/\s*$/.test(last?.text ?? '');
	if (prose || last?.kind !== 'comment' || !closed)
		return [text, '', prose ? 1 : 0, packed(tokens)];
	const before = tokens.slice(0, -1);
	const end = before.at(-1);
	if (end) end.text = end.text.trimEnd();
	return [text, phraseOf(last.text), 0, packed(before)];
}

/** A line of kernel C may have several rows (core-c/dialect/edits.ts): they are one line, with breaks in it. */
function stacked([first, ...rest]: PackedLine[]): PackedLine {
	let [text, phrase, prose, pieces] = first as PackedLine;
	for (const [row, said, , own] of rest) {
		const indent = /^\t*/.exec(row)?.[0].length ?? 0;
		const length = own.reduce((sum, n, i) => sum + (i % 2 ? n : 0), indent);
		text = `${text}\n${row.slice(0, length)}`;
		phrase ||= said;
		prose = 0;
		pieces = [...pieces, KINDS.indexOf('plain'), 1 + indent, ...own];
	}
	return [text, phrase, prose, pieces];
}

/** The pieces of each line of a text. */
type Reader = (text: string) => Token[][];

export function pack(source: string, piecesOf: Reader): PackedLine[] {
	const lines = source
		.replace(/\n$/, '')
		.split('\n')
		.map((line) => line.split('\f'));
	const pieces = piecesOf(lines.flat().join('\n'));
	let at = 0;
	return lines.map((rows) => stacked(rows.map((row) => packLine(row, pieces[at++] ?? []))));
}
