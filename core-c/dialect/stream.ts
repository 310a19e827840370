/** The tokens of a file, with a place to read from. */
import type { Comment, Lexed, Token } from './lex';
import type { Reporter } from './report';
import { LIMITS, type Span } from './tree';

/** Thrown where a statement cannot be read on; caught by whoever knows where to go on. */
export class Unreadable extends Error {}

export class Stream {
	at = 0;
	private depth = 0;
	private expressions = 0;
	private operators = 0;

	constructor(
		readonly lexed: Lexed,
		readonly report: Reporter,
	) {}

	get token(): Token {
		return this.lexed.tokens[this.at] as Token;
	}

	get last(): Token {
		return this.lexed.tokens[Math.max(0, this.at - 1)] as Token;
	}

	peek(ahead: number): Token {
		const { tokens } = this.lexed;
		return tokens[Math.min(this.at + ahead, tokens.length - 1)] as Token;
	}

	get ended(): boolean {
		return this.token.kind === 'end';
	}

	is(text: string): boolean {
		return this.token.text === text && this.token.kind !== 'string';
	}

	next(): Token {
		const { token } = this;
		if (token.kind !== 'end') this.at++;
		return token;
	}

	/** Takes the token when it is this one. */
	take(text: string): boolean {
		if (!this.is(text)) return false;
		this.at++;
		return true;
	}

	/** Takes this token or says that it is missing. */
	expect(text: string, where: string): Token {
		if (this.is(text)) return this.next();
		return this.fail('syntax', `“${text}” is missing ${where}`, this.place());
	}

	name(what: string): Token {
		if (this.token.kind === 'name') return this.next();
		return this.fail('syntax', `${what} is missing`, this.place());
	}

	/** Where something is missing: here, or behind the last token when this one is on a later line. */
	place(): Pick<Span, 'line' | 'column'> {
		const { token, last } = this;
		if (this.at === 0 || token.line === last.endLine) return token;
		return { line: last.endLine, column: last.column + (last.end - last.start) };
	}

	fail(rule: string, message: string, span: Pick<Span, 'line' | 'column'>): never {
		this.report.at(span, rule, message);
		throw new Unreadable(message);
	}

	/** Runs a nested piece; ends the statement when it is nested too deeply. */
	nested<T>(body: () => T): T {
		if (this.depth >= LIMITS.nesting)
			this.fail('limit', `this is nested deeper than ${LIMITS.nesting} levels`, this.token);
		this.depth++;
		try {
			return body();
		} finally {
			this.depth--;
		}
	}

	/** Runs the reading of an expression, which may be part of another. */
	expression<T>(body: () => T): T {
		if (this.expressions === 0) this.operators = 0;
		this.expressions++;
		try {
			return this.nested(body);
		} finally {
			this.expressions--;
		}
	}

	/** Counts an operator of an expression; ends the statement when it has too many. */
	operator(): void {
		if (++this.operators > LIMITS.operators)
			this.fail('limit', `this has more than ${LIMITS.operators} operators`, this.token);
	}

	spanFrom(first: Span): Span {
		const { start, line, column } = first;
		const last = this.last.start >= first.start ? this.last : first;
		return { start, line, column, end: last.end, endLine: last.endLine };
	}

	/** The text of a span as it stands, comments and line breaks taken out. */
	raw(span: Span): string {
		const { comments, text } = this.lexed;
		let out = '';
		let from = span.start;
		for (let i = firstBehind(comments, from); i < comments.length; i++) {
			const { start, end } = comments[i] as Comment;
			if (end > span.end) break;
			out += text.slice(from, start);
			from = end;
		}
		out += text.slice(from, span.end);
		return out.includes('\n') ? out.replace(/\s*\n\s*/g, ' ').trim() : out.trim();
	}
}

/** Index of the first comment that begins there or behind it. */
export function firstBehind(comments: readonly Comment[], place: number): number {
	let low = 0;
	for (let high = comments.length; low < high; ) {
		const middle = (low + high) >> 1;
		if ((comments[middle] as Comment).start < place) low = middle + 1;
		else high = middle;
	}
	return low;
}
