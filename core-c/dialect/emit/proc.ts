/** A procedure as a function of the core: the statements, and what each word of the dialect does (core-c/backend/step/step.h). */
import type { Lookup } from '../constants';
import { callOf } from '../parse-stmt';
import type { Scope } from '../scope';
import type { Arg, Call, Expr, Proc, Span, Stmt, WordStmt } from '../tree';
import { localOf } from '../walk';
import { isCall, isStep, ORDERS } from '../words';
import { type Bytes, OP, unsigned } from './bytes';
import { Code, LOCAL } from './code';
import { ExprWriter, fail, type Target } from './expr';
import type { Import } from './imports';
import type { Marks } from './marks';

/** By their numbers, enum ls_order. */
export const ORDER_NUMBERS: readonly string[] = [...ORDERS, 'wmb'];

interface Loop {
	breaks: number;
	continues: number;
}

/** Accesses of a word or a list, with what they take behind it; those with a value give it to their first argument. */
const ACCESSES: Readonly<Record<string, readonly [call: Import, gives: boolean]>> = {
	LOAD: ['ls_load', true],
	STORE: ['ls_store', false],
	XCHG: ['ls_xchg', true],
	CAS: ['ls_cas', true],
	FETCH_ADD: ['ls_add', true],
	FETCH_OR: ['ls_or', true],
	FETCH_ANDNOT: ['ls_andnot', true],
	SPIN_UNLOCK: ['ls_spin_unlock', false],
	LIST_ADD: ['ls_list_add', false],
	LIST_DEL: ['ls_list_del', false],
	LIST_FIRST: ['ls_list_first', true],
	LIST_COUNT: ['ls_list_count', true],
	LIST_NEXT: ['ls_list_next', true],
	LIST_HAS: ['ls_list_has_thread', true],
	QUEUE_UNLOCK: ['ls_queue_unlock', false],
};
/** What they take is no place in memory. */
const OF_TASKS: Readonly<Record<string, readonly [call: Import, gives: boolean]>> = {
	ON_CPU: ['ls_on_cpu', true],
	WAKE: ['ls_wake', true],
	SET_STATE: ['ls_set_state', false],
	STORE_STATE: ['ls_store_state', false],
	CRITICAL: ['ls_edit_critical', false],
};
const OWN: Readonly<Record<string, Import>> = {
	PREEMPT_DISABLE: 'ls_edit_preempt_disable',
	PREEMPT_ENABLE: 'ls_preempt_enable',
	PREEMPT_ENABLE_NO_RESCHED: 'ls_edit_preempt_enable_no_resched',
	CLEAR_SIGNAL: 'ls_edit_clear_signal',
	THRESHOLD_START: 'ls_edit_threshold_start',
	THRESHOLD_STOP: 'ls_edit_threshold_stop',
	TIMEOUT_START: 'ls_edit_timeout_start',
	TIMEOUT_STOP: 'ls_edit_timeout_stop',
	HOLD_WRITE: 'ls_edit_holds_write',
	HOLD_READ: 'ls_edit_holds_read',
};
const HOLDS: Readonly<Record<string, Import>> = {
	TAKES_WRITE: 'ls_edit_takes_write',
	TAKES_READ: 'ls_edit_takes_read',
	GIVES: 'ls_edit_gives',
};
const NOTHING = new Set(['CPU_RELAX', 'UNHOLD', 'DOWNGRADE']);
const PART = { BYTE: { bits: 8, mask: 0xff }, HALF: { bits: 16, mask: 0xffff } } as const;

export class ProcWriter {
	private readonly code = new Code();
	private readonly exprs: ExprWriter;
	private readonly labels = new Map<string, number>();
	private readonly loops: Loop[] = [];

	constructor(
		private readonly proc: Proc,
		private readonly scope: Scope,
		private readonly target: Target,
		lookup: Lookup,
		private readonly marks: Marks,
	) {
		this.exprs = new ExprWriter(this.code, scope, proc, target, lookup, marks);
	}

	write(): Bytes {
		for (const { name } of this.proc.locals) this.exprs.localNamed(name, this.proc);
		for (const stmt of this.proc.body) this.statement(stmt);
		this.code.pass(this.marks.behind(this.proc));
		this.returns(() => this.code.const(0));
		return this.code.body(this.proc.last - this.proc.first);
	}

