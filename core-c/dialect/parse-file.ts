/** A file at top level: lines, structs, constants and procedures. */
import type { Directive } from './lex';
import { nearest } from './nearest';
import { parseExpr, parseFieldName } from './parse-expr';
import { parseBody } from './parse-stmt';
import { firstBehind, type Stream, Unreadable } from './stream';
import {
	LIMITS,
	type Line,
	type Member,
	type Mode,
	type Proc,
	type Raw,
	type Span,
	type Struct,
	type Text,
} from './tree';
import { isLine, LINES, localSize } from './words';

/** The words that begin something at top level. */
const TOP = ['PROC', 'END', 'struct', 'enum', '_Static_assert', ...LINES];

/** Lines whose first argument may name the lock that they belong to: C needs it, the tree does not. */
const OF_A_LOCK = new Set(['VARIANT', 'SWITCH', 'ROLE', 'QUEUE', 'INVARIANT', 'INIT']);

export class FileParser {
	private mode: Mode = 'kernel';

	constructor(
		private readonly s: Stream,
		private readonly text: Text,
	) {}

	run(): void {
		for (const directive of this.s.lexed.directives) this.directive(directive);
		while (!this.s.ended) {
			const before = this.s.at;
			try {
				this.item();
			} catch (error) {
				if (!(error instanceof Unreadable)) throw error;
				this.recover(before);
			}
		}
	}

	/** Goes on at the next line that begins with a word of the top level. */
	private recover(before: number): void {
		const { s } = this;
		if (s.at === before) s.next();
		while (!s.ended && !(s.token.line > s.last.endLine && TOP.includes(s.token.text))) s.next();
	}

	private item(): void {
		const { s } = this;
		const { token } = s;
		if (s.take(';')) return;
		const called = token.kind === 'name' && s.peek(1).text === '(';
		if (token.text === 'struct' && s.peek(2).text === '{') this.struct();
		else if (token.text === 'enum') this.enumeration();
		else if (token.text === '_Static_assert') this.assertion();
		else if (called && token.text === 'PROC') this.procedure();
		else if (called && isLine(token.text)) this.line();
		else this.refuse(called);
	}

	private refuse(called: boolean): never {
		const { s } = this;
		const { token } = s;
		if (!called)
			s.fail(
				'syntax',
				'only lines of the dialect, structs, enums and PROCs stand outside a PROC',
				token,
			);
		if (token.text === 'END') s.fail('end', 'this END has no PROC before it', token);
		const meant = nearest(token.text, TOP);
		return s.fail('unknown-line', `${token.text} is no line of the dialect${meant}`, token);
	}

	private line(): void {
		const { s, text } = this;
		const keyword = s.next();
		s.next();
		const line: Line = {
			keyword: keyword.text,
			args: [],
			fields: {},
			file: s.report.file,
			span: keyword,
		};
		if (!s.is(')')) {
			do this.argument(line);
			while (s.take(','));
		}
		s.expect(')', `behind the arguments of ${keyword.text}`);
		line.span = s.spanFrom(keyword);
		s.take(';');
		if (OF_A_LOCK.has(line.keyword) && line.args[0]?.raw === text.name) line.args.shift();
		text.lines.push(line);
		this.file(line);
	}

	private file(line: Line): void {
		const { s, text } = this;
		switch (line.keyword) {
			case 'LOCK':
				if (text.lock) s.report.at(line.span, 'line', 'a text has one LOCK line');
				else text.lock = line;
				break;
			case 'USES':
				for (const { raw } of line.args) if (!text.uses.includes(raw)) text.uses.push(raw);
				break;
			case 'MODE': {
				const mode = line.args[0]?.raw;
				if (mode === 'user' || mode === 'kernel') this.mode = mode;
				else s.report.at(line.args[0]?.span ?? line.span, 'line', 'MODE is kernel or user');
				break;
			}
			default:
				this.list(line.keyword).push(line);
		}
	}

