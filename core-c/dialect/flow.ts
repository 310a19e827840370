/** The control flow of a procedure, as far as its locals go: who reads and writes them in which order. */
import type { Expander } from './macros';
import type { Arg, Expr, Proc, Span, Stmt } from './tree';
import { bare, childrenOf, forEachExpr, localOf } from './walk';
import { isCall, isStep, wordOf } from './words';

/** A set of locals: bit i is local i of the procedure. */
export type Locals = bigint;

/** A piece of private code, or an access. It reads before it writes. */
interface FlowNode {
	reads: Locals;
	writes: Locals;
	/** the reads serve only what it writes: without that they do not count */
	pure: boolean;
	/** the expressions that it reads, and the local that it writes */
	from?: readonly Expr[];
	into?: Expr;
	/** where the thread parks before this node (step), or rests within it, its reads done (call) */
	rests?: { line: number; at: 'step' | 'call' };
	/** where a way back leads to: the head of a loop, or a label with its name */
	back?: { span: Span; label?: string };
	next: number[];
}

export interface Flow {
	nodes: FlowNode[];
	/** the end of the body, behind its last statement; -1 when nothing leads there */
	end: number;
}

/** What an expression stands for. */
export type Expands = Pick<Expander, 'expand'>;

interface Loop {
	breaks: number;
	continues: number;
}

const NOTHING: Locals = 0n;

/** Always true or always false, as it is written. */
function constantTruth(expr: Expr | undefined): boolean | undefined {
	if (!expr) return true; /* for (;;) */
	const found = bare(expr);
	return found.kind === 'number' ? found.value !== 0 : undefined;
}

const hasEffect = (expr: Expr): boolean => {
	let found = false;
	forEachExpr(expr, ({ kind }) => {
		found ||= kind === 'assign' || kind === 'postfix' || kind === 'prefix';
	});
	return found;
};

class FlowBuilder {
	readonly nodes: FlowNode[] = [];
	readonly end: number;
	/** the node that what comes next follows; -1 when nothing leads here */
	private current: number;
	private readonly labels = new Map<string, number>();
	private readonly loops: Loop[] = [];
	private readonly index: ReadonlyMap<string, number>;

	constructor(
		proc: Proc,
		private readonly expander?: Expands,
	) {
		this.index = new Map(proc.locals.map(({ name }, i) => [name, i]));
		this.current = this.node();
		this.statements(proc.body);
		this.end = this.current;
	}

	private node(): number {
		return this.nodes.push({ reads: NOTHING, writes: NOTHING, pure: false, next: [] }) - 1;
	}

	private edge(from: number, to: number): void {
		const next = this.nodes[from]?.next;
		if (next && !next.includes(to)) next.push(to);
	}

	private goOnAt(node: number): void {
		if (this.current >= 0) this.edge(this.current, node);
		this.current = node;
	}

	private emit(node: Partial<FlowNode>): void {
		const at = this.node();
		Object.assign(this.nodes[at] as FlowNode, node);
		this.goOnAt(at);
	}

	private expanded(expr: Expr): Expr {
		return this.expander ? this.expander.expand(expr) : expr;
	}

	private bit(expr: Expr): Locals {
		const name = localOf(expr);
		const at = name === undefined ? undefined : this.index.get(name);
		return at === undefined ? NOTHING : 1n << BigInt(at);
	}

	private readsOf(expr: Expr): Locals {
		let reads = NOTHING;
		forEachExpr(expr, (part) => {
			reads |= this.bit(part);
		});
		return reads;
	}

	/** Emits the reads and writes of an expression whose value is used when `used` says so. */
	private value(expr: Expr, used: boolean): void {
		const found = bare(expr);
		if (!hasEffect(found)) {
			const reads = used ? this.readsOf(found) : NOTHING;
			if (reads !== NOTHING) this.emit({ reads, from: [found] });
			return;
		}
		if (found.kind === 'assign') this.assign(found, used);
		else if (found.kind === 'prefix' || found.kind === 'postfix') this.count(found, used);
		else if (found.kind === 'conditional') this.branches(found.test, [found.yes, found.no], used);
		else if (found.kind === 'binary' && (found.op === '&&' || found.op === '||'))
			this.branches(found.left, [found.right, undefined], used);
		else for (const child of childrenOf(found)) this.value(child, used);
	}

	private count(expr: Extract<Expr, { kind: 'prefix' | 'postfix' }>, used: boolean): void {
		const bit = this.bit(expr.operand);
		const from = [expr.operand];
		if (used && expr.kind === 'postfix') this.emit({ reads: bit, from });
		this.emit({ reads: bit, writes: bit, pure: true, from, into: expr.operand });
		if (used && expr.kind === 'prefix') this.emit({ reads: bit, from });
	}

	private assign(expr: Extract<Expr, { kind: 'assign' }>, used: boolean): void {
		const bit = this.bit(expr.target);
		const into = expr.target;
		const from = expr.op === '=' ? [] : [into];
		if (hasEffect(expr.value)) this.value(expr.value, true);
		else from.push(expr.value);
		const reads = from.reduce((all, one) => all | this.readsOf(one), NOTHING);
		this.emit({ reads, writes: bit, pure: bit !== NOTHING, from, into });
		if (used) this.emit({ reads: bit, from: [into] });
	}

	private branches(test: Expr, ways: (Expr | undefined)[], used: boolean): void {
		this.value(test, true);
		const from = this.current;
		const join = this.node();
		for (const way of ways) {
			this.current = from;
			if (way) this.value(way, used);
			if (this.current >= 0) this.edge(this.current, join);
		}
		this.current = join;
	}

