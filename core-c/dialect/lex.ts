/** Splits a file into tokens, comments and directives. Never fails: what it cannot read is a problem. */
import { Reporter } from './report';
import { LIMITS, type Span } from './tree';

type TokenKind = 'name' | 'number' | 'string' | 'char' | 'punct' | 'end';

export interface Token extends Span {
	kind: TokenKind;
	text: string;
}

export interface Comment extends Span {
	/** without the marks around it */
	text: string;
}

/** A line that begins with #; continued lines belong to it. */
export interface Directive extends Span {
	name: string;
	/** what follows the name, comments taken out */
	rest: string;
}

export interface Lexed {
	file: string;
	text: string;
	/** ends with one of kind end */
	tokens: Token[];
	comments: Comment[];
	directives: Directive[];
}

const TOKEN =
	/([A-Za-z_]\w*)|(0[xX][\da-fA-F]+[uUlL]*|\d+[uUlL]*)|("(?:\\.|[^"\\\n])*")|('(?:\\.|[^'\\\n])*')|(##|\.\.\.|<<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^~!<>=?:;,.(){}[\]#])/y;

function kindOf(match: RegExpExecArray): TokenKind {
	if (match[1] !== undefined) return 'name';
	if (match[2] !== undefined) return 'number';
	if (match[3] !== undefined) return 'string';
	return match[4] !== undefined ? 'char' : 'punct';
}

class Lexer {
	private at = 0;
	private line = 1;
	private lineStart = 0;
	private fresh = true;
	readonly tokens: Token[] = [];
	readonly comments: Comment[] = [];
	readonly directives: Directive[] = [];

	constructor(
		private readonly text: string,
		private readonly report: Reporter,
	) {}

	run(): void {
		const { text } = this;
		while (this.at < text.length) {
			const c = text[this.at] as string;
			if (c === '\n') this.newLine();
			else if (c === ' ' || c === '\t' || c === '\r' || c === '\f') this.at++;
			else if (c === '\\' && /\\\r?\n/y.test(text.slice(this.at, this.at + 3))) this.at++;
			else if (text.startsWith('/*', this.at)) this.blockComment();
			else if (text.startsWith('//', this.at)) this.lineComment();
			else if (c === '#' && this.fresh) this.directive();
			else if (!this.token()) break;
		}
		this.tokens.push({ kind: 'end', text: '', ...this.spanFrom(this.place()) });
	}

	private newLine(): void {
		this.at++;
		this.line++;
		this.lineStart = this.at;
		this.fresh = true;
	}

	private place() {
		return { start: this.at, line: this.line, column: this.at - this.lineStart + 1 };
	}

	private spanFrom(place: { start: number; line: number; column: number }): Span {
		return { ...place, end: this.at, endLine: this.line };
	}

	private skipTo(end: number): void {
		for (; this.at < end; ) {
			if (this.text[this.at] === '\n') {
				const { fresh } = this;
				this.newLine();
				this.fresh = fresh;
			} else this.at++;
		}
	}

	private blockComment(): void {
		const place = this.place();
		const close = this.text.indexOf('*/', this.at + 2);
		if (close < 0)
			this.report.at(this.spanFrom(place), 'comment', 'this comment has no end: */ is missing');
		this.skipTo(close < 0 ? this.text.length : close + 2);
		const span = this.spanFrom(place);
		const text = this.text.slice(place.start + 2, close < 0 ? span.end : close);
		this.comments.push({ text: text.trim(), ...span });
	}

	private lineComment(): void {
		const place = this.place();
		const end = this.text.indexOf('\n', this.at);
		this.at = end < 0 ? this.text.length : end;
		const span = this.spanFrom(place);
		this.comments.push({ text: this.text.slice(place.start + 2, this.at).trim(), ...span });
	}

