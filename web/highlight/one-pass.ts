/** A second reading of a text, one pass and line by line: what the tests hold the colours of the build against. */
import type { Kind, Line, Token } from '../src/drawings/source/lines';

const KEYWORDS = new Set(
	'if else while for do return goto break continue struct enum static const bool u8 u16 u32 s32 word list true false NULL PROC END'.split(
		' ',
	),
);

const PIECE =
	/\/\*.*?(?:\*\/|$)|\/\/.*$|"(?:[^"\\]|\\.)*"|\b(?:lk|lock)->[\w.[\]>-]*?(?=[^\w.[\]>-]|$)|\bmy->\w+|\b0x[0-9a-fA-F]+u?\b|\b\d+u?\b|[A-Za-z_]\w*|\s+|./g;

function kindOf(piece: string, rest: string): Kind {
	if (piece.startsWith('/*') || piece.startsWith('//')) return 'comment';
	if (/^my->/.test(piece) || piece === 'my') return 'private';
	if (/^(lk|lock)->/.test(piece)) return 'shared';
	if (/^\d/.test(piece)) return 'number';
	if (KEYWORDS.has(piece)) return 'keyword';
	if (/^[A-Za-z_]\w*$/.test(piece) && rest.startsWith('(')) return 'word';
	return 'plain';
}

/** `lk->node[my->prev].next` holds a private name; it is coloured as two. */
function pieces(code: string): Token[] {
	const tokens: Token[] = [];
	const push = (kind: Kind, text: string) => {
		const last = tokens.at(-1);
		if (last?.kind === kind && kind !== 'word') last.text += text;
		else tokens.push({ kind, text });
	};
	for (const match of code.matchAll(PIECE)) {
		const text = match[0];
		const rest = code.slice(match.index + text.length);
		const kind = kindOf(text, rest);
		/* `lk->bucket[FUTEX_BUCKET(my->uaddr)]`: the index is worked out */
		const [, array, word] = /^(.*\[)(\w+)$/.exec(text) ?? [];
		if (kind === 'shared' && array && word && rest.startsWith('(')) {
			push(kind, array);
			push('word', word);
		} else push(kind, text);
	}
	return tokens;
}

function splitShared(tokens: Token[]): Token[] {
	return tokens.flatMap((token) =>
		token.kind === 'shared'
			? token.text
					.split(/(my->\w+)/)
					.filter((text) => text !== '')
					.map((text): Token => ({ kind: text.startsWith('my->') ? 'private' : 'shared', text }))
			: [token],
	);
}

function phraseOf(comment: string): string {
	return (
		comment
			.replace(/^\/[*/]\s*/, '')
			.replace(/\s*\*\/$/, '')
			.replace(/\{\w+ \? .*? : (.*?)\}/g, '$1')
			/* known at a moment only */
			.replace(/\{\w+\}/g, '…')
			.replace(/\s*\|\s*/g, ' / ')
	);
}

export function tokenize(source: string): Line[] {
	let inComment = false;
	return source
		.replace(/\n$/, '')
		.split('\n')
		.map((whole): Line => {
			const text = whole.replace(/^\t+/, '');
			const indent = whole.length - text.length;
			if (inComment) {
				inComment = !text.includes('*/');
				return { indent, tokens: [{ kind: 'comment', text }], phrase: '', prose: true };
			}
			if (text.startsWith('#'))
				return { indent, tokens: [{ kind: 'directive', text }], phrase: '', prose: false };
			const tokens = splitShared(pieces(text));
			const last = tokens.at(-1);
			inComment =
				last?.kind === 'comment' && last.text.startsWith('/*') && !last.text.includes('*/');
			const prose = tokens.every((t) => t.kind === 'comment' || t.text.trim() === '');
			if (prose || last?.kind !== 'comment' || inComment)
				return { indent, tokens, phrase: '', prose };
			const code = tokens.slice(0, -1);
			const end = code.at(-1);
			if (end) end.text = end.text.trimEnd();
			return { indent, tokens: code, phrase: phraseOf(last.text), prose: false };
		});
}