	private list(keyword: string): Line[] {
		const { variants, switches, words, roles, queues, invariants, inits } = this.text;
		const lists: Readonly<Record<string, Line[]>> = {
			VARIANT: variants,
			SWITCH: switches,
			WORD: words,
			ROLE: roles,
			QUEUE: queues,
			INVARIANT: invariants,
			INIT: inits,
		};
		return lists[keyword] ?? [];
	}

	private argument(line: Line): void {
		const { s } = this;
		const first = s.token;
		const field = parseFieldName(s);
		const raw = this.balanced(line.keyword);
		if (field === undefined) line.args.push(raw);
		else if (Object.hasOwn(line.fields, field))
			s.report.at(first, 'line', `.${field} is given twice`);
		else line.fields[field] = raw;
	}

	/** Tokens up to a comma or bracket that closes more than was opened here. */
	private balanced(keyword: string): Raw {
		const { s } = this;
		const first = s.token;
		const open: string[] = [];
		while (!s.ended) {
			const { text, kind } = s.token;
			if (kind === 'punct' || kind === 'name') {
				if (open.length === 0 && (text === ',' || text === ')')) break;
				if (text === ';' || text === 'PROC' || text === 'END')
					s.fail('syntax', `“)” is missing behind the arguments of ${keyword}`, s.place());
				const close = CLOSES[text];
				if (close) open.push(close);
				else if (text === ')' || text === ']' || text === '}') {
					if (open.pop() !== text) s.fail('syntax', `“${text}” closes nothing here`, s.token);
				}
			}
			s.next();
		}
		if (s.token === first) s.fail('syntax', `an argument of ${keyword} is missing`, s.place());
		const span = s.spanFrom(first);
		return { raw: s.raw(span), span };
	}

	private procedure(): void {
		const { s } = this;
		const first = s.next();
		const proc: Proc = {
			name: '',
			object: '',
			locals: [],
			size: 0,
			first: first.line,
			last: first.line,
			mode: this.mode,
			body: [],
			steps: [],
			calls: [],
			span: first,
			nameSpan: first,
			objectSpan: first,
			head: first,
		};
		try {
			this.head(proc);
		} catch (error) {
			if (!(error instanceof Unreadable)) throw error;
			/* the body is read all the same, but what it names is not known */
			proc.object = '';
			while (!s.ended && s.token.line === s.last.endLine && !TOP.includes(s.token.text)) s.next();
		}
		proc.head = s.spanFrom(first);
		this.text.procs.push(proc);
		parseBody(s, proc);
		this.end(proc, first);
	}

	private head(proc: Proc): void {
		const { s } = this;
		s.next();
		proc.nameSpan = s.name('the name of the procedure');
		proc.name = s.last.text;
		s.expect(',', 'behind the name: PROC(name, struct T, locals)');
		proc.objectSpan = s.token;
		s.expect('struct', 'before the object’s type: PROC(name, struct T, locals)');
		proc.object = s.name('the name of the struct').text;
		if (s.take(',')) this.locals(proc);
		s.expect(')', 'behind the head of PROC');
	}

	private end(proc: Proc, first: Span): void {
		const { s } = this;
		if (!s.is('END')) {
			s.report.at(first, 'end', `PROC(${proc.name}) has no END(${proc.name})`);
			proc.last = s.last.endLine;
		} else {
			const end = s.next();
			proc.last = end.line;
			s.expect('(', 'behind END');
			const name = s.name('the name of the procedure');
			proc.end = { name: name.text, span: name, whole: s.spanFrom(end) };
			s.expect(')', 'behind END');
			proc.end.whole = s.spanFrom(end);
		}
		proc.span = s.spanFrom(first);
	}

	/** `u32 a; tasks b, c;` up to the bracket. */
	private locals(proc: Proc): void {
		const { s } = this;
		while (!s.is(')') && !s.ended) {
			const type = s.name('the type of a local');
			const size = localSize(type.text);
			if (size === undefined) {
				const pointer = s.is('*') || type.text === 'struct';
				const message = pointer
					? 'a local is a number: pointers and structs do not exist here'
					: `${type.text} is no type of a local${nearest(type.text, Object.keys(LOCALS))}`;
				s.report.at(type, 'locals', message);
			}
			do {
				const name = s.name('the name of a local');
				if (proc.locals.length >= LIMITS.locals)
					s.fail('limit', `a procedure has no more than ${LIMITS.locals} locals`, name);
				const bytes = size ?? 4;
				const offset = Math.ceil(proc.size / bytes) * bytes;
				proc.locals.push({ name: name.text, type: type.text, offset, size: bytes, span: name });
				proc.size = offset + bytes;
			} while (s.take(','));
			s.expect(';', 'behind a local');
		}
	}

