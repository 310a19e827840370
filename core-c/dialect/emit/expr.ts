/** Expressions as code that leaves a number: C's rules for 32 bits. */
import { featuresIn } from '../check-expr';
import { evaluate, type Lookup } from '../constants';
import type { Scope } from '../scope';
import type { Expr, Local, Proc, Span, Struct, Text } from '../tree';
import { namesIn } from '../uses';
import { bare, localOf } from '../walk';
import { localSize, sharedType } from '../words';
import { OP, unsigned } from './bytes';
import { type Code, LOCAL } from './code';
import type { Import } from './imports';
import type { Marks } from './marks';

/** What the page cannot run, though it may be right as C. */
export class Unrunnable extends Error {
	constructor(
		readonly span: Span,
		message: string,
	) {
		super(message);
	}
}

export function fail({ span }: { span: Span }, message: string): never {
	throw new Unrunnable(span, message);
}

/** The lock that is run. */
export interface Target {
	lock: Text;
	/** of the procedures that it uses, by their names: as counted in frames */
	numbers: ReadonlyMap<string, number>;
}

/** Features that the variants of a text name, in the order of their bits. */
const featuresOf = ({ variants }: Text): string[] => [
	...new Set(variants.flatMap(({ fields }) => featuresIn(fields.has?.raw))),
];

/** Is it unsigned, once it is a number? Types below 32 bits become int. */
type Unsigned = boolean;

/** Where only its bits count, a set of 32 threads is the same with 64: (u64)q is q. */
function narrow(expr: Expr): Expr {
	const found = bare(expr);
	return found.kind === 'cast' && found.type === 'u64' ? narrow(found.operand) : expr;
}

const COMPARES: Readonly<Record<string, readonly [signed: number, unsigned: number]>> = {
	'<': [OP.lt_s, OP.lt_u],
	'>': [OP.gt_s, OP.gt_u],
	'<=': [OP.le_s, OP.le_u],
	'>=': [OP.ge_s, OP.ge_u],
	'==': [OP.eq, OP.eq],
	'!=': [OP.ne, OP.ne],
};
const PLAIN: Readonly<Record<string, number>> = {
	'+': OP.add,
	'-': OP.sub,
	'*': OP.mul,
	'&': OP.and,
	'|': OP.or,
	'^': OP.xor,
};
const ASKS: Readonly<Record<string, Import>> = {
	NEED_RESCHED: 'ls_edit_need_resched',
	FATAL_SIGNAL: 'ls_edit_fatal_signal',
	TIMEOUT_PASSED: 'ls_edit_timeout_passed',
	MY_ROLE: 'ls_edit_role',
	SIGNAL_PENDING: 'ls_signal_pending',
};
const ASKS_OF_THREAD: Readonly<Record<string, Import>> = {
	THRESHOLD_PASSED: 'ls_threshold_passed',
	TASK_EXITING: 'ls_task_exiting',
};
const WORD_ALIGN = 2;

export class ExprWriter {
	constructor(
		readonly code: Code,
		readonly scope: Scope,
		private readonly proc: Proc,
		private readonly target: Target,
		private readonly lookup: Lookup,
		private readonly marks: Marks,
	) {}

	expanded(expr: Expr): Expr {
		return this.scope.expander.expand(expr);
	}

	/** What it comes to where it is written, if that is known. */
	constant(expr: Expr): number | undefined {
		return evaluate(this.expanded(expr), this.lookup)?.value;
	}

	value(given: Expr): Unsigned {
		const expr = this.expanded(given);
		const known = evaluate(expr, this.lookup);
		if (known) {
			this.code.const(known.value);
			return known.unsigned;
		}
		const local = localOf(expr);
		if (local !== undefined) return this.load(this.localNamed(local, expr));
		return this.written(expr);
	}

	private written(expr: Expr): Unsigned {
		switch (expr.kind) {
			case 'paren':
				return this.value(expr.inner);
			case 'name':
				return this.name(expr);
			case 'unary':
				return this.unary(expr);
			case 'cast':
				return this.cast(expr);
			case 'binary':
				return this.binary(expr);
			case 'conditional':
				return this.conditional(expr);
			case 'assign':
				return this.assign(expr);
			case 'prefix':
			case 'postfix':
				return this.count(expr);
			case 'call':
				return this.call(expr);
			default:
				return fail(expr, 'this is no number that the page can work out');
		}
	}

	/** 0 or 1. */
	truth(expr: Expr): void {
		this.value(expr);
		this.code.add(OP.eqz, OP.eqz);
	}

	localNamed(name: string, at: { span: Span }): Local {
		const local = this.proc.locals.find((one) => one.name === name);
		if (!local) return fail(at, `${this.proc.name} has no local ${name}`);
		if (local.size > 4)
			return fail(at, `the page runs locals of 32 bits; ${name} is ${local.type}`);
		return local;
	}

