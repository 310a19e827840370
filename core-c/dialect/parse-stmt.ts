/** The body of a procedure: statements, and the steps and calls among them. */
import { beginsType, parseArgs, parseExpr } from './parse-expr';
import { firstBehind, type Stream, Unreadable } from './stream';
import type { Call, Phrase, Proc, Span, Step, Stmt, WordStmt } from './tree';
import { isCall, isStep, wordOf } from './words';

/** A word that can only begin something at top level: the body before it has no END. */
const beginsTop = (s: Stream): boolean =>
	s.token.kind === 'name' && /^(?:PROC|END)$/.test(s.token.text) && s.peek(1).text === '(';

/** Statements up to END, the next PROC or the end of the text. */
export function parseBody(s: Stream, proc: Proc): void {
	while (!s.ended && !beginsTop(s)) {
		const before = s.at;
		if (s.is('}')) {
			s.report.at(s.token, 'syntax', 'this “}” closes nothing');
			s.next();
			continue;
		}
		proc.body.push(parseStatement(s, proc));
		if (s.at === before) s.next();
	}
}

/** A statement; where it cannot be read, an empty one, and the reading goes on behind it. */
function parseStatement(s: Stream, proc: Proc): Stmt {
	const first = s.token;
	const { at } = s;
	try {
		return s.nested(() => statement(s, proc));
	} catch (error) {
		if (!(error instanceof Unreadable)) throw error;
		recover(s, at);
		return { kind: 'empty', span: s.spanFrom(first) };
	}
}

/** Goes on behind the next ; or on the next line, whichever comes first, but never past a }. */
function recover(s: Stream, at: number): void {
	if (s.at === at) s.next();
	const { line } = s.last;
	while (!s.ended && !beginsTop(s) && s.token.line === line && !s.is('}')) {
		if (s.take(';')) return;
		s.next();
	}
}

function statement(s: Stream, proc: Proc): Stmt {
	const { token } = s;
	if (s.is('{')) return block(s, proc);
	if (s.take(';')) return { kind: 'empty', span: token };
	if (token.kind === 'name') {
		const read = Object.hasOwn(KEYWORDS, token.text) ? KEYWORDS[token.text] : undefined;
		if (read) return read(s, proc);
		if (s.peek(1).text === ':') return label(s, proc);
		if (isDeclaration(s)) return declaration(s);
		if (wordOf(token.text) && s.peek(1).text === '(') return word(s, proc);
	}
	const expr = parseExpr(s);
	semicolon(s, 'behind this statement');
	return { kind: 'expr', expr, span: s.spanFrom(token) };
}

const isDeclaration = (s: Stream): boolean =>
	beginsType(s.token) && (s.peek(1).kind === 'name' || s.peek(1).text === '*');

function declaration(s: Stream): never {
	const message = 'a local of C does not survive a step; declare it in the head of its PROC';
	return s.fail('locals-in-head', message, s.token);
}

/** A missing one is reported; what stands on a later line is read all the same. */
function semicolon(s: Stream, where: string): void {
	if (s.take(';')) return;
	if (s.token.line > s.last.endLine || s.is('}')) {
		s.report.at(s.place(), 'syntax', `“;” is missing ${where}`);
		return;
	}
	s.fail('syntax', `“;” is missing ${where}`, s.place());
}

function block(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	const body: Stmt[] = [];
	while (!s.is('}') && !s.ended && !beginsTop(s)) {
		const before = s.at;
		body.push(parseStatement(s, proc));
		if (s.at === before) s.next();
	}
	if (!s.take('}')) s.report.at(first, 'syntax', 'this “{” is not closed');
	return { kind: 'block', body, span: s.spanFrom(first) };
}

/** The statement that an if or a loop governs; it may not be missing. */
function governed(s: Stream, proc: Proc, by: string): Stmt {
	if (s.is('}') || s.ended || beginsTop(s))
		s.fail('syntax', `a statement is missing behind ${by}`, s.place());
	return parseStatement(s, proc);
}

function condition(s: Stream, of: string) {
	s.expect('(', `behind ${of}`);
	const test = parseExpr(s);
	s.expect(')', `behind the condition of ${of}`);
	return test;
}

function ifStatement(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	const test = condition(s, 'if');
	const then = governed(s, proc, 'if');
	if (!s.is('else')) return { kind: 'if', test, then, span: s.spanFrom(first) };
	const elseSpan = s.next();
	const otherwise = governed(s, proc, 'else');
	return { kind: 'if', test, then, else: otherwise, elseSpan, span: s.spanFrom(first) };
}

function whileStatement(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	const test = condition(s, 'while');
	const body = governed(s, proc, 'while');
	return { kind: 'while', test, body, span: s.spanFrom(first) };
}

function doStatement(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	const body = governed(s, proc, 'do');
	s.expect('while', 'behind the body of do');
	const test = condition(s, 'while');
	semicolon(s, 'behind do … while');
	return { kind: 'do', body, test, span: s.spanFrom(first) };
}

