/** Checks expressions: what is private may be read, what is shared is a step. */

import { tagOf } from './layout';
import { textOf } from './macros';
import { nearest } from './nearest';
import type { Reporter } from './report';
import type { Scope } from './scope';
import type { Expr, Member, Proc, Span } from './tree';
import { namesIn } from './uses';
import { bare, forEachChild, localOf } from './walk';
import { INVARIANT_WORDS, machineConstant, WORDS, type Word, wordOf } from './words';

/** What an expression is, as far as shared memory goes. */
type Type =
	| { kind: 'number' }
	| { kind: 'word' | 'list' }
	| { kind: 'struct'; tag: string }
	| { kind: 'pointer'; tag: string }
	| { kind: 'array'; of: string }
	/** a fault of it has been told */
	| { kind: 'unknown' };

const NUMBER: Type = { kind: 'number' };
const UNKNOWN: Type = { kind: 'unknown' };

/** What an expression may name beside constants and locals. */
export interface Where {
	proc?: Proc;
	/** tag of what lk points to */
	object: string;
	/** VAL stands for a word's value here */
	val?: boolean;
	/** names that EACH, ANY and COUNT have brought in; only invariants have them, and read for free */
	bound?: ReadonlySet<string>;
}

const FREE_NAMES = new Set(['me', 'true', 'false', 'NULL']);

export class ExprChecker {
	constructor(
		readonly scope: Scope,
		readonly report: Reporter,
	) {}

	typeOf(member: string): Type {
		const tag = tagOf(member);
		if (tag !== undefined) return { kind: 'struct', tag };
		return member === 'word' || member === 'list' ? { kind: member } : UNKNOWN;
	}

	private element(member: Member): Type {
		return member.count === undefined
			? this.typeOf(member.type)
			: { kind: 'array', of: member.type };
	}

	/** Shared memory that an expression names, or number when it names none. */
	place(expr: Expr, where: Where): Type {
		switch (expr.kind) {
			case 'paren':
				return this.place(expr.inner, where);
			case 'name':
				return expr.name === 'lk' ? { kind: 'pointer', tag: where.object } : NUMBER;
			case 'member':
				return this.member(expr, where);
			case 'index':
				return this.index(expr, where);
			case 'unary': {
				if (expr.op !== '&' && expr.op !== '*') return NUMBER;
				const inner = this.place(expr.operand, where);
				if (inner.kind === 'number' || inner.kind === 'unknown') return inner;
				if (expr.op === '&' && inner.kind === 'struct') return { kind: 'pointer', tag: inner.tag };
				return this.fault(expr.span, 'address', 'only the address of a struct is taken: &lk->part');
			}
			case 'call':
				if (expr.name !== 'AT' || expr.args.length !== 1) return NUMBER;
				this.value(expr.args[0] as Expr, where);
				return { kind: 'word' };
			default:
				return NUMBER;
		}
	}

	private member(expr: Extract<Expr, { kind: 'member' }>, where: Where): Type {
		const object = this.place(expr.object, where);
		if (object.kind === 'number' || object.kind === 'unknown') return object;
		const name = textOf(expr.object);
		if (
			(object.kind === 'word' && expr.name === 'v') ||
			(object.kind === 'list' && expr.name === 't')
		) {
			if (where.bound) return object.kind === 'list' ? UNKNOWN : NUMBER;
			const message = 'the value of a word is read with a word of the dialect, never with .v';
			return this.fault(expr.span, 'no-bare-access', message);
		}
		if (object.kind === 'array')
			return this.fault(expr.object.span, 'type', `${name} is an array: ${name}[…]`);
		if (!('tag' in object))
			return this.fault(expr.span, 'type', `${name} is a ${object.kind} and has no members`);
		if ((object.kind === 'pointer') !== expr.arrow) {
			const right = expr.arrow ? '.' : '->';
			return this.fault(expr.span, 'type', `write ${name}${right}${expr.name}`);
		}
		const struct = this.scope.structs.get(object.tag);
		if (!struct) return UNKNOWN; /* told where the procedure names it */
		const member = struct.members.find((one) => one.name === expr.name);
		if (member) return this.element(member);
		const meant = nearest(
			expr.name,
			struct.members.map((one) => one.name),
		);
		return this.fault(
			expr.span,
			'member',
			`struct ${object.tag} has no member ${expr.name}${meant}`,
		);
	}

