/** Settles FAULT and HAS: what cannot be reached any more goes, and the rest reads as if they had never been. */
import type { Scope } from './scope';
import type { Expr, Stmt } from './tree';
import { bare, forEachExpr, mapChildren } from './walk';

/** What is on; a part that is not given is not settled. */
export interface Settings {
	features?: Iterable<string>;
	switches?: Iterable<string>;
}

/** Words that leave nothing in kernel C. */
const SILENT = new Set(['OTHERWISE', 'OUT_OF_SCOPE']);

export class Folder {
	private readonly features?: ReadonlySet<string>;
	private readonly switches?: ReadonlySet<string>;

	constructor(
		private readonly scope: Scope,
		{ features, switches }: Settings,
	) {
		if (features) this.features = new Set(features);
		if (switches) this.switches = new Set(switches);
	}

	/** Whether FAULT or HAS stands in it, directly or through a macro. */
	private asks(expr: Expr): boolean {
		let found = false;
		forEachExpr(this.scope.expander.expand(expr), (part) => {
			found ||= part.kind === 'call' && this.setting(part) !== undefined;
		});
		return found;
	}

	private setting(expr: Extract<Expr, { kind: 'call' }>): boolean | undefined {
		const name = expr.args[1];
		const on = { FAULT: this.switches, HAS: this.features }[expr.name];
		return on && name?.kind === 'name' ? on.has(name.name) : undefined;
	}

	/** The expression with what is known taken out; the same one when nothing is. */
	fold(expr: Expr): Expr {
		return this.asks(expr) ? this.run(expr) : expr;
	}

	private run(expr: Expr): Expr {
		if (expr.kind === 'call') {
			const known = this.setting(expr);
			if (known !== undefined) return constant(known, expr);
			const expanded = this.scope.expander.expand(expr);
			if (expanded !== expr && this.asks(expr)) return this.run(expanded);
		}
		const found = mapChildren(expr, (child) => this.run(child));
		switch (found.kind) {
			case 'paren': {
				const settled = truthOf(found.inner) !== undefined || SIMPLE.has(found.inner.kind);
				return settled ? found.inner : found;
			}
			case 'unary': {
				const known = found.op === '!' ? truthOf(found.operand) : undefined;
				return known === undefined ? found : constant(!known, expr);
			}
			case 'conditional': {
				const known = truthOf(found.test);
				return known === undefined ? found : known ? found.yes : found.no;
			}
			case 'binary':
				return found.op === '|' && isZero(found.right) ? found.left : foldBinary(found);
			default:
				return found;
		}
	}

	/** Nothing of the statement is left. */
	vanishes(stmt: Stmt): boolean {
		switch (stmt.kind) {
			case 'empty':
				return true;
			case 'word':
				return SILENT.has(stmt.keyword);
			case 'block':
				return stmt.body.length > 0 && stmt.body.every((inner) => this.vanishes(inner));
			case 'if': {
				const known = truthOf(this.fold(stmt.test));
				if (known === true) return this.vanishes(stmt.then);
				const otherwise = !stmt.else || this.vanishes(stmt.else);
				return otherwise && (known === false || this.vanishes(stmt.then));
			}
			case 'while':
			case 'for':
				return stmt.test !== undefined && truthOf(this.fold(stmt.test)) === false;
			default:
				return false;
		}
	}
}

/** They need no brackets. */
const SIMPLE = new Set(['name', 'number', 'member', 'unary']);

const isZero = (expr: Expr): boolean => expr.kind === 'number' && expr.value === 0;

function foldBinary(expr: Extract<Expr, { kind: 'binary' }>): Expr {
	if (expr.op !== '&&' && expr.op !== '||') return expr;
	const decides = expr.op === '||';
	const left = truthOf(expr.left);
	const right = truthOf(expr.right);
	if (left !== undefined) return left === decides ? expr.left : expr.right;
	if (right !== undefined) return right === decides ? expr.right : expr.left;
	return expr;
}

const constant = (value: boolean, { span }: Expr): Expr => ({
	kind: 'number',
	value: value ? 1 : 0,
	text: value ? 'true' : 'false',
	span,
});

/** Known by settling; a number that the text has written does not count. */
export function truthOf(expr: Expr): boolean | undefined {
	const found = bare(expr);
	if (found.kind !== 'number') return undefined;
	return found.text === 'true' ? true : found.text === 'false' ? false : undefined;
}