function forStatement(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	s.expect('(', 'behind for');
	if (isDeclaration(s)) declaration(s);
	const init = s.is(';') ? undefined : parseExpr(s);
	s.expect(';', 'in the head of for');
	const test = s.is(';') ? undefined : parseExpr(s);
	s.expect(';', 'in the head of for');
	const next = s.is(')') ? undefined : parseExpr(s);
	s.expect(')', 'behind the head of for');
	const body = governed(s, proc, 'for');
	const stmt: Stmt = { kind: 'for', body, span: s.spanFrom(first) };
	if (init) stmt.init = init;
	if (test) stmt.test = test;
	if (next) stmt.next = next;
	return stmt;
}

function gotoStatement(s: Stream): Stmt {
	const first = s.next();
	const name = s.name('the label behind goto').text;
	semicolon(s, 'behind goto');
	return { kind: 'goto', label: name, span: s.spanFrom(first) };
}

function label(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	s.next();
	const span = s.spanFrom(first);
	const empty: Stmt = { kind: 'empty', span };
	const body = s.is('}') || s.ended || beginsTop(s) ? empty : parseStatement(s, proc);
	return { kind: 'label', name: first.text, body, span: s.spanFrom(first) };
}

const jump =
	(kind: 'break' | 'continue') =>
	(s: Stream): Stmt => {
		const first = s.next();
		semicolon(s, `behind ${kind}`);
		return { kind, span: s.spanFrom(first) };
	};

const refused =
	(rule: string, message: string) =>
	(s: Stream): never =>
		s.fail(rule, message, s.token);

const NO_SWITCH = 'in a body: a step would resume in the wrong place. Use if and goto';

const KEYWORDS: Readonly<Record<string, (s: Stream, proc: Proc) => Stmt>> = {
	if: ifStatement,
	while: whileStatement,
	do: doStatement,
	for: forStatement,
	goto: gotoStatement,
	break: jump('break'),
	continue: jump('continue'),
	switch: refused('no-switch', `switch ${NO_SWITCH}`),
	case: refused('no-switch', `case ${NO_SWITCH}`),
	default: refused('no-switch', `default ${NO_SWITCH}`),
	return: refused('return', 'a procedure ends with RETURN(value), not with return'),
	else: refused('syntax', 'this else belongs to no if'),
};

function word(s: Stream, proc: Proc): Stmt {
	const first = s.next();
	const keyword = first.text;
	const args = parseArgs(s);
	const stmt: WordStmt = { kind: 'word', keyword, args, span: s.spanFrom(first) };
	semicolon(s, `behind ${keyword}(…)`);
	stmt.span = s.spanFrom(first);
	note(s, proc, stmt);
	return stmt;
}

function note(s: Stream, proc: Proc, { keyword, args, span }: WordStmt): void {
	const { line, column } = span;
	if (isStep(keyword)) {
		const step: Step = { keyword, line, column, args, span };
		const order = orderOf(keyword, args);
		const phrase = phraseBehind(s, span);
		if (order !== undefined) step.order = order;
		if (phrase) step.phrase = phrase;
		proc.steps.push(step);
	}
	if (isCall(keyword)) proc.calls.push(callOf({ kind: 'word', keyword, args, span }));
}

function orderOf(keyword: string, args: WordStmt['args']): string | undefined {
	const at = wordOf(keyword)?.params.indexOf('order') ?? -1;
	const expr = args[at]?.expr;
	return expr?.kind === 'name' ? expr.name : undefined;
}

export function callOf({ keyword, args, span }: WordStmt): Call {
	const plain = args.filter((arg) => arg.field === undefined).map((arg) => arg.expr);
	const dst = keyword === 'DO' ? undefined : plain.shift();
	const proc = plain.shift();
	const object = plain.shift();
	const call: Call = {
		keyword,
		line: span.line,
		column: span.column,
		proc: proc?.kind === 'name' ? proc.name : '',
		sets: args.filter((arg) => arg.field !== undefined),
		span,
	};
	if (dst) call.dst = dst;
	if (object) call.object = object;
	return call;
}

/** The comment that closes the line of a step: "does this | fails | hands the lock on". */
function phraseBehind(s: Stream, span: Span): Phrase | undefined {
	const comment = commentBehind(s, span);
	const [done = '', otherwise, handoff] = (comment ?? '').split('|').map((part) => part.trim());
	if (done === '') return undefined;
	return { done, ...(otherwise && { otherwise }), ...(handoff && { handoff }) };
}

function commentBehind(s: Stream, span: Span): string | undefined {
	const { comments } = s.lexed;
	const found = comments[firstBehind(comments, span.end)];
	if (!found || found.line !== span.endLine || found.endLine !== span.endLine) return undefined;
	const code = s.token.line === span.endLine && s.token.kind !== 'end';
	return code ? undefined : found.text;
}
