/** Goes through trees. */
import type { Expr, Stmt } from './tree';

/** The same expression with each of its direct parts replaced. */
export function mapChildren(expr: Expr, change: (child: Expr) => Expr): Expr {
	switch (expr.kind) {
		case 'member':
			return { ...expr, object: change(expr.object) };
		case 'index':
			return { ...expr, object: change(expr.object), index: change(expr.index) };
		case 'call':
			return { ...expr, args: expr.args.map(change) };
		case 'unary':
		case 'postfix':
		case 'prefix':
		case 'cast':
			return { ...expr, operand: change(expr.operand) };
		case 'binary':
			return { ...expr, left: change(expr.left), right: change(expr.right) };
		case 'conditional':
			return { ...expr, test: change(expr.test), yes: change(expr.yes), no: change(expr.no) };
		case 'assign':
			return { ...expr, target: change(expr.target), value: change(expr.value) };
		case 'paren':
			return { ...expr, inner: change(expr.inner) };
		default:
			return expr;
	}
}

export function childrenOf(expr: Expr): Expr[] {
	switch (expr.kind) {
		case 'member':
			return [expr.object];
		case 'index':
			return [expr.object, expr.index];
		case 'call':
			return expr.args;
		case 'unary':
		case 'postfix':
		case 'prefix':
		case 'cast':
			return [expr.operand];
		case 'binary':
			return [expr.left, expr.right];
		case 'conditional':
			return [expr.test, expr.yes, expr.no];
		case 'assign':
			return [expr.target, expr.value];
		case 'paren':
			return [expr.inner];
		default:
			return [];
	}
}

export const forEachChild = (expr: Expr, see: (child: Expr) => void): void =>
	childrenOf(expr).forEach(see);

/** The expression and all of its parts, outermost first. */
export function forEachExpr(expr: Expr, see: (expr: Expr) => void): void {
	see(expr);
	forEachChild(expr, (child) => forEachExpr(child, see));
}

/** Expressions that stand in a statement itself, not in the statements inside it. */
export function exprsOf(stmt: Stmt): Expr[] {
	switch (stmt.kind) {
		case 'if':
		case 'while':
		case 'do':
			return [stmt.test];
		case 'for':
			return [stmt.init, stmt.test, stmt.next].filter((expr) => expr !== undefined);
		case 'expr':
			return [stmt.expr];
		case 'word':
			return stmt.args.map(({ expr }) => expr);
		default:
			return [];
	}
}

export function innerOf(stmt: Stmt): Stmt[] {
	switch (stmt.kind) {
		case 'block':
			return stmt.body;
		case 'if':
			return stmt.else ? [stmt.then, stmt.else] : [stmt.then];
		case 'while':
		case 'do':
		case 'for':
		case 'label':
			return [stmt.body];
		default:
			return [];
	}
}

/** The statements and all those inside them, in the order of the text. */
export function forEachStmt(body: readonly Stmt[], see: (stmt: Stmt) => void): void {
	for (const stmt of body) {
		see(stmt);
		forEachStmt(innerOf(stmt), see);
	}
}

/** Brackets around an expression taken away. */
export function bare(expr: Expr): Expr {
	let found = expr;
	while (found.kind === 'paren') found = found.inner;
	return found;
}

/** x of `my->x`. */
export function localOf(expr: Expr): string | undefined {
	const found = bare(expr);
	if (found.kind !== 'member' || !found.arrow) return undefined;
	return found.object.kind === 'name' && found.object.name === 'my' ? found.name : undefined;
}
