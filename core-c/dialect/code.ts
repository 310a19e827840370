/** Reads a piece of code that stands for itself: an argument of a line, the body of a macro. */
import { tokensOf } from './lex';
import { parseExpr } from './parse-expr';
import { Reporter } from './report';
import { Stream, Unreadable } from './stream';
import type { Expr } from './tree';

/** The expression, or undefined when the code is none. */
export function exprOf(code: string): Expr | undefined {
	const lexed = { file: '', text: code, tokens: tokensOf(code), comments: [], directives: [] };
	const s = new Stream(lexed, new Reporter(''));
	try {
		const expr = parseExpr(s);
		return s.ended ? expr : undefined;
	} catch (error) {
		if (error instanceof Unreadable) return undefined;
		throw error;
	}
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', '0': '\0' };

/** What a string literal says, or several side by side; undefined when the code is no string. */
export function stringOf(code: string): string | undefined {
	const tokens = tokensOf(code).slice(0, -1);
	if (tokens.length === 0 || tokens.some(({ kind }) => kind !== 'string')) return undefined;
	return tokens
		.map(({ text }) => text.slice(1, -1).replace(/\\(.)/g, (_, c: string) => ESCAPES[c] ?? c))
		.join('');
}