	private statements(body: readonly Stmt[]): void {
		for (const stmt of body) this.statement(stmt);
	}

	private statement(stmt: Stmt): void {
		const read = this.readers[stmt.kind] as ((stmt: Stmt) => void) | undefined;
		read?.(stmt);
	}

	private readonly readers: { [K in Stmt['kind']]?: (stmt: Extract<Stmt, { kind: K }>) => void } = {
		block: ({ body }) => this.statements(body),
		expr: ({ expr }) => this.value(this.expanded(expr), false),
		if: (stmt) => this.ifStatement(stmt),
		while: (stmt) => this.loop(stmt),
		do: (stmt) => this.doLoop(stmt),
		for: (stmt) => {
			if (stmt.init) this.value(this.expanded(stmt.init), false);
			this.loop(stmt);
		},
		label: ({ name, body, span }) => {
			this.goOnAt(this.label(name));
			this.leadsBack({ span, label: name });
			this.statement(body);
		},
		goto: ({ label }) => this.jump(this.label(label)),
		break: () => this.jump(this.loops.at(-1)?.breaks),
		continue: () => this.jump(this.loops.at(-1)?.continues),
		word: ({ keyword, args, span }) => this.word(keyword, args, span.line),
	};

	/** Says that the node that was begun last is one that a way back leads to. */
	private leadsBack(back: NonNullable<FlowNode['back']>): void {
		(this.nodes[this.current] as FlowNode).back = back;
	}

	private label(name: string): number {
		const known = this.labels.get(name);
		if (known !== undefined) return known;
		const node = this.node();
		this.labels.set(name, node);
		return node;
	}

	private jump(to: number | undefined): void {
		if (to !== undefined && this.current >= 0) this.edge(this.current, to);
		this.current = -1;
	}

	private ifStatement(stmt: Extract<Stmt, { kind: 'if' }>): void {
		const test = this.expanded(stmt.test);
		const truth = constantTruth(test);
		this.value(test, true);
		const from = this.current;
		const join = this.node();
		this.current = truth === false ? -1 : from;
		this.statement(stmt.then);
		if (this.current >= 0) this.edge(this.current, join);
		this.current = truth === true ? -1 : from;
		if (stmt.else) this.statement(stmt.else);
		if (this.current >= 0) this.edge(this.current, join);
		this.current = join;
	}

	private loop(stmt: { test?: Expr; next?: Expr; body: Stmt; span: Span }): void {
		const { test, next, body, span } = stmt;
		const head = this.node();
		const loop = { breaks: this.node(), continues: this.node() };
		this.goOnAt(head);
		this.leadsBack({ span });
		if (test) this.value(this.expanded(test), true);
		const truth = test ? constantTruth(this.expanded(test)) : true;
		if (truth !== true) this.edge(this.current, loop.breaks);
		if (truth === false) this.current = -1;
		this.loops.push(loop);
		this.statement(body);
		this.loops.pop();
		this.goOnAt(loop.continues);
		if (next) this.value(this.expanded(next), false);
		this.edge(this.current, head);
		this.current = loop.breaks;
	}

	private doLoop(stmt: Extract<Stmt, { kind: 'do' }>): void {
		const head = this.node();
		const loop = { breaks: this.node(), continues: this.node() };
		this.goOnAt(head);
		this.leadsBack({ span: stmt.span });
		this.loops.push(loop);
		this.statement(stmt.body);
		this.loops.pop();
		this.goOnAt(loop.continues);
		const test = this.expanded(stmt.test);
		this.value(test, true);
		const truth = constantTruth(test);
		if (truth !== false) this.edge(this.current, head);
		if (truth !== true) this.edge(this.current, loop.breaks);
		this.current = loop.breaks;
	}

	private word(keyword: string, args: readonly Arg[], line: number): void {
		const exprs = args.map(({ expr }) => this.expanded(expr));
		const dst = wordOf(keyword)?.params[0] === 'dst' ? exprs.shift() : undefined;
		const writes = dst ? this.bit(dst) : NOTHING;
		const from = dst && writes === NOTHING ? [...exprs, dst] : exprs;
		/* an effect in an argument has no place of its own: it counts as a read */
		const reads = from.reduce((all, expr) => all | this.readsOf(expr), NOTHING);
		const at = isStep(keyword) ? 'step' : isCall(keyword) ? 'call' : undefined;
		const node: Partial<FlowNode> = { reads, writes, from };
		if (dst && writes !== NOTHING) node.into = dst;
		if (at) node.rests = { line, at };
		this.emit(node);
		if (keyword === 'RETURN') this.current = -1;
	}
}

export function flowOf(proc: Proc, expander?: Expands): Flow {
	const { nodes, end } = new FlowBuilder(proc, expander);
	return { nodes, end };
}

/** Where the ways lead that begin behind a node and pass none that `stops`. */
export function reachedFrom(
	{ nodes }: Flow,
	from: number,
	stops: (node: FlowNode) => boolean = () => false,
): Set<number> {
	const next = (at: number): number[] =>
		nodes[at]?.next.filter((to) => !stops(nodes[to] as FlowNode)) ?? [];
	const seen = new Set(next(from));
	for (const at of seen) for (const to of next(at)) seen.add(to);
	return seen;
}

/** Heads of loops, and labels, to which a way leads back on which the thread neither steps nor calls. */
export function runsOn(flow: Flow): NonNullable<FlowNode['back']>[] {
	const met = reachedFrom(flow, 0);
	return flow.nodes.flatMap(({ back }, at) =>
		back && met.has(at) && reachedFrom(flow, at, ({ rests }) => rests !== undefined).has(at)
			? [back]
			: [],
	);
}
