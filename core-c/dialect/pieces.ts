/** A text in pieces, each with what it is to who reads it. Found by the tokens alone: a text with faults in it has them, too. */
import { lex, type Token } from './lex';
import { Reporter } from './report';
import type { Span } from './tree';
import { KEYWORDS } from './words';

/** `word`: one of the dialect, or a function. `shared`, `private`: what is reached by lk-> (in C lock->), and by my->. */
type PieceKind =
	| 'plain'
	| 'comment'
	| 'word'
	| 'keyword'
	| 'shared'
	| 'private'
	| 'number'
	| 'directive';

interface Piece {
	kind: PieceKind;
	text: string;
}

const C =
	'break case char const continue default do else enum extern false for goto if inline int long NULL return short signed static struct switch true union unsigned void volatile while';
const RESERVED: ReadonlySet<string> = new Set([...C.split(' '), ...KEYWORDS]);

const SHARED: ReadonlySet<string> = new Set(['lk', 'lock']);
/** What the way to a shared word is made of, besides names and numbers. */
const PATH: ReadonlySet<string> = new Set(['->', '.', '[', ']']);

/** A stretch of the text that is not plain. */
interface Mark {
	kind: PieceKind;
	start: number;
	end: number;
}

/** Says of tokens what they are. */
class Marker {
	/** one behind the other */
	readonly marks: Mark[] = [];
	private at = 0;

	constructor(private readonly tokens: readonly Token[]) {}

	run(): void {
		while (this.at < this.tokens.length)
			if (SHARED.has(this.token().text) && this.follows('->')) this.shared();
			else this.one();
	}

	private token(ahead = 0): Token {
		return this.tokens[Math.min(this.at + ahead, this.tokens.length - 1)] as Token;
	}

	/** Whether that stands behind the token, without a gap. */
	private follows(text: string): boolean {
		return this.token(1).text === text && this.token(1).start === this.token().end;
	}

	private one(): void {
		const { start } = this.token();
		const member = this.token(2);
		if (this.token().text === 'my' && this.follows('->') && member.kind === 'name') {
			this.marks.push({ kind: 'private', start, end: member.end });
			this.at += 3;
			return;
		}
		const kind = this.kindOf(this.token());
		if (kind) this.marks.push({ kind, start, end: this.token().end });
		this.at++;
	}

	private kindOf({ kind, text }: Token): PieceKind | undefined {
		if (kind === 'number') return 'number';
		if (kind !== 'name') return undefined;
		const before = this.tokens[this.at - 1]?.text;
		if (RESERVED.has(text)) return before === '->' || before === '.' ? undefined : 'keyword';
		return text !== 'sizeof' && this.follows('(') ? 'word' : undefined;
	}

	/** `lk->node[my->prev].next` is shared, but for what is private in it. It ends where an index is worked out. */
	private shared(): void {
		for (let at = this.token().start; this.token().start === at; ) {
			const { kind, text, start, end } = this.token();
			if (kind !== 'name' && kind !== 'number' && !PATH.has(text)) return;
			if (text === 'my' || this.follows('(')) this.one();
			else {
				const last = this.marks.at(-1);
				if (last?.kind === 'shared' && last.end === start) last.end = end;
				else this.marks.push({ kind: 'shared', start, end });
				this.at++;
			}
			at = (this.tokens[this.at - 1] as Token).end;
		}
	}
}

/** A comment may stand within a directive, or go on in its next line. */
function directiveMarks({ start, end }: Span, comments: readonly Span[]): Mark[] {
	const marks: Mark[] = [];
	let at = start;
	for (const comment of comments) {
		if (comment.start < start || comment.start >= end) continue;
		marks.push({ kind: 'directive', start: at, end: comment.start });
		at = comment.end;
	}
	return [...marks, { kind: 'directive', start: at, end }];
}

function marksOf(text: string): Mark[] {
	const { tokens, comments, directives } = lex('', text, new Reporter(''));
	const marker = new Marker(tokens);
	marker.run();
	const said = comments.map(({ start, end }): Mark => ({ kind: 'comment', start, end }));
	const lines = directives.flatMap((span) => directiveMarks(span, comments));
	return [...marker.marks, ...said, ...lines].sort((a, b) => a.start - b.start);
}

/** The pieces of each line, as they stand; of a text of the dialect, or of C. */
export function piecesOf(text: string): Piece[][] {
	const marks = marksOf(text);
	let [at, next] = [0, 0];
	return text.split('\n').map((line) => {
		const pieces: Piece[] = [];
		const add = (kind: PieceKind, to: number) => {
			if (to > at) pieces.push({ kind, text: text.slice(at, to) });
			at = Math.max(at, to);
		};
		const end = at + line.length;
		for (; next < marks.length; next++) {
			const mark = marks[next] as Mark;
			if (mark.start >= end) break;
			add('plain', mark.start);
			add(mark.kind, Math.min(mark.end, end));
			if (mark.end > end) break;
		}
		add('plain', end);
		at = end + 1;
		return pieces;
	});
}
