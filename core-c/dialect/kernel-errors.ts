/** Errors: positive numbers with a minus before them, held by locals that are ints in C. */
import { callOf } from './parse-stmt';
import type { Expr, Proc } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { isCall, wordOf } from './words';

const ERRORS = new Set(
	`EPERM ENOENT EINTR EIO EAGAIN ENOMEM EFAULT EBUSY EINVAL EDEADLK ETIMEDOUT ESRCH EALREADY
	EOWNERDEAD EWOULDBLOCK`.split(/\s+/),
);

/** FUTEX_EAGAIN is EAGAIN. */
export function errorOf(name: string): string | undefined {
	const error = /_(E[A-Z]+)$/.exec(name)?.[1];
	return error && ERRORS.has(error) ? error : undefined;
}

const isError = (expr: Expr): boolean => {
	const found = bare(expr);
	if (found.kind === 'cast' || (found.kind === 'unary' && found.op === '-'))
		return isError(found.operand);
	if (found.kind === 'conditional') return isError(found.yes) || isError(found.no);
	return found.kind === 'name' && errorOf(found.name) !== undefined;
};

/** (u32)-E without its cast: an int needs none. */
export function asError(expr: Expr): Expr {
	const found = bare(expr);
	return found.kind === 'cast' && isError(found) ? found.operand : expr;
}

export interface Errors {
	/** locals that hold one */
	locals: Set<string>;
	returns: boolean;
}

const BITS = new Set(['&', '|', '&=', '|=']);
const ORDERS = new Set(['<', '>', '<=', '>=']);

/** Locals of which bits are asked, or which are compared as unsigned: they stay words, though they hold an error at times. */
function wordsOf(proc: Proc): Set<string> {
	const found = new Set<string>();
	const note = (expr: Expr | undefined): void => {
		const name = expr && localOf(bare(expr));
		if (name !== undefined) found.add(name);
	};
	const look = (expr: Expr): void => {
		if (expr.kind === 'binary' && (BITS.has(expr.op) || ORDERS.has(expr.op)))
			for (const one of [expr.left, expr.right]) note(one);
		if (expr.kind === 'assign' && BITS.has(expr.op)) note(expr.target);
	};
	forEachStmt(proc.body, (stmt) => {
		for (const expr of exprsOf(stmt)) forEachExpr(expr, look);
		if (stmt.kind !== 'word' || isCall(stmt.keyword)) return;
		if (wordOf(stmt.keyword)?.params[0] === 'dst') note(stmt.args[0]?.expr);
	});
	return found;
}

/** Which locals hold errors, and who returns them: what one procedure tells of another goes round till it stands. */
export function errorsOf(procs: Iterable<Proc>): Map<string, Errors> {
	const all = [...procs].map((proc) => ({ proc, words: wordsOf(proc) }));
	const found = new Map(
		all.map(({ proc }) => [proc.name, { locals: new Set<string>(), returns: false } as Errors]),
	);
	for (let grown = true; grown; ) {
		grown = false;
		for (const { proc, words } of all) {
			const own = found.get(proc.name) as Errors;
			const before = own.locals.size + Number(own.returns);
			learn(proc, own, words, found);
			grown ||= own.locals.size + Number(own.returns) !== before;
		}
	}
	return found;
}

function learn(proc: Proc, own: Errors, words: Set<string>, all: Map<string, Errors>): void {
	const holds = (expr: Expr | undefined): void => {
		const name = expr && localOf(bare(expr));
		if (
			name !== undefined &&
			!words.has(name) &&
			proc.locals.find((one) => one.name === name)?.type === 'u32'
		)
			own.locals.add(name);
	};
	const errs = (expr: Expr): boolean => {
		const found = bare(expr);
		if (found.kind === 'unary' && found.op === '-') return errs(found.operand);
		if (found.kind === 'conditional') return errs(found.yes) || errs(found.no);
		const name = localOf(found);
		return isError(found) || (name !== undefined && own.locals.has(name));
	};
	forEachStmt(proc.body, (stmt) => {
		for (const expr of exprsOf(stmt))
			forEachExpr(expr, (part) => {
				if (part.kind === 'assign' && errs(part.value)) holds(part.target);
				if (part.kind === 'binary' && isError(part.right)) holds(part.left);
			});
		if (stmt.kind !== 'word') return;
		const [first] = stmt.args;
		if (stmt.keyword === 'RETURN' && first && errs(first.expr)) own.returns = true;
		const call = isCall(stmt.keyword) ? callOf(stmt) : undefined;
		if (call && all.get(call.proc)?.returns) holds(call.dst);
	});
}