	private index(expr: Extract<Expr, { kind: 'index' }>, where: Where): Type {
		const object = this.place(expr.object, where);
		this.value(expr.index, where);
		if (object.kind === 'number' || object.kind === 'unknown') return object;
		if (object.kind === 'array') return this.typeOf(object.of);
		return this.fault(expr.span, 'type', `${textOf(expr.object)} is no array`);
	}

	fault(span: Span, rule: string, message: string): Type {
		this.report.at(span, rule, message);
		return UNKNOWN;
	}

	/** An expression that stands for a number: private things only. */
	value(given: Expr, where: Where): void {
		const expr = this.scope.expander.expand(given);
		if (expr.kind === 'name') this.name(expr, where);
		else if (expr.kind === 'member' || expr.kind === 'index') this.read(expr, where);
		else if (expr.kind === 'call') this.call(expr, where);
		else if (expr.kind === 'assign') this.write(expr.target, where, expr);
		else if (expr.kind === 'prefix' || expr.kind === 'postfix')
			this.write(expr.operand, where, expr);
		else if (expr.kind === 'unary' && (expr.op === '&' || expr.op === '*'))
			this.fault(
				expr.span,
				'address',
				'addresses stand only where a procedure is given its object',
			);
		else forEachChild(expr, (child) => this.value(child, where));
	}

	private name({ name, span }: Extract<Expr, { kind: 'name' }>, where: Where): void {
		const { constants, procs, macros } = this.scope;
		if (FREE_NAMES.has(name) || constants.has(name) || where.bound?.has(name)) return;
		if (machineConstant(name) !== undefined || /^LS_/.test(name)) return;
		if (name === 'VAL' && where.val) return;
		if (name === 'VAL')
			this.fault(span, 'name', 'VAL stands only in the condition of AWAIT and WAIT_UNTIL');
		else if (name === 'my' || name === 'lk')
			this.fault(span, 'name', `${name} stands only before ->`);
		else if (where.proc?.locals.some((local) => local.name === name))
			this.fault(span, 'name', `${name} is a local: my->${name}`);
		else if (procs.has(name) || macros.has(name))
			this.fault(span, 'name', `${name} is not a value`);
		else {
			const known = [...constants.keys(), 'me'];
			this.fault(span, 'name', `${name} is not known here${nearest(name, known)}`);
		}
	}

	private read(expr: Extract<Expr, { kind: 'member' | 'index' }>, where: Where): void {
		const local = localOf(expr);
		if (local !== undefined) {
			this.local(local, expr.span, where);
			return;
		}
		const type = this.place(expr, where);
		if (type.kind === 'number') {
			if (where.bound) return;
			this.fault(expr.span, 'name', `${textOf(expr)} is neither a local nor shared memory`);
		} else if (type.kind === 'word' && where.bound) {
			const name = textOf(expr);
			const message = `${name} is a word: an invariant reads its value, ${name}.v`;
			this.fault(expr.span, 'type', message);
		} else this.shared(expr, type, 'reading');
	}

	/** Says that shared memory is touched outside of a step. */
	private shared(expr: Expr, type: Type, how: 'reading' | 'writing'): void {
		const name = textOf(expr);
		if (type.kind === 'word') {
			const use = how === 'reading' ? 'LOAD' : 'STORE';
			const message = `${name} is shared memory: ${how} it is a step. Use ${use}(…)`;
			this.fault(expr.span, 'no-bare-access', message);
		} else if (type.kind === 'list')
			this.fault(
				expr.span,
				'no-bare-access',
				`${name} is a shared list. Use LIST_FIRST(…) or LIST_COUNT(…)`,
			);
		else if (type.kind !== 'unknown')
			this.fault(expr.span, 'type', `${name} is no number but ${describe(type)}`);
	}

