/** A line of a lock's text with its colours, as the build packs it (web/highlight) and as it is drawn. */

/** What a piece of text is; the order is that of the numbers in a packed line. */
export const KINDS = [
	'plain',
	'comment',
	'word' /* of the dialect, or a function of the kernel */,
	'keyword',
	'shared',
	'private',
	'number',
	'directive',
] as const;

export type Kind = (typeof KINDS)[number];

export interface Token {
	kind: Kind;
	text: string;
}

export interface Line {
	/** tabs before it */
	indent: number;
	/** the code of the line behind those tabs, as it stands */
	tokens: Token[];
	/** what the line does, in words: the comment that follows code on its line */
	phrase: string;
	/** a line of comment only */
	prose: boolean;
	/** empty behind an empty one: what stood there is left out, and so is its room; the numbers tell */
	folded?: boolean;
	/** the page’s text has no such line */
	changed?: boolean;
	/** of the page’s text so many lines stood before it that are not here any more */
	gone?: number;
	/** what the page’s text has here was taken out, and the line left empty */
	emptied?: boolean;
}

/** The same with the gaps closed to one line each. */
export const folded = (lines: readonly Line[]): Line[] =>
	lines.map((line, i) => {
		const before = lines[i - 1];
		const gap = line.tokens.length === 0 && (i === 0 || before?.tokens.length === 0);
		return gap ? { ...line, folded: true } : line;
	});

/** The line as it stands; its phrase; whether it is prose; kind and length of each piece behind the tabs. */
export type PackedLine = readonly [text: string, phrase: string, prose: 0 | 1, pieces: number[]];

/** Lines of a text that stand otherwise in another, each with its place from 0. */
export type Patch = (readonly [place: number, line: PackedLine])[];

export function patched(lines: readonly PackedLine[], patch: Patch): PackedLine[] {
	const out = [...lines];
	for (const [place, line] of patch) out[place] = line;
	return out;
}

export function unpacked([text, phrase, prose, pieces]: PackedLine): Line {
	const indent = text.length - text.replace(/^\t+/, '').length;
	const tokens: Token[] = [];
	let at = indent;
	for (let i = 0; i < pieces.length; i += 2) {
		const end = at + (pieces[i + 1] ?? 0);
		tokens.push({ kind: KINDS[pieces[i] ?? 0] ?? 'plain', text: text.slice(at, end) });
		at = end;
	}
	return { indent, tokens, phrase, prose: prose === 1 };
}

/** A line has one row, but where C needs more: as the head of a function does. */
export function rowsOf({ indent, tokens }: Line): Pick<Line, 'indent' | 'tokens'>[] {
	const rows = [{ indent, tokens: [] as Token[] }];
	for (const token of tokens)
		if (token.text.startsWith('\n')) rows.push({ indent: token.text.length - 1, tokens: [] });
		else rows.at(-1)?.tokens.push(token);
	return rows;
}
