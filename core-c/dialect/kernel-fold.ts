/** Settles FAULT and HAS: what cannot be reached any more goes, and the rest reads as if they had never been. */
import { evaluate, lookupIn } from './constants';
import { valuesOf } from './kernel-values';
import type { Scope } from './scope';
import type { Expr, Stmt } from './tree';
import { bare, forEachExpr, localOf, mapChildren } from './walk';

/** What is on; a part that is not given is not settled. */
export interface Settings {
	features?: Iterable<string>;
	switches?: Iterable<string>;
}

/** What a local may be where it is read, if that is known. */
export type LocalValues = (expr: Expr, name: string) => readonly Expr[] | undefined;

/** Words that leave nothing in kernel C. */
const SILENT = new Set(['OTHERWISE', 'ALIVE', 'OUT_OF_SCOPE']);

export class Folder {
	private readonly features?: ReadonlySet<string>;
	private readonly switches?: ReadonlySet<string>;
	private readonly lookup: ReturnType<typeof lookupIn>;

	constructor(
		private readonly scope: Scope,
		{ features, switches }: Settings,
		/** what a local may be, where it is known */
		private readonly local: LocalValues = () => undefined,
		/** the places of locals whose writes nobody needs */
		private readonly gone: ReadonlySet<string> = new Set(),
	) {
		this.lookup = lookupIn(scope.constants);
		if (features) this.features = new Set(features);
		if (switches) this.switches = new Set(switches);
	}

	/** Whether FAULT, HAS or a local that is known stands in it, directly or through a macro. */
	private asks(expr: Expr): boolean {
		let found = false;
		forEachExpr(this.scope.expander.expand(expr), (part) => {
			found ||= part.kind === 'call' && this.setting(part) !== undefined;
			found ||= part.kind === 'member' && this.known(part) !== undefined;
		});
		return found;
	}

	private setting(expr: Extract<Expr, { kind: 'call' }>): boolean | undefined {
		const name = expr.args[1];
		const on = { FAULT: this.switches, HAS: this.features }[expr.name];
		return on && name?.kind === 'name' ? on.has(name.name) : undefined;
	}

	/** What a local is known to be. */
	private known(expr: Expr): readonly Expr[] | undefined {
		const name = localOf(expr);
		return name === undefined ? undefined : this.local(bare(expr), name);
	}

	/** The expression with what is known taken out; the same one when nothing is. */
	fold(expr: Expr): Expr {
		const found = this.asks(expr) ? this.run(expr) : expr;
		return expr.kind === 'member' ? bare(found) : found;
	}

	/** The same of one that is only asked whether it is true. */
	test(expr: Expr): Expr {
		return this.asks(expr) ? this.truth(expr) : expr;
	}

	private truth(expr: Expr): Expr {
		const found = this.run(expr);
		if (truthOf(found) !== undefined || !this.asks(expr)) return found;
		const values = valuesOf(found, this.lookup, this.local);
		const all = new Set(values?.map((value) => evaluate(value, this.lookup)?.value !== 0));
		return all.size === 1 ? constant(all.has(true), expr) : found;
	}

	private run(expr: Expr): Expr {
		if (expr.kind === 'call') {
			const known = this.setting(expr);
			if (known !== undefined) return constant(known, expr);
			const expanded = this.scope.expander.expand(expr);
			if (expanded !== expr && this.asks(expr)) return this.run(expanded);
		}
		const [value, ...others] = this.known(expr) ?? [];
		if (expr.kind !== 'paren' && value && others.length === 0) return bracketed(value, expr);
		const found = mapChildren(expr, (child) =>
			isAsked(expr, child) ? this.truth(child) : this.run(child),
		);
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
				if (found.op === '|' && (isZero(found.left) || isZero(found.right)))
					return isZero(found.right) ? found.left : found.right;
				if (found.op === '&' && (isZero(found.left) || isZero(found.right)))
					return isZero(found.left) ? found.left : found.right;
				if (SHIFTS.has(found.op) && isZero(found.left)) return found.left;
				return foldBinary(found);
			case 'assign':
				/* the local itself stays where it is written */
				return expr.kind === 'assign' ? { ...found, target: expr.target } : found;
			case 'prefix':
			case 'postfix':
				return expr;
			default:
				return found;
		}
	}

	/** It writes what nobody needs. */
	private isGone(expr: Expr): boolean {
		const local = expr.kind === 'assign' ? localOf(expr.target) : undefined;
		if (expr.kind !== 'assign' || local === undefined) return false;
		return this.gone.has(`${bare(expr.target).span.start}:${local}`);
	}

	/** Nothing of the statement is left. */
	vanishes(stmt: Stmt): boolean {
		switch (stmt.kind) {
			case 'empty':
				return true;
			case 'expr':
				return this.isGone(stmt.expr);
			case 'word':
				return SILENT.has(stmt.keyword);
			case 'block':
				return stmt.body.length > 0 && stmt.body.every((inner) => this.vanishes(inner));
			case 'if': {
				const known = truthOf(this.test(stmt.test));
				if (known === true) return this.vanishes(stmt.then);
				const otherwise = !stmt.else || this.vanishes(stmt.else);
				return otherwise && (known === false || this.vanishes(stmt.then));
			}
			case 'while':
			case 'for':
				return stmt.test !== undefined && truthOf(this.test(stmt.test)) === false;
			default:
				return false;
		}
	}
}

/** They need no brackets. */
const SIMPLE = new Set(['name', 'number', 'member', 'unary', 'call']);

const SHIFTS = new Set(['<<', '>>', '*']);

const isZero = (given: Expr): boolean => {
	const expr = bare(given);
	return expr.kind === 'number' && expr.value === 0;
};

/** A value in the place of a local. */
const bracketed = (value: Expr, { span }: Expr): Expr =>
	SIMPLE.has(value.kind) ? { ...value, span } : { kind: 'paren', inner: { ...value, span }, span };

/** The part is only asked whether it is true. */
function isAsked(expr: Expr, part: Expr): boolean {
	if (expr.kind === 'conditional') return part === expr.test;
	if (expr.kind === 'binary') return expr.op === '&&' || expr.op === '||';
	return expr.kind === 'unary' && expr.op === '!';
}

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
