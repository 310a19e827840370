/**
 * Which lines of a text a search runs: the compiled module has a global for each piece of code on a line that is asked
 * about, and the code sets it as it passes. What is not asked about costs nothing.
 */
import type { Expr, Proc, Span, Stmt } from '../tree';
import { childrenOf, exprsOf, forEachStmt, innerOf } from '../walk';
import type { Mark, Wanted } from './mark';

const keyOf = ({ start, end }: Span): string => `${start} ${end}`;

/** The line stands in it, and not before all of it. */
const holds = ({ line, endLine }: Span, at: number): boolean => line < at && at <= endLine;

/** What of an expression is worked out only at times: behind && and ||, the ways of ?:. */
function timely(expr: Expr): Expr[] {
	if (expr.kind === 'conditional') return [...timely(expr.test), expr.yes, expr.no];
	const isShort = expr.kind === 'binary' && (expr.op === '&&' || expr.op === '||');
	return isShort ? [...timely(expr.left), expr.right] : childrenOf(expr).flatMap(timely);
}

/** What of a statement runs first, and is a piece: the condition of one that has others in it. */
function headOf(stmt: Stmt): Span {
	switch (stmt.kind) {
		case 'if':
		case 'while':
		case 'do':
			return stmt.test.span;
		case 'for':
			return (stmt.init ?? stmt.test ?? stmt).span;
		default:
			return stmt.span;
	}
}

const governs = ({ kind }: Stmt): boolean =>
	kind === 'if' || kind === 'while' || kind === 'do' || kind === 'for';

export class Marks {
	readonly all: Mark[] = [];
	/** numbers of marks, by what sets them: a piece of code, a statement that comes next, a row of statements that ends */
	private readonly pieces = new Map<string, number[]>();
	private readonly before = new Map<object, number[]>();
	private readonly ends = new Map<object, number[]>();

	constructor(
		private readonly wanted: Wanted,
		private readonly source: string,
	) {}

	/** To be set where this piece runs. */
	at(span: Span): readonly number[] {
		return this.pieces.get(keyOf(span)) ?? [];
	}

	/** To be set where what stands before this statement goes on to it. */
	ahead(stmt: Stmt): readonly number[] {
		return this.before.get(stmt) ?? [];
	}

	/** To be set at the end of a block, or of a procedure. */
	behind(row: object): readonly number[] {
		return this.ends.get(row) ?? [];
	}

	/** Looks for what is asked about in a procedure. */
	look(proc: Proc): void {
		const within = (line: number) => proc.first < line && line <= proc.last;
		const lines = [...this.wanted.lines].filter(within);
		if (lines.length > 0) {
			forEachStmt(proc.body, (stmt) => this.statement(stmt));
			const found = new Set(this.all.flatMap(({ line, taken }) => (taken ? [] : [line])));
			for (const line of lines) if (!found.has(line)) this.structure(proc.body, line);
		}
		for (const line of this.wanted.taken)
			if (within(line)) this.gap(proc.body, proc, { line, taken: true });
	}

	private statement(stmt: Stmt): void {
		const { kind, span } = stmt;
		if (kind === 'block' || kind === 'empty') return;
		if (kind === 'label') this.piece(span, [span.line]);
		else if (governs(stmt)) {
			for (const expr of exprsOf(stmt)) this.whole(expr.span, [expr]);
			if (kind !== 'do') this.piece(headOf(stmt), [span.line]);
		} else this.whole(span, exprsOf(stmt));
	}

	/** What of it is worked out only at times are pieces of their own. */
	private whole(span: Span, exprs: readonly Expr[]): void {
		const parts = exprs.flatMap(timely);
		this.piece(span, this.linesOf(span, parts));
		for (const part of parts) this.whole(part.span, [part]);
	}

	private piece(span: Span, lines: readonly number[]): void {
		const known = this.at(span).map((i) => this.all[i]?.line);
		for (const line of lines)
			if (this.wanted.lines.has(line) && !known.includes(line))
				this.add(this.pieces, keyOf(span), { line, taken: false });
	}

	private add<K>(where: Map<K, number[]>, key: K, mark: Mark): void {
		where.set(key, [...(where.get(key) ?? []), this.all.length]);
		this.all.push(mark);
	}

	/** Lines on which something of the span stands that is in none of the parts. */
	private linesOf({ start, end, line }: Span, parts: readonly Expr[]): number[] {
		let text = this.source.slice(start, end);
		for (const { span } of parts) {
			const [from, to] = [span.start - start, span.end - start];
			text = text.slice(0, from) + text.slice(from, to).replace(/[^\n]/g, ' ') + text.slice(to);
		}
		return text.split('\n').flatMap((row, i) => (i === 0 || /\w/.test(row) ? [line + i] : []));
	}

	/** A line of brackets, or an else: it matters where the condition is asked that it belongs to. */
	private structure(body: readonly Stmt[], line: number): void {
		let around: Stmt | undefined;
		forEachStmt(body, (stmt) => {
			if (governs(stmt) && stmt.span.line <= line && line <= stmt.span.endLine) around = stmt;
		});
		if (around) this.piece(headOf(around), [line]);
	}

	private gap(body: readonly Stmt[], row: object, mark: Mark): void {
		const around = body.find(({ span }) => holds(span, mark.line));
		if (!around) {
			const next = body.find(({ span }) => span.line >= mark.line);
			if (next) this.add(this.before, next, mark);
			else this.add(this.ends, row, mark);
			return;
		}
		const inner = innerOf(around);
		const deeper = inner.find(({ span }) => holds(span, mark.line));
		if (deeper) {
			this.gap(deeper.kind === 'block' ? deeper.body : [deeper], deeper, mark);
			return;
		}
		const next = inner.find(({ kind, span }) => kind !== 'block' && span.line >= mark.line);
		if (next) this.add(this.before, next, mark);
		else this.add(this.pieces, keyOf(headOf(around)), mark);
	}
}
