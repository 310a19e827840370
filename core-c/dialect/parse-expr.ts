/** Expressions of C, as far as the dialect has them, by precedence climbing. */
import type { Token } from './lex';
import type { Stream } from './stream';
import type { Arg, Expr, Span } from './tree';
import { localSize } from './words';

const BINARY: Readonly<Record<string, number>> = {
	'||': 1,
	'&&': 2,
	'|': 3,
	'^': 4,
	'&': 5,
	'==': 6,
	'!=': 6,
	'<': 7,
	'>': 7,
	'<=': 7,
	'>=': 7,
	'<<': 8,
	'>>': 8,
	'+': 9,
	'-': 9,
	'*': 10,
	'/': 10,
	'%': 10,
};
const ASSIGN = new Set(['=', '+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '<<=', '>>=']);
const POSTFIX = new Set(['.', '->', '[', '++', '--']);
const UNARY = new Set(['!', '~', '-', '+', '&', '*']);

const C_TYPES = new Set([
	'int',
	'unsigned',
	'long',
	'short',
	'char',
	'signed',
	'word',
	'list',
	'void',
]);

const isTypeName = (name: string): boolean =>
	localSize(name) !== undefined || C_TYPES.has(name) || /^(?:size_t|u?int\d+_t)$/.test(name);

const spanOf = (first: Span, last: Span): Span => ({
	start: first.start,
	line: first.line,
	column: first.column,
	end: last.end,
	endLine: last.endLine,
});

export function parseExpr(s: Stream): Expr {
	return s.expression(() => {
		const target = parseConditional(s);
		if (s.token.kind !== 'punct' || !ASSIGN.has(s.token.text)) return target;
		const op = s.next().text;
		const value = parseExpr(s);
		return { kind: 'assign', op, target, value, span: spanOf(target.span, value.span) };
	});
}

function parseConditional(s: Stream): Expr {
	const test = parseBinary(s, 1);
	if (!s.take('?')) return test;
	const yes = parseExpr(s);
	s.expect(':', 'in the expression with “?”');
	const no = s.nested(() => parseConditional(s));
	return { kind: 'conditional', test, yes, no, span: spanOf(test.span, no.span) };
}

function parseBinary(s: Stream, least: number): Expr {
	let left = parseUnary(s);
	for (;;) {
		const { kind, text } = s.token;
		const level = kind === 'punct' && Object.hasOwn(BINARY, text) ? (BINARY[text] as number) : 0;
		if (level < least || level === 0) return left;
		s.operator();
		s.next();
		const right = s.nested(() => parseBinary(s, level + 1));
		left = { kind: 'binary', op: text, left, right, span: spanOf(left.span, right.span) };
	}
}

function parseUnary(s: Stream): Expr {
	const { token } = s;
	if (token.kind === 'punct') {
		if (token.text === '++' || token.text === '--') {
			s.next();
			const operand = s.nested(() => parseUnary(s));
			return { kind: 'prefix', op: token.text, operand, span: spanOf(token, operand.span) };
		}
		if (UNARY.has(token.text)) {
			s.next();
			const operand = s.nested(() => parseUnary(s));
			return { kind: 'unary', op: token.text, operand, span: spanOf(token, operand.span) };
		}
		if (token.text === '(' && beginsType(s.peek(1))) return parseCast(s);
	}
	if (token.text === 'sizeof' && token.kind === 'name') return parseSizeof(s);
	return parsePostfix(s);
}

export const beginsType = ({ kind, text }: Token): boolean =>
	kind === 'name' && (isTypeName(text) || /^(?:struct|union|enum|const|static)$/.test(text));

/** The words of a type up to the ) that closes it. */
function typeWords(s: Stream): string {
	const words: string[] = [];
	while (s.token.kind === 'name' || s.is('*')) words.push(s.next().text);
	return words.join(' ');
}

function parseCast(s: Stream): Expr {
	const first = s.next();
	const type = typeWords(s);
	s.expect(')', 'behind the type');
	const operand = s.nested(() => parseUnary(s));
	return { kind: 'cast', type, operand, span: spanOf(first, operand.span) };
}

function parseSizeof(s: Stream): Expr {
	const first = s.next();
	s.expect('(', 'behind sizeof');
	const of = beginsType(s.token) ? typeWords(s) : s.raw(parseExpr(s).span);
	s.expect(')', 'behind sizeof');
	return { kind: 'sizeof', of, span: s.spanFrom(first) };
}

function parsePostfix(s: Stream): Expr {
	let expr = parsePrimary(s);
	for (;;) {
		const { text, kind } = s.token;
		if (kind !== 'punct' || !POSTFIX.has(text)) return expr;
		s.operator();
		if (text === '.' || text === '->') {
			s.next();
			const name = s.name(`the member behind “${text}”`);
			const span = spanOf(expr.span, name);
			expr = { kind: 'member', object: expr, name: name.text, arrow: text === '->', span };
		} else if (text === '[') {
			s.next();
			const index = parseExpr(s);
			const close = s.expect(']', 'behind the index');
			expr = { kind: 'index', object: expr, index, span: spanOf(expr.span, close) };
		} else {
			const op = text === '++' ? '++' : '--';
			expr = { kind: 'postfix', op, operand: expr, span: spanOf(expr.span, s.next()) };
		}
	}
}

function parsePrimary(s: Stream): Expr {
	const { token } = s;
	switch (token.kind) {
		case 'number':
			s.next();
			return { kind: 'number', value: numberOf(token.text), text: token.text, span: token };
		case 'char':
			s.next();
			return { kind: 'number', value: charOf(token.text), text: token.text, span: token };
		case 'string':
			s.next();
			while (s.token.kind === 'string') s.next();
			return { kind: 'string', text: s.raw(s.spanFrom(token)), span: s.spanFrom(token) };
		case 'name':
			s.next();
			if (!s.is('(')) return { kind: 'name', name: token.text, span: token };
			return {
				kind: 'call',
				name: token.text,
				args: parseArgs(s).map((arg) => arg.expr),
				span: s.spanFrom(token),
			};
		default:
			if (token.text !== '(') return s.fail('syntax', missing(s), s.place());
			s.next();
	}
	const inner = parseExpr(s);
	const close = s.expect(')', 'behind the expression');
	return { kind: 'paren', inner, span: spanOf(token, close) };
}

function missing(s: Stream): string {
	const found = s.ended ? 'the text ends here' : `“${s.token.text}” stands here`;
	return `a value is missing: ${found}`;
}

function numberOf(text: string): number {
	const digits = text.replace(/[uUlL]+$/, '');
	return /^0[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number(digits);
}

const ESCAPES: Readonly<Record<string, number>> = { n: 10, t: 9, r: 13, '0': 0 };
const charOf = (text: string): number =>
	text[1] === '\\' ? (ESCAPES[text[2] ?? ''] ?? text.charCodeAt(2)) : text.charCodeAt(1);

/** The arguments in brackets, from ( to ): values, and `.field = value`. */
export function parseArgs(s: Stream): Arg[] {
	const open = s.expect('(', '');
	const args: Arg[] = [];
	const word = s.peek(-2).text;
	if (s.take(')')) return args;
	do args.push(parseArg(s));
	while (s.take(','));
	if (!s.take(')')) {
		const message = closedLater(s, open.line)
			? `“,” or “)” is missing in ${word}(…)`
			: `the “(” of ${word} is not closed`;
		s.fail('syntax', message, s.place());
	}
	return args;
}

/** The line has more ) than ( from here on. */
function closedLater(s: Stream, line: number): boolean {
	let depth = 0;
	for (let k = 0; s.peek(k).line === line && s.peek(k).kind !== 'end'; k++) {
		const { text } = s.peek(k);
		if (text === '(') depth++;
		if (text === ')' && --depth < 0) return true;
	}
	return false;
}

/** The name of `.name =` before an argument, which may have none. */
export function parseFieldName(s: Stream): string | undefined {
	if (!s.is('.') || s.peek(1).kind !== 'name' || s.peek(2).text !== '=') return undefined;
	s.next();
	const name = s.next().text;
	s.next();
	return name;
}

function parseArg(s: Stream): Arg {
	const first = s.token;
	const field = parseFieldName(s);
	const expr = parseExpr(s);
	const arg: Arg = { raw: s.raw(expr.span), span: s.spanFrom(first), expr };
	if (field !== undefined) arg.field = field;
	return arg;
}