	private struct(): void {
		const { s } = this;
		const first = s.next();
		const tag = s.name('the name of the struct').text;
		s.expect('{', 'behind the name of the struct');
		const struct: Struct = { tag, members: [], file: s.report.file, span: first };
		while (!s.is('}') && !s.ended) this.members(struct);
		s.expect('}', 'behind the members of the struct');
		s.expect(';', 'behind the struct');
		struct.span = s.spanFrom(first);
		this.text.structs.push(struct);
	}

	private members(struct: Struct): void {
		const { s } = this;
		const first = s.name('the type of a member');
		const type =
			first.text === 'struct' ? `struct ${s.name('the name of the struct').text}` : first.text;
		do {
			const name = s.name('the name of a member');
			const member: Member = { name: name.text, type, span: name };
			if (s.take('[')) {
				const count = parseExpr(s);
				member.count = s.raw(count.span);
				s.expect(']', 'behind the size of the array');
			}
			struct.members.push(member);
		} while (s.take(','));
		const { line } = s.expect(';', 'behind a member');
		const { comments } = s.lexed;
		const behind = comments[firstBehind(comments, s.last.end)];
		const member = struct.members.at(-1);
		if (behind?.line === line && member) member.comment = behind.text;
	}

	private enumeration(): void {
		const { s, text } = this;
		s.next();
		const tag = s.token.kind === 'name' ? s.next().text : '';
		s.expect('{', 'behind enum');
		let before: string | undefined;
		while (!s.is('}') && !s.ended) {
			const name = s.name('the name of a constant');
			let raw = before === undefined ? '0' : `${before} + 1`;
			if (s.take('=')) raw = s.raw(parseExpr(s).span);
			text.constants.push({ name: name.text, raw, enum: tag, file: s.report.file, span: name });
			before = name.text;
			if (!s.take(',')) break;
		}
		s.expect('}', 'behind the constants of the enum');
		s.expect(';', 'behind the enum');
	}

	private assertion(): void {
		const { s } = this;
		s.next();
		s.expect('(', 'behind _Static_assert');
		while (!s.ended && !(s.is(')') && s.peek(1).text === ';')) s.next();
		s.expect(')', 'behind _Static_assert');
		s.expect(';', 'behind _Static_assert');
	}

	private directive(directive: Directive): void {
		const { s, text } = this;
		const { file } = s.report;
		const { name, rest, start, line, column, end, endLine } = directive;
		const span: Span = { start, line, column, end, endLine };
		if (name === 'define') {
			const [, macro = '', params, body = ''] =
				/^(\w+)(?:\(([^)]*)\))?\s*([\s\S]*)$/.exec(rest) ?? [];
			if (/^[a-z]/.test(macro)) s.report.at(span, 'no-lower-case-define', LOWER(macro));
			if (params !== undefined) {
				const names = params.split(',').map((param) => param.trim());
				text.macros.push({ name: macro, params: names.filter(Boolean), body, file, span });
			} else if (body.trim() !== '')
				text.constants.push({ name: macro, raw: body.trim(), file, span });
		} else if (!/^(?:include|ifndef|endif|undef|)$/.test(name))
			s.report.at(span, 'directive', `#${name} is not used here: a text has one reading`);
	}
}

const LOWER = (macro: string): string =>
	`#define ${macro}: a lower-case macro may hide a name of libc or the kernel`;

const CLOSES: Readonly<Record<string, string | undefined>> = { '(': ')', '[': ']', '{': '}' };
const LOCALS = { u8: 0, u16: 0, u32: 0, u64: 0, s32: 0, tasks: 0 };