	private load({ type, size, offset }: Local): Unsigned {
		const isSigned = type.startsWith('s');
		const narrow =
			size === 1 ? (isSigned ? OP.load8_s : OP.load8_u) : isSigned ? OP.load16_s : OP.load16_u;
		this.code.get(LOCAL.my);
		this.code.add(size === 4 ? OP.load : narrow, size >> 1, ...unsigned(offset));
		return size === 4 && !isSigned;
	}

	/** Stores the number on the stack, by way of a local of the function. */
	store({ type, size, offset }: Local): void {
		const { code } = this;
		if (type === 'bool') code.add(OP.eqz, OP.eqz);
		code.set(LOCAL.value);
		code.get(LOCAL.my);
		code.get(LOCAL.value);
		const op = size === 4 ? OP.store : size === 2 ? OP.store16 : OP.store8;
		code.add(op, size >> 1, ...unsigned(offset));
	}

	private name(expr: Extract<Expr, { kind: 'name' }>): Unsigned {
		if (expr.name === 'me') this.code.get(LOCAL.me);
		else if (expr.name === 'VAL') this.code.get(LOCAL.other);
		else if (expr.name === 'true') this.code.const(1);
		else if (expr.name === 'false' || expr.name === 'NULL') this.code.const(0);
		else fail(expr, `the page does not know the value of ${expr.name}`);
		return expr.name === 'me' || expr.name === 'VAL';
	}

	private unary(expr: Extract<Expr, { kind: 'unary' }>): Unsigned {
		const { code } = this;
		if (expr.op === '!') {
			this.value(expr.operand);
			code.add(OP.eqz);
			return false;
		}
		if (expr.op === '-') code.const(0);
		const result = this.value(expr.operand);
		if (expr.op === '-') code.add(OP.sub);
		else if (expr.op === '~') {
			code.const(-1);
			code.add(OP.xor);
		} else if (expr.op !== '+') fail(expr, `${expr.op} gives no number here`);
		return result;
	}

	private cast(expr: Extract<Expr, { kind: 'cast' }>): Unsigned {
		const { code } = this;
		const size = localSize(expr.type);
		this.value(expr.operand);
		if (expr.type === 'bool') code.add(OP.eqz, OP.eqz);
		else if (size === 1 || size === 2) {
			if (expr.type.startsWith('s')) code.add(size === 1 ? OP.extend8_s : OP.extend16_s);
			else {
				code.const(size === 1 ? 0xff : 0xffff);
				code.add(OP.and);
			}
		} else if (size !== 4) fail(expr, `the page has numbers of 32 bits, and no ${expr.type}`);
		return size === 4 && !expr.type.startsWith('s');
	}

	private binary(expr: Extract<Expr, { kind: 'binary' }>): Unsigned {
		const { code } = this;
		const { op, left, right } = expr;
		if (op === '&&' || op === '||') {
			this.value(left);
			const rest = () => {
				this.code.pass(this.marks.at(right.span));
				this.truth(right);
			};
			const settled = () => code.const(op === '||' ? 1 : 0);
			code.if(true, op === '&&' ? rest : settled, op === '&&' ? settled : rest);
			return false;
		}
		if (op === '/' || op === '%') return this.divide(expr);
		const isLeft = this.value(left);
		const isRight = this.value(right);
		const isUnsigned = isLeft || isRight;
		const compare = COMPARES[op];
		if (compare) {
			code.add(compare[isUnsigned ? 1 : 0]);
			return false;
		}
		if (op === '<<' || op === '>>') {
			code.add(op === '<<' ? OP.shl : isLeft ? OP.shr_u : OP.shr_s);
			return isLeft;
		}
		code.add(PLAIN[op] ?? fail(expr, `the page does not know ${op}`));
		return isUnsigned;
	}

	/** By what may be 0 C says nothing, and no published text does it. */
	private divide({ op, left, right }: Extract<Expr, { kind: 'binary' }>): Unsigned {
		const { code } = this;
		const divisor = this.constant(right);
		if (!divisor || divisor < 0) fail(right, 'the page divides by a positive constant alone');
		const isLeft = this.value(left);
		const isUnsigned = this.value(right) || isLeft;
		const [divides, leaves] = isUnsigned ? [OP.div_u, OP.rem_u] : [OP.div_s, OP.rem_s];
		code.add(op === '/' ? divides : leaves);
		return isUnsigned;
	}

	private conditional(expr: Extract<Expr, { kind: 'conditional' }>): Unsigned {
		let isUnsigned = false;
		const way = (one: Expr) => () => {
			this.code.pass(this.marks.at(one.span));
			isUnsigned = this.value(one) || isUnsigned;
		};
		this.value(narrow(expr.test));
		this.code.if(true, way(expr.yes), way(expr.no));
		return isUnsigned;
	}

	private writtenLocal(target: Expr): Local {
		const name = localOf(this.expanded(target));
		if (name === undefined) return fail(target, 'only locals are written here: my->…');
		return this.localNamed(name, target);
	}

