/** Expands macros in expressions, with bounds: a text may come from anybody. */
import { exprOf } from './code';
import { tokensOf } from './lex';
import type { Constant, Expr, Macro } from './tree';
import { LIMITS } from './tree';
import { forEachChild, mapChildren } from './walk';

export class Expander {
	private left: number = LIMITS.expansions;
	/** of names that stand for names */
	private depth = 0;
	private readonly bodies = new Map<string, boolean>();

	constructor(
		private readonly macros: ReadonlyMap<string, Macro>,
		private readonly constants: ReadonlyMap<string, Constant>,
	) {}

	/** The expression without calls of macros, and without names that stand for locals or words. */
	expand(expr: Expr): Expr {
		return this.left > 0 && this.needs(expr) ? this.run(expr, new Set()) : expr;
	}

	private needs(expr: Expr): boolean {
		if (expr.kind === 'call' && this.macros.has(expr.name)) return true;
		if (expr.kind === 'name') return this.standsForMore(expr.name);
		let found = false;
		forEachChild(expr, (child) => {
			found ||= this.needs(child);
		});
		return found;
	}

	/** A constant whose text has more than numbers in it: a local, a word, a call. */
	private standsForMore(name: string): boolean {
		const raw = this.constants.get(name)?.raw;
		if (raw === undefined) return false;
		const known = this.bodies.get(name);
		if (known !== undefined) return known;
		this.bodies.set(name, false); /* while it is looked at: it may name itself */
		if (this.depth > LIMITS.nesting) return false;
		this.depth++;
		const tokens = tokensOf(raw);
		const found = tokens.some(
			({ kind, text }, at) =>
				kind === 'name' &&
				(text === 'my' ||
					text === 'lk' ||
					tokens[at + 1]?.text === '(' ||
					this.standsForMore(text)),
		);
		this.depth--;
		this.bodies.set(name, found);
		return found;
	}

	private run(expr: Expr, within: ReadonlySet<string>, depth = 0): Expr {
		if (depth > LIMITS.operators) return expr;
		const body = this.bodyOf(expr, within);
		if (body === undefined) return mapChildren(expr, (child) => this.run(child, within, depth + 1));
		const name = (expr as { name: string }).name;
		return { ...this.run(body, new Set(within).add(name), depth + 1), span: expr.span };
	}

	/** What the expression stands for, or undefined when it stands for itself. */
	private bodyOf(expr: Expr, within: ReadonlySet<string>): Expr | undefined {
		if (expr.kind !== 'call' && expr.kind !== 'name') return undefined;
		if (within.has(expr.name) || within.size >= LIMITS.nesting || this.left-- <= 0)
			return undefined;
		if (expr.kind === 'name')
			return this.standsForMore(expr.name)
				? placed(exprOf(this.constants.get(expr.name)?.raw ?? ''), expr)
				: undefined;
		const macro = this.macros.get(expr.name);
		if (!macro || macro.params.length !== expr.args.length) return undefined;
		const code = substitute(macro, expr.args.map(textOf));
		return code === undefined ? undefined : placed(exprOf(code), expr);
	}
}

/** All of it stands where the macro is used. */
function placed(expr: Expr | undefined, at: Expr): Expr | undefined {
	return expr && { ...mapChildren(expr, (child) => placed(child, at) as Expr), span: at.span };
}

/** The body with its parameters replaced, and `a ## b` made one name. */
function substitute(macro: Macro, args: string[]): string | undefined {
	const out: string[] = [];
	const tokens = tokensOf(macro.body).slice(0, -1);
	let size = 0;
	for (const [i, { text }] of tokens.entries()) {
		if (text === '##') continue;
		const pasted = tokens[i - 1]?.text === '##' || tokens[i + 1]?.text === '##';
		const at = macro.params.indexOf(text);
		const arg = args[at] as string;
		const piece = at < 0 ? text : pasted ? arg : `(${arg})`;
		out.push(tokens[i - 1]?.text === '##' ? piece : ` ${piece}`);
		size += piece.length;
		if (size > LIMITS.expanded) return undefined;
	}
	return out.join('');
}

/** An expression as C. */
export function textOf(expr: Expr): string {
	switch (expr.kind) {
		case 'number':
		case 'string':
			return expr.text;
		case 'name':
			return expr.name;
		case 'member':
			return `${textOf(expr.object)}${expr.arrow ? '->' : '.'}${expr.name}`;
		case 'index':
			return `${textOf(expr.object)}[${textOf(expr.index)}]`;
		case 'call':
			return `${expr.name}(${expr.args.map(textOf).join(', ')})`;
		case 'unary':
		case 'prefix':
			return `${expr.op}${gap(expr.op, expr.operand)}${textOf(expr.operand)}`;
		case 'postfix':
			return `${textOf(expr.operand)}${expr.op}`;
		case 'binary':
			return `${textOf(expr.left)} ${expr.op} ${textOf(expr.right)}`;
		case 'conditional':
			return `${textOf(expr.test)} ? ${textOf(expr.yes)} : ${textOf(expr.no)}`;
		case 'assign':
			return `${textOf(expr.target)} ${expr.op} ${textOf(expr.value)}`;
		case 'cast':
			return `(${expr.type})${textOf(expr.operand)}`;
		case 'sizeof':
			return `sizeof(${expr.of})`;
		case 'paren':
			return `(${textOf(expr.inner)})`;
		case 'missing':
			return '';
	}
}

/** Keeps `- -a` from becoming `--a`. */
const gap = (op: string, operand: Expr): string =>
	(operand.kind === 'unary' || operand.kind === 'prefix') && operand.op[0] === op[0] ? ' ' : '';