	local(name: string, span: Span, { proc }: Where): void {
		const locals = proc?.locals.map((one) => one.name) ?? [];
		if (locals.includes(name)) return;
		const message = proc
			? `${proc.name} has no local ${name}${nearest(name, locals)}`
			: 'there are no locals here';
		this.fault(span, 'local', message);
	}

	private write(target: Expr, where: Where, whole: Expr): void {
		const local = localOf(target);
		if (local !== undefined) this.local(local, target.span, where);
		else {
			const type = this.place(target, where);
			if (type.kind === 'number')
				this.fault(target.span, 'write', 'only locals are written here: my->…');
			else this.shared(target, type, 'writing');
		}
		if (whole.kind === 'assign') this.value(whole.value, where);
	}

	private call(expr: Extract<Expr, { kind: 'call' }>, where: Where): void {
		const { name, args, span } = expr;
		const word = wordOf(name);
		if (where.bound && this.invariantWord(expr, where)) return;
		if (word?.role === 'value') this.valueWord(name, word, args, span, where);
		else if (word) {
			const what = word.role === 'free' ? 'a statement' : 'a step';
			this.fault(
				span,
				'first-on-line',
				`${name} is ${what} and gives no value: it stands on a line of its own`,
			);
		} else this.unknownCall(expr);
	}

	private unknownCall({ name, args, span }: Extract<Expr, { kind: 'call' }>): void {
		const { procs, macros } = this.scope;
		const macro = macros.get(name);
		if (name.startsWith('__builtin_')) return;
		if (macro && macro.params.length !== args.length) {
			const count = `${macro.params.length} argument${macro.params.length === 1 ? '' : 's'}`;
			this.fault(span, 'arguments', `${name} takes ${count}; this has ${args.length}`);
		} else if (macro) this.fault(span, 'macro', `${name} does not expand to an expression`);
		else if (procs.has(name))
			this.fault(
				span,
				'call',
				`a procedure is called with CALL(dst, ${name}, lk) or DO(${name}, lk)`,
			);
		else {
			const known = [...Object.keys(WORDS), ...macros.keys()];
			this.fault(span, 'unknown-word', `${name} is no word of the dialect${nearest(name, known)}`);
		}
	}

	private valueWord(name: string, word: Word, args: Expr[], span: Span, where: Where): void {
		if (args.length !== word.params.length) {
			this.fault(span, 'arguments', wrongCount(name, word, args.length));
			return;
		}
		if (name === 'FAULT' || name === 'HAS') this.setting(name, args);
		else if (name === 'AT')
			this.shared({ kind: 'call', name, args, span }, { kind: 'word' }, 'reading');
		else if (name === 'ADDRESS') this.addressed(args[0] as Expr, where);
		else for (const arg of args) this.value(arg, where);
	}

	/** ADDRESS(lk->word) looks at no value: it is private. */
	private addressed(given: Expr, where: Where): void {
		const expr = this.scope.expander.expand(given);
		const type = this.place(expr, where);
		if (type.kind === 'word' || type.kind === 'unknown') return;
		const found = type.kind === 'number' ? 'private' : describe(type);
		this.fault(given.span, 'type', `ADDRESS needs a shared word: lk->…; this is ${found}`);
	}