	private assign(expr: Extract<Expr, { kind: 'assign' }>): Unsigned {
		const local = this.writtenLocal(expr.target);
		if (expr.op === '=') this.value(expr.value);
		else {
			const { target, value, span } = expr;
			this.binary({ kind: 'binary', op: expr.op.slice(0, -1), left: target, right: value, span });
		}
		this.store(local);
		return this.load(local);
	}

	private count(expr: Extract<Expr, { kind: 'prefix' | 'postfix' }>): Unsigned {
		const { code } = this;
		const local = this.writtenLocal(expr.operand);
		const before = expr.kind === 'postfix';
		if (before) this.load(local);
		const isUnsigned = this.load(local);
		code.const(1);
		code.add(expr.op === '++' ? OP.add : OP.sub);
		this.store(local);
		return before ? isUnsigned : this.load(local);
	}

	private call(expr: Extract<Expr, { kind: 'call' }>): Unsigned {
		const { code } = this;
		const { name, args } = expr;
		const [first, second] = args;
		const ask = ASKS[name] ?? ASKS_OF_THREAD[name];
		if (ask) {
			code.get(LOCAL.machine);
			if (ASKS[name]) code.get(LOCAL.me);
			if (first) this.value(first);
			code.call(ask);
			return false;
		}
		if (name === 'HAS' || name === 'FAULT') return this.setting(name, first, second, expr);
		if (name === 'ADDRESS' && first) {
			this.place(first);
			code.get(LOCAL.machine);
			code.call('ls_edit_memory');
			code.add(OP.sub);
			code.const(WORD_ALIGN);
			code.add(OP.shr_u);
			code.const(1);
			code.add(OP.add);
			return true;
		}
		const builtin = /^__builtin_(ctz|popcount)(?:ll?)?$/.exec(name)?.[1];
		if (!builtin || !first) return fail(expr, `the page cannot run ${name}`);
		this.value(narrow(first));
		code.add(builtin === 'ctz' ? OP.ctz : OP.popcnt);
		return false;
	}

	/** A text that another lock uses has neither its features nor its switches. */
	private setting(word: string, of: Expr | undefined, value: Expr | undefined, at: Expr): Unsigned {
		const { code, target } = this;
		if (of?.kind !== 'name' || value?.kind !== 'name') return fail(at, `${word} takes two names`);
		if (of.name !== target.lock.name) {
			code.const(0);
			return false;
		}
		const names = word === 'HAS' ? featuresOf(target.lock) : namesIn(target.lock.switches);
		code.get(LOCAL.machine);
		code.call(word === 'HAS' ? 'ls_edit_features' : 'ls_edit_switches');
		code.const(names.indexOf(value.name));
		code.add(OP.shr_u);
		code.const(1);
		code.add(OP.and);
		return true;
	}

	/** Leaves the address of what is named in shared memory; says what stands there. */
	place(given: Expr): string {
		const expr = this.expanded(given);
		switch (expr.kind) {
			case 'paren':
				return this.place(expr.inner);
			case 'name':
				if (expr.name !== 'lk') break;
				this.code.get(LOCAL.lock);
				return `struct ${this.proc.object}`;
			case 'unary':
				if (expr.op !== '&' && expr.op !== '*') break;
				return this.place(expr.operand);
			case 'member':
				return this.member(expr);
			case 'index':
				return this.index(expr);
			case 'call':
				return this.at(expr);
		}
		return fail(expr, 'this names nothing in shared memory');
	}

	private structOf(type: string): Struct | undefined {
		return this.scope.structs.get(type.replace(/^struct /, ''));
	}

	private member(expr: Extract<Expr, { kind: 'member' }>): string {
		const struct = this.structOf(this.place(expr.object));
		const member = struct?.members.find((one) => one.name === expr.name);
		if (member?.offset === undefined)
			return fail(expr, `the page does not know where ${expr.name} is`);
		this.plus(member.offset);
		return member.type;
	}

	private index(expr: Extract<Expr, { kind: 'index' }>): string {
		const { code } = this;
		const type = this.place(expr.object);
		const size = this.structOf(type)?.size ?? sharedType(type)?.size;
		if (size === undefined) return fail(expr, 'the page does not know how large this is');
		this.value(expr.index);
		code.const(size);
		code.add(OP.mul, OP.add);
		return type;
	}

	/** The word that has this address; 0, and what is none, is refused by the access. */
	private at(expr: Extract<Expr, { kind: 'call' }>): string {
		const { code } = this;
		const [address] = expr.args;
		if (expr.name !== 'AT' || !address) return fail(expr, 'this names nothing in shared memory');
		code.get(LOCAL.machine);
		code.call('ls_edit_memory');
		this.value(address);
		code.const(1);
		code.add(OP.sub);
		code.const(WORD_ALIGN);
		code.add(OP.shl, OP.add);
		return 'word';
	}

	private plus(offset: number): void {
		if (offset === 0) return;
		this.code.const(offset);
		this.code.add(OP.add);
	}
}