	private statement(stmt: Stmt): void {
		const { code, exprs } = this;
		code.pass(this.marks.ahead(stmt));
		switch (stmt.kind) {
			case 'block':
				for (const one of stmt.body) this.statement(one);
				code.pass(this.marks.behind(stmt));
				return;
			case 'expr':
				this.passed(stmt);
				exprs.value(stmt.expr);
				code.add(OP.drop);
				return;
			case 'if':
				this.branch(stmt);
				return;
			case 'while':
			case 'for':
				this.loop(stmt);
				return;
			case 'do':
				this.doLoop(stmt);
				return;
			case 'label':
				this.goesOnAt(this.label(stmt.name));
				this.passed(stmt);
				this.statement(stmt.body);
				return;
			case 'goto':
				this.passed(stmt);
				this.leave(this.label(stmt.label));
				return;
			case 'break':
			case 'continue': {
				const loop = this.loops.at(-1);
				if (!loop) fail(stmt, `${stmt.kind} stands in no loop`);
				this.passed(stmt);
				this.leave(stmt.kind === 'break' ? loop.breaks : loop.continues);
				return;
			}
			case 'word':
				this.word(stmt);
		}
	}

	/** This piece of the text runs. */
	private passed({ span }: { span: Span }): void {
		this.code.pass(this.marks.at(span));
	}

	private goesOnAt(piece: number): void {
		this.code.begin(piece);
	}

	/** Jumps; what stands behind is code of its own, which something else may lead to. */
	private leave(to: number): void {
		this.code.jump(to);
		this.goesOnAt(this.code.later());
	}

	private label(name: string): number {
		const piece = this.labels.get(name) ?? this.code.later();
		this.labels.set(name, piece);
		return piece;
	}

	private unless(test: Expr, to: number): void {
		this.passed(test);
		this.exprs.value(test);
		this.code.add(OP.eqz);
		this.code.jumpIf(to);
	}

	private branch(stmt: Extract<Stmt, { kind: 'if' }>): void {
		const { code } = this;
		const otherwise = code.later();
		this.unless(stmt.test, otherwise);
		this.goesOnAt(code.later());
		this.statement(stmt.then);
		if (!stmt.else) {
			this.goesOnAt(otherwise);
			return;
		}
		const behind = code.later();
		code.jump(behind);
		this.goesOnAt(otherwise);
		this.statement(stmt.else);
		this.goesOnAt(behind);
	}

	private loop(stmt: Extract<Stmt, { kind: 'while' | 'for' }>): void {
		const { code, exprs } = this;
		const run = (expr: Expr | undefined) => {
			if (!expr) return;
			this.passed(expr);
			exprs.value(expr);
			code.add(OP.drop);
		};
		this.passed(stmt);
		if (stmt.kind === 'for') run(stmt.init);
		const head = code.later();
		const loop = { breaks: code.later(), continues: code.later() };
		this.goesOnAt(head);
		if (stmt.test) this.unless(stmt.test, loop.breaks);
		this.goesOnAt(code.later());
		this.around(loop, stmt.body);
		this.goesOnAt(loop.continues);
		if (stmt.kind === 'for') run(stmt.next);
		code.jump(head);
		this.goesOnAt(loop.breaks);
	}

	private doLoop(stmt: Extract<Stmt, { kind: 'do' }>): void {
		const { code, exprs } = this;
		const head = code.later();
		const loop = { breaks: code.later(), continues: code.later() };
		this.goesOnAt(head);
		this.around(loop, stmt.body);
		this.goesOnAt(loop.continues);
		this.passed(stmt.test);
		exprs.value(stmt.test);
		code.jumpIf(head);
		this.goesOnAt(loop.breaks);
	}

	private around(loop: Loop, body: Stmt): void {
		this.loops.push(loop);
		this.statement(body);
		this.loops.pop();
	}

	/** Ends the call, and the function. */
	private returns(value: () => void): void {
		const { code } = this;
		code.here();
		value();
		code.add(OP.extend_u);
		code.call('ls_return');
		code.add(OP.return);
		this.goesOnAt(code.later());
	}

	private lineOf({ line }: Span): number {
		return line - this.proc.first;
	}

	/** The thread stops before what comes next, and goes on there. */
	private park(span: Span): void {
		const { code } = this;
		code.get(LOCAL.frame);
		code.const(this.lineOf(span));
		code.call('ls_edit_park');
		code.add(OP.return);
		code.resumeAt(this.lineOf(span));
	}