	/** FAULT(lock, switch) and HAS(lock, feature) name something that a text declares. */
	private setting(word: string, [lock, value]: Expr[]): void {
		if (lock?.kind !== 'name' || value?.kind !== 'name') {
			this.fault((lock as Expr).span, 'arguments', `${word} takes two names`);
			return;
		}
		const { texts } = this.scope.project;
		const text = texts.find(({ name }) => name === lock.name);
		if (!text) {
			const meant = nearest(
				lock.name,
				texts.map(({ name }) => name),
			);
			this.fault(lock.span, 'lock', `there is no text ${lock.name}${meant}`);
			return;
		}
		const known =
			word === 'FAULT'
				? namesIn(text.switches)
				: text.variants.flatMap(({ fields }) => featuresIn(fields.has?.raw));
		if (known.includes(value.name)) return;
		const what = word === 'FAULT' ? 'switch' : 'feature';
		this.fault(
			value.span,
			what,
			`${lock.name} has no ${what} ${value.name}${nearest(value.name, known)}`,
		);
	}

	/** Words of invariants; true when the call is one, or may be one that is not listed here. */
	private invariantWord(
		{ name, args, span }: Extract<Expr, { kind: 'call' }>,
		where: Where,
	): boolean {
		const [first, second] = args;
		if (name === 'EACH' || name === 'ANY' || name === 'COUNT') {
			const bound = first?.kind === 'name' ? first.name : '';
			if (bound === '' || args.length !== 2)
				this.fault(span, 'arguments', `${name} takes a name and a condition: ${name}(t, …)`);
			else this.value(second as Expr, { ...where, bound: new Set(where.bound).add(bound) });
			return true;
		}
		if (name === 'INSIDE') {
			if (first) this.value(first, where);
			if (second?.kind === 'name') this.procedure(second.name, second.span);
			else this.fault(span, 'arguments', 'INSIDE takes a thread and a procedure: INSIDE(t, proc)');
			return true;
		}
		if (name === 'FEATURE' && args.length === 2) {
			this.setting('HAS', args);
			return true;
		}
		if ((INVARIANT_WORDS as readonly string[]).includes(name)) {
			for (const arg of args) this.seen(arg, where);
			return true;
		}
		if (wordOf(name) || !/^[A-Z_]+$/.test(name)) return false;
		const meant = nearest(name, INVARIANT_WORDS);
		if (meant) this.fault(span, 'unknown-word', `${name} is no word of an invariant${meant}`);
		return true;
	}

	/** A word of an invariant may look at a list as a whole. */
	private seen(expr: Expr, where: Where): void {
		const member = expr.kind === 'member' && localOf(expr) === undefined;
		if (!member || this.place(expr, where).kind === 'number') this.value(expr, where);
	}

	procedure(name: string, span: Span): Proc | undefined {
		const proc = this.scope.procs.get(name);
		if (!proc) {
			const meant = nearest(name, this.scope.procs.keys());
			this.fault(span, 'procedure', `there is no procedure ${name}${meant}`);
		}
		return proc;
	}
}

/** `look_first | spinner_queue`; none is written 0. */
export const featuresIn = (has: string | undefined): string[] =>
	has?.match(/\w+/g)?.filter((name) => name !== '0') ?? [];

export const wrongCount = (name: string, { params }: Word, found: number): string => {
	const plain = params.filter((param) => param !== 'sets');
	const takes = plain.length === 0 ? 'no arguments' : `${plain.length} (${plain.join(', ')})`;
	return `${name} takes ${takes}; this has ${found === 0 ? 'none' : found}`;
};

export function describe(type: Type): string {
	switch (type.kind) {
		case 'struct':
			return `a struct ${type.tag}`;
		case 'pointer':
			return `the address of a struct ${type.tag}`;
		case 'array':
			return 'an array';
		default:
			return `a ${type.kind}`;
	}
}

/** An expression that changes something. */
export function effectIn(expr: Expr): Expr | undefined {
	const found = bare(expr);
	if (found.kind === 'assign' || found.kind === 'prefix' || found.kind === 'postfix') return found;
	let inner: Expr | undefined;
	forEachChild(found, (child) => {
		inner ??= effectIn(child);
	});
	return inner;
}
