/** Checks the body of a procedure: its lines, its words and where its jumps go. */
import { describe, type ExprChecker, effectIn, type Where, wrongCount } from './check-expr';
import { flowOf, runsOn } from './flow';
import { nearest } from './nearest';
import { callOf } from './parse-stmt';
import type { Arg, Call, Expr, Proc, Span, Stmt, WordStmt } from './tree';
import { forEachStmt, innerOf, localOf } from './walk';
import { isCall, isStep, ORDERS, type Param, type Word, wordOf } from './words';

export class BodyChecker {
	private readonly where: Where;
	private readonly labels = new Set<string>();
	/** line of the step or call read last */
	private parked = 0;

	constructor(
		private readonly exprs: ExprChecker,
		private readonly proc: Proc,
		private readonly source: string,
	) {
		this.where = { proc, object: proc.object };
	}

	run(): void {
		const { problems } = this.exprs.report;
		const before = problems.length;
		this.collectLabels();
		for (const stmt of this.proc.body) this.statement(stmt, false);
		/* where a step is misspelt, that is told, and not the loop that goes without it */
		if (problems.length === before) this.loops();
		for (const [i, step] of this.proc.steps.entries()) {
			const another = this.proc.steps[i + 1]?.line === step.span.endLine; /* told already */
			if (step.phrase || another) continue;
			const message = `${step.keyword} needs a comment at the end of its line that says what the thread does`;
			this.fault(step.span, 'phrase', message);
		}
	}

	private fault(span: Span, rule: string, message: string): void {
		this.exprs.fault(span, rule, message);
	}

	/** A thread that goes round without a step or a call would never park. */
	private loops(): void {
		for (const { span, label } of runsOn(flowOf(this.proc, this.exprs.scope.expander)))
			this.fault(
				span,
				'runs-on',
				`${label ? `from ${label} a way leads back to it` : 'there is a way round this loop'} without a step or a call: the thread would never stop`,
			);
	}

	private collectLabels(): void {
		forEachStmt(this.proc.body, (stmt) => {
			if (stmt.kind !== 'label') return;
			if (this.labels.has(stmt.name))
				this.fault(stmt.span, 'label', `the label ${stmt.name} stands twice`);
			this.labels.add(stmt.name);
		});
	}

	private statement(stmt: Stmt, inLoop: boolean): void {
		switch (stmt.kind) {
			case 'expr':
				this.expression(stmt.expr);
				break;
			case 'if':
			case 'while':
			case 'do':
				this.exprs.value(stmt.test, this.where);
				break;
			case 'for':
				for (const expr of [stmt.init, stmt.test, stmt.next])
					if (expr) this.exprs.value(expr, this.where);
				break;
			case 'word':
				this.word(stmt);
				break;
			case 'goto':
				if (!this.labels.has(stmt.label)) {
					const meant = nearest(stmt.label, this.labels);
					this.fault(stmt.span, 'label', `${this.proc.name} has no label ${stmt.label}${meant}`);
				}
				break;
			case 'break':
			case 'continue':
				if (!inLoop) this.fault(stmt.span, 'jump', `${stmt.kind} stands in no loop`);
		}
		const loop = inLoop || stmt.kind === 'while' || stmt.kind === 'do' || stmt.kind === 'for';
		for (const inner of innerOf(stmt)) this.statement(inner, loop);
	}

	private expression(expr: Expr): void {
		this.exprs.value(expr, this.where);
		if (!effectIn(expr) && expr.kind !== 'call')
			this.fault(expr.span, 'effect', 'this statement does nothing');
	}

	private word(stmt: WordStmt): void {
		const { keyword, args, span } = stmt;
		const word = wordOf(keyword) as Word;
		if (isStep(keyword) || isCall(keyword)) this.line(stmt);
		if (isCall(keyword)) {
			this.call(callOf(stmt), stmt);
			return;
		}
		if (args.length !== word.params.length) {
			this.fault(span, 'arguments', wrongCount(keyword, word, args.length));
			return;
		}
		for (const [i, param] of word.params.entries()) this.argument(stmt, param, args[i] as Arg);
	}

	/** A step or call is the first thing on its line, alone on it, and ends on it. */
	private line({ keyword, span }: WordStmt): void {
		if (span.endLine !== span.line)
			this.fault(
				span,
				'one-line',
				`${keyword}(…) goes over several lines; compilers differ in its line number`,
			);
		else if (this.parked === span.line)
			this.fault(
				span,
				'one-a-line',
				`${keyword} is the second step on this line; a line is one step`,
			);
		else if (
			isStep(keyword) &&
			this.source.slice(span.start - span.column + 1, span.start).trim() !== ''
		)
			this.fault(span, 'first-on-line', `${keyword} must stand first on its line`);
		this.parked = span.line;
	}