	private word(stmt: WordStmt): void {
		const { keyword, args, span } = stmt;
		const { code, exprs } = this;
		if (isCall(keyword)) {
			this.passed(stmt);
			this.calls(callOf(stmt));
			return;
		}
		const of = args.map(({ expr }) => expr);
		const [first] = of;
		if (keyword === 'SPIN_LOCK' || keyword === 'SPIN_TRYLOCK') this.own('ls_edit_preempt_disable');
		if (isStep(keyword)) {
			this.park(span);
			this.passed(stmt);
			this.step(stmt, of);
			if (keyword === 'SPIN_UNLOCK') this.own('ls_preempt_enable');
			return;
		}
		this.passed(stmt);
		const own = OWN[keyword];
		const holds = HOLDS[keyword];
		if (keyword === 'RETURN') this.returns(() => exprs.value(first as Expr));
		else if (own) this.own(own);
		else if (holds) {
			code.here();
			code.call(holds);
		} else if (keyword === 'ASSERT' || keyword === 'OTHERWISE') {
			code.get(LOCAL.machine);
			exprs.truth(first as Expr);
			code.call(keyword === 'ASSERT' ? 'ls_edit_assert' : 'ls_edit_otherwise');
		} else if (keyword === 'OUT_OF_SCOPE' || keyword === 'ALIVE') {
			code.get(LOCAL.machine);
			exprs.place(first as Expr);
			code.call(keyword === 'ALIVE' ? 'ls_alive' : 'ls_out_of_scope');
		} else if (!NOTHING.has(keyword)) fail(stmt, `the page cannot run ${keyword}`);
	}

	private own(effect: Import): void {
		const { code } = this;
		code.get(LOCAL.machine);
		code.get(LOCAL.me);
		code.call(effect);
	}

	private order(expr: Expr | undefined): void {
		const name = expr?.kind === 'name' ? expr.name : '';
		this.code.const(ORDER_NUMBERS.indexOf(name));
	}

	/** Puts the number on the stack into the local. */
	private into(dst: Expr): void {
		const name = localOf(this.exprs.expanded(dst));
		if (name === undefined) fail(dst, 'a result goes into a local: my->…');
		this.exprs.store(this.exprs.localNamed(name, dst));
	}

	private step(stmt: WordStmt, args: readonly Expr[]): void {
		const { keyword } = stmt;
		const { code, exprs } = this;
		const access = ACCESSES[keyword] ?? OF_TASKS[keyword];
		if (access) {
			const [call, gives] = access;
			const [dst, rest] = gives ? [args[0], args.slice(1)] : [undefined, args];
			code.here();
			this.operands(rest, keyword in ACCESSES);
			code.call(call);
			if (dst) this.into(dst);
			return;
		}
		const [, kind, part] = /^(STORE|XCHG)_(BYTE|HALF)$/.exec(keyword) ?? [];
		if (kind && part) this.part(kind === 'XCHG', PART[part as keyof typeof PART], args);
		else if (keyword === 'ADD' || keyword === 'ADD_RETURN') this.add(keyword, args);
		else if (keyword === 'AWAIT' || keyword === 'WAIT_UNTIL') this.await(keyword === 'AWAIT', args);
		else if (keyword === 'SPIN_LOCK') {
			code.here();
			exprs.place(args[0] as Expr);
			code.call('ls_spin_lock');
			code.add(OP.eqz);
			code.if(false, () => this.spins());
		} else if (keyword === 'SPIN_TRYLOCK') this.trylock(args);
		else if (keyword === 'SCHEDULE') {
			code.here();
			code.call('ls_schedule');
			code.if(false, () => {
				code.call('ls_edit_parked');
				code.add(OP.return);
			});
		} else if (keyword === 'QUEUE_LOCK') this.queueLock(args);
		else fail(stmt, `the page cannot run ${keyword}`);
	}

	/** The first is a place in memory where the access has one; the last may be an order. */
	private operands(args: readonly Expr[], hasPlace: boolean): void {
		for (const [i, arg] of args.entries()) {
			if (i === 0 && hasPlace) this.exprs.place(arg);
			else if (i === args.length - 1 && arg.kind === 'name' && ORDER_NUMBERS.includes(arg.name))
				this.order(arg);
			else if (i > 0 && hasPlace && this.isList(arg)) this.exprs.place(arg);
			else this.exprs.value(arg);
		}
	}

	/** lk->… */
	private isList(arg: Expr): boolean {
		const expr = this.exprs.expanded(arg);
		return expr.kind === 'member' && localOf(expr) === undefined;
	}

	private spins(): void {
		this.code.call('ls_edit_spins');
		this.code.add(OP.return);
	}

