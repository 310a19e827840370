/** Plain text for a mail: ASCII, lines of at most 72 columns. */

export const COLUMNS = 72;

const IN_ASCII: Record<string, string> = {
	'→': '->',
	'←': '<-',
	'≠': '!=',
	'≤': '<=',
	'≥': '>=',
	'×': 'x',
	'−': '-',
	'–': '-',
	'—': '-',
	'…': '...',
	'“': '"',
	'”': '"',
	'„': '"',
	'‘': "'",
	'’': "'",
	'·': '-',
	µ: 'u',
	'\u00a0': ' ',
};

/** The same text in ASCII; letters lose their accents, what has no likeness becomes "?". */
export function ascii(text: string): string {
	return text
		.replace(/[^\x20-\x7e\n]/g, (c) => IN_ASCII[c] ?? c)
		.normalize('NFKD')
		.replace(/\p{Mn}/gu, '')
		.replace(/[^\x20-\x7e\n]/gu, '?');
}

/** Lines of at most `width` columns; a word that is longer is cut. */
export function wrapped(text: string, width: number): string[] {
	const lines: string[] = [];
	let line = '';
	for (const whole of text.split(/\s+/)) {
		let word = whole;
		if (line !== '' && line.length + 1 + word.length > width) {
			lines.push(line);
			line = '';
		}
		while (word.length > width) {
			lines.push(word.slice(0, width));
			word = word.slice(width);
		}
		line = line === '' ? word : `${line} ${word}`;
	}
	if (line !== '') lines.push(line);
	return lines;
}

/** `text` behind `first`, its further lines under its first one. */
export function hanging(first: string, text: string): string[] {
	const margin = ' '.repeat(first.length);
	const lines = wrapped(text, COLUMNS - first.length);
	if (lines.length === 0) return [first.trimEnd()];
	return lines.map((line, i) => (i === 0 ? first : margin) + line);
}

/** Puts `right` at the right edge of the last line if there is room, else on a line of its own. */
export function withRight(lines: readonly string[], right: string): string[] {
	if (right === '') return [...lines];
	const last = lines.at(-1) ?? '';
	if (last.length + 2 + right.length <= COLUMNS)
		return [...lines.slice(0, -1), last + right.padStart(COLUMNS - last.length)];
	return [...lines, right.slice(0, COLUMNS).padStart(COLUMNS)];
}