	private directive(): void {
		const place = this.place();
		let rest = '';
		while (this.at < this.text.length) {
			const c = this.text[this.at] as string;
			if (c === '\n') break;
			if (c === '\\' && /^\\\r?\n/.test(this.text.slice(this.at, this.at + 3))) {
				this.skipTo(this.text.indexOf('\n', this.at) + 1);
				rest += ' ';
			} else if (this.text.startsWith('/*', this.at)) {
				this.blockComment();
				rest += ' ';
			} else if (this.text.startsWith('//', this.at)) this.lineComment();
			else {
				rest += c;
				this.at++;
			}
		}
		const [, name = '', value = ''] = /^#\s*(\w*)\s*([\s\S]*)$/.exec(rest) ?? [];
		this.directives.push({ name, rest: value.trim(), ...this.spanFrom(place) });
	}

	/** False when there are too many. */
	private token(): boolean {
		const place = this.place();
		this.fresh = false;
		TOKEN.lastIndex = this.at;
		const match = TOKEN.exec(this.text);
		if (!match) {
			this.at++;
			const c = this.text[place.start] as string;
			const what =
				c === '"' || c === "'" ? 'this string has no end on its line' : `“${c}” is no part of C`;
			this.report.at(this.spanFrom(place), 'character', what);
			if (c === '"') this.skipTo(this.endOfLine());
			return true;
		}
		if (this.tokens.length >= LIMITS.tokens) {
			this.report.at(
				this.spanFrom(place),
				'limit',
				`the text has more than ${LIMITS.tokens} tokens`,
			);
			return false;
		}
		this.at += match[0].length;
		const { start, line, column } = place;
		const span = { start, line, column, end: this.at, endLine: line };
		this.tokens.push({ kind: kindOf(match), text: match[0], ...span });
		return true;
	}

	private endOfLine(): number {
		const end = this.text.indexOf('\n', this.at);
		return end < 0 ? this.text.length : end;
	}
}

const TOP: Span = { start: 0, end: 0, line: 1, column: 1, endLine: 1 };

export function lex(file: string, text: string, report: Reporter): Lexed {
	const tooLong =
		text.length > LIMITS.characters
			? `more than ${LIMITS.characters} characters`
			: text.split('\n', LIMITS.lines + 2).length > LIMITS.lines
				? `more than ${LIMITS.lines} lines`
				: undefined;
	if (tooLong) report.at(TOP, 'limit', `the text has ${tooLong}`);
	const lexer = new Lexer(tooLong ? '' : text, report);
	lexer.run();
	const { tokens, comments, directives } = lexer;
	return { file, text, tokens, comments, directives };
}

interface Hole {
	start: number;
	end: number;
	isString: boolean;
}

/** Comments and strings, also those within directives, as they follow one another. */
function holesOf(text: string, from = 0): Hole[] {
	const lexer = new Lexer(text, new Reporter(''));
	lexer.run();
	const hole = (isString: boolean) => (span: Span) => ({
		start: from + span.start,
		end: from + span.end,
		isString,
	});
	const strings = lexer.tokens.filter(({ kind }) => kind === 'string' || kind === 'char');
	const inside = lexer.directives.flatMap(({ start, end }) =>
		holesOf(text.slice(start + 1, end), from + start + 1).filter(({ isString }) => isString),
	);
	return [...lexer.comments.map(hole(false)), ...strings.map(hole(true)), ...inside].sort(
		(a, b) => a.start - b.start,
	);
}

/** The text with comments blanked out and strings emptied, line breaks kept. */
export function codeOnly(text: string): string {
	let [code, at] = ['', 0];
	for (const { start, end, isString } of holesOf(text)) {
		const found = text.slice(start, end);
		const quote = text[start] as string;
		code += text.slice(at, start) + (isString ? quote + quote : found.replace(/[^\n]/g, ' '));
		at = end;
	}
	return code + text.slice(at);
}

/** Tokens of a piece of code that has no place of its own, such as the body of a macro. */
export function tokensOf(code: string): Token[] {
	const lexer = new Lexer(code, new Reporter(''));
	lexer.run();
	return lexer.tokens;
}