	private argument({ keyword }: WordStmt, param: Param, arg: Arg): void {
		const { expr, span } = arg;
		if (arg.field !== undefined) {
			this.fault(span, 'arguments', `${keyword} sets no locals of another procedure`);
			return;
		}
		if (param === 'order') {
			this.order(keyword, expr);
			return;
		}
		const effect = effectIn(this.exprs.scope.expander.expand(expr));
		if (effect && keyword !== 'RETURN')
			this.fault(effect.span, 'effect', `an argument of ${keyword} must change nothing`);
		else if (param === 'dst') this.destination(keyword, expr);
		else if (param === 'word' || param === 'list') this.shared(keyword, param, expr);
		else this.exprs.value(expr, { ...this.where, val: param === 'cond' });
	}

	private destination(keyword: string, given: Expr): void {
		const expr = this.exprs.scope.expander.expand(given);
		const local = localOf(expr);
		if (local !== undefined) this.exprs.local(local, expr.span, this.where);
		else this.fault(given.span, 'arguments', `the result of ${keyword} goes into a local: my->…`);
	}

	private shared(keyword: string, wanted: 'word' | 'list', given: Expr): void {
		const expr = this.exprs.scope.expander.expand(given);
		const type = this.exprs.place(expr, this.where);
		if (type.kind === wanted || type.kind === 'unknown') return;
		const found = type.kind === 'number' ? 'private' : describe(type);
		this.fault(
			given.span,
			'type',
			`${keyword} needs a shared ${wanted} here: lk->…; this is ${found}`,
		);
	}

	private order(keyword: string, expr: Expr): void {
		const orders = wordOf(keyword)?.orders ?? ORDERS;
		const name = expr.kind === 'name' ? expr.name : '';
		if (orders.includes(name)) return;
		const known = (ORDERS as readonly string[]).includes(name);
		const may = `${orders.slice(0, -1).join(', ')} or ${orders.at(-1)}`;
		const message = known
			? `${keyword} cannot be ${name}; it may be ${may}`
			: `the order of ${keyword} is ${may}${nearest(name, orders)}`;
		this.fault(expr.span, 'order', message);
	}

	private call(call: Call, { keyword, args, span }: WordStmt): void {
		const plain = args.filter((arg) => arg.field === undefined);
		const wanted = keyword === 'DO' ? 2 : 3;
		const name = plain[wanted - 2];
		if (call.dst) this.destination(keyword, call.dst);
		if (!name || call.proc === '') {
			this.fault(name?.span ?? span, 'arguments', `${keyword} names no procedure`);
			return;
		}
		const proc = this.exprs.procedure(call.proc, name.span);
		if (plain.length !== wanted) {
			const head = keyword === 'DO' ? '' : 'dst, ';
			const message = `${keyword} takes ${wanted} arguments before the locals that it sets: ${keyword}(${head}${call.proc}, lk, .local = …)`;
			this.fault(span, 'arguments', message);
			return;
		}
		if (proc) this.callee(call, proc);
	}

	private callee(call: Call, proc: Proc): void {
		const object = this.exprs.scope.expander.expand(call.object as Expr);
		const type = this.exprs.place(object, this.where);
		const takes = `${proc.name} works on a struct ${proc.object}`;
		if (type.kind === 'struct' && type.tag === proc.object)
			this.fault(object.span, 'object', `${takes} and takes its address: write & before it`);
		else if (type.kind !== 'unknown' && !(type.kind === 'pointer' && type.tag === proc.object))
			this.fault(object.span, 'object', `${takes}; this is ${describe(type)}`);
		this.mode(call, proc);
		const locals = proc.locals.map(({ name }) => name);
		const set = new Set<string>();
		for (const { field = '', expr, span } of call.sets) {
			if (!locals.includes(field))
				this.fault(span, 'local', `${proc.name} has no local ${field}${nearest(field, locals)}`);
			else if (set.has(field)) this.fault(span, 'local', `.${field} is set twice`);
			set.add(field);
			this.exprs.value(expr, this.where);
		}
	}

	private mode({ keyword, span }: Call, callee: Proc): void {
		const { mode } = this.proc;
		if (keyword === 'SYSCALL' && mode === 'kernel')
			this.fault(
				span,
				'mode',
				`SYSCALL goes from user mode into the kernel; ${this.proc.name} is in kernel mode`,
			);
		else if (keyword === 'SYSCALL' && callee.mode === 'user')
			this.fault(span, 'mode', `${callee.name} is in user mode; SYSCALL goes into the kernel`);
		else if (keyword !== 'SYSCALL' && mode !== callee.mode)
			this.fault(
				span,
				'mode',
				`${callee.name} is in ${callee.mode} mode; a call into the kernel is SYSCALL(…)`,
			);
	}
}