	private part(
		isExchange: boolean,
		{ bits, mask }: { bits: number; mask: number },
		args: readonly Expr[],
	): void {
		const { code, exprs } = this;
		const [dst, rest] = isExchange ? [args[0], args.slice(1)] : [undefined, args];
		const [word, number, value, order] = rest as [Expr, Expr, Expr, Expr];
		const at = exprs.constant(number);
		if (at === undefined || at < 0 || at * bits >= 32) fail(number, 'a word has no such part');
		code.here();
		exprs.place(word);
		code.const(mask << (at * bits));
		exprs.value(value);
		this.order(order);
		code.call(isExchange ? 'ls_xchg_part' : 'ls_store_part');
		if (dst) this.into(dst);
	}

	private add(keyword: string, args: readonly Expr[]): void {
		const { code, exprs } = this;
		const returns = keyword === 'ADD_RETURN';
		const [word, value, order] = (returns ? args.slice(1) : args) as [Expr, Expr, Expr];
		code.here();
		exprs.place(word);
		exprs.value(value);
		this.order(order);
		code.call('ls_add');
		if (!returns) {
			code.add(OP.drop);
			return;
		}
		exprs.value(value);
		code.add(OP.add);
		this.into(args[0] as Expr);
	}

	private await(gives: boolean, args: readonly Expr[]): void {
		const { code, exprs } = this;
		const [word, condition, order] = (gives ? args.slice(1) : args) as [Expr, Expr, Expr];
		code.here();
		exprs.place(word);
		this.order(order);
		code.call('ls_await');
		code.set(LOCAL.other);
		exprs.value(condition);
		code.add(OP.eqz);
		code.if(false, () => this.spins());
		if (!gives) return;
		code.get(LOCAL.other);
		this.into(args[0] as Expr);
	}

	private trylock([dst, word]: readonly Expr[]): void {
		const { code } = this;
		code.here();
		this.exprs.place(word as Expr);
		code.call('ls_spin_trylock');
		code.add(OP.local_tee, LOCAL.other);
		this.into(dst as Expr);
		code.get(LOCAL.other);
		code.add(OP.eqz);
		code.if(false, () => this.own('ls_preempt_enable'));
	}

	private queueLock([dst, word, list]: readonly Expr[]): void {
		const { code, exprs } = this;
		const name = localOf(exprs.expanded(dst as Expr));
		const { offset } = exprs.localNamed(name ?? '', dst as Expr);
		code.here();
		exprs.place(word as Expr);
		exprs.place(list as Expr);
		code.get(LOCAL.my);
		code.const(offset);
		code.add(OP.add);
		code.call('ls_queue_lock');
		code.add(OP.local_tee, LOCAL.other);
		code.if(false, () => {
			code.get(LOCAL.other);
			code.add(OP.return);
		});
	}

	/** Writes what the callee is given, and goes on at this line when it has returned. */
	private calls({ keyword, dst, proc, object, sets, span }: Call): void {
		const { code, exprs } = this;
		const callee = this.scope.procs.get(proc);
		const number = this.target.numbers.get(proc);
		if (!callee || number === undefined || !object)
			fail({ span }, `the page has no procedure ${proc} in this lock`);
		const isSyscall = keyword === 'SYSCALL';
		if (isSyscall) this.own('ls_edit_enter');
		code.get(LOCAL.frame);
		code.const(this.lineOf(span));
		code.call('ls_edit_rest');
		for (const { name, offset, size } of callee.locals) this.argument(sets, name, offset, size);
		code.get(LOCAL.machine);
		code.get(LOCAL.me);
		code.const(number);
		exprs.place(object);
		code.const(callee.size);
		code.call('ls_edit_call');
		code.add(OP.return);
		code.resumeAt(this.lineOf(span));
		if (dst) {
			code.get(LOCAL.machine);
			code.call('ls_edit_answer');
			this.into(dst);
		}
		if (!isSyscall) return;
		this.own('ls_edit_leave');
		code.if(false, () => {
			code.call('ls_edit_called');
			code.add(OP.return);
		});
	}

	private argument(sets: readonly Arg[], name: string, offset: number, size: number): void {
		const { code, exprs } = this;
		const set = sets.find(({ field }) => field === name);
		if (size > 4) fail(this.proc, `the page runs locals of 32 bits; ${name} has ${8 * size}`);
		code.call('ls_edit_arguments');
		if (set) exprs.value(set.expr);
		else code.const(0);
		const op = size === 4 ? OP.store : size === 2 ? OP.store16 : OP.store8;
		code.add(op, size >> 1, ...unsigned(offset));
	}
}
