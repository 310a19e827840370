/** What a number of a procedure is in C, by what is put in it: a truth is a bool, what an int function returns an int. */
import { isNumber, type Kind, NUM } from './kernel-kinds';
import { callOf } from './parse-stmt';
import type { Arg, Expr, Proc, Stmt } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt } from './walk';
import type { Webs } from './webs';
import { isCall, wordOf } from './words';

export type NumberType = 'bool' | 'int' | 'state';

/** From the narrowest; a state of a task is none of the others. */
const ORDER = ['bool', 'int', 'other'] as const;
type Width = (typeof ORDER)[number];

const wider = (a: Width | undefined, b: Width | undefined): Width | undefined =>
	a && b && ORDER.indexOf(a) >= ORDER.indexOf(b) ? a : (b ?? a);

const TRUTHS = new Set(['==', '!=', '<', '>', '<=', '>=', '&&', '||']);
const UNSIGNED = new Set(['&', '|', '^', '<<', '>>', '<', '>', '<=', '>=']);
const KEEPS = new Set(['=', '|=', '&=']);
/** Words that leave 0 or 1. */
const ASKS: Readonly<Record<string, Width>> = {
	ON_CPU: 'int',
	WAKE: 'int',
	LIST_HAS: 'bool',
	SPIN_TRYLOCK: 'bool',
};
const ASKED = new Set(
	'HAS FAULT NEED_RESCHED FATAL_SIGNAL THRESHOLD_PASSED TIMEOUT_PASSED TASK_EXITING SIGNAL_PENDING'.split(
		' ',
	),
);

interface Name {
	code: string;
	kind: Kind;
}

/** What is known of a procedure (kernel-types.ts). */
interface Typed {
	readonly webs: Webs;
	readonly names: readonly (Name | undefined)[];
	readonly params: readonly { local: string; code: string }[];
	readonly returns: Kind | undefined;
}

interface Shared {
	readonly procs: ReadonlyMap<string, Proc>;
	readonly types: ReadonlyMap<string, Typed>;
}

class Numbers {
	private readonly widths = new Map<string, Width>();
	private readonly states = new Set<string>();
	/** of which bits are asked, or which are compared as numbers without a sign */
	private readonly words = new Set<string>();
	private grown = false;

	constructor(private readonly all: Shared) {
		do {
			this.grown = false;
			for (const proc of all.procs.values())
				forEachStmt(proc.body, (stmt) => this.learn(stmt, proc));
		} while (this.grown);
	}

	/** undefined: as many bits as there are */
	typeOf(proc: string, code: string): NumberType | undefined {
		const key = `${proc}.${code}`;
		if (this.states.has(key)) return 'state';
		const width = this.widths.get(key);
		return width === 'other' || this.words.has(key) ? undefined : width;
	}

	private nameAt(proc: string, expr: Expr): Name | undefined {
		const own = this.all.types.get(proc);
		const web = own?.webs.at(bare(expr));
		const name = web === undefined ? undefined : own?.names[web];
		return name && isNumber(name.kind) ? name : undefined;
	}

	private widen(proc: string, code: string, width: Width | undefined): void {
		const key = `${proc}.${code}`;
		const before = this.widths.get(key);
		const after = wider(before, width);
		if (after === undefined || after === before) return;
		this.widths.set(key, after);
		this.grown = true;
	}

	private write(proc: Proc, target: Expr | undefined, width: Width | undefined): void {
		const name = target && this.nameAt(proc.name, target);
		if (name) this.widen(proc.name, name.code, width);
	}

	/** undefined: not known yet */
	private widthOf(proc: Proc, expr: Expr): Width | undefined {
		const found = bare(expr);
		const name = this.nameAt(proc.name, found);
		if (name) return this.widths.get(`${proc.name}.${name.code}`);
		switch (found.kind) {
			case 'number':
				return found.value <= 1 ? 'bool' : 'other';
			case 'binary':
				return TRUTHS.has(found.op) ? 'bool' : 'other';
			case 'unary':
				return found.op === '!' ? 'bool' : 'other';
			case 'call':
				return ASKED.has(found.name) ? 'bool' : 'other';
			case 'conditional':
				return wider(this.widthOf(proc, found.yes), this.widthOf(proc, found.no));
			default:
				return 'other';
		}
	}

	private learn(stmt: Stmt, proc: Proc): void {
		for (const expr of exprsOf(stmt)) forEachExpr(expr, (part) => this.learnFrom(part, proc));
		if (stmt.kind !== 'word') return;
		const { keyword, args } = stmt;
		for (const [i, param] of (wordOf(keyword)?.params ?? []).entries())
			if (param === 'state') this.noteState(proc, args[i]);
		if (isCall(keyword)) this.pass(stmt, proc);
		else if (wordOf(keyword)?.params[0] === 'dst')
			this.write(proc, args[0]?.expr, (Object.hasOwn(ASKS, keyword) && ASKS[keyword]) || 'other');
	}

	private learnFrom(expr: Expr, proc: Proc): void {
		if (expr.kind === 'binary' && UNSIGNED.has(expr.op))
			for (const one of [expr.left, expr.right]) this.noteWord(proc, one);
		if (expr.kind === 'assign')
			this.write(proc, expr.target, KEEPS.has(expr.op) ? this.widthOf(proc, expr.value) : 'other');
		else if (expr.kind === 'prefix' || expr.kind === 'postfix')
			this.write(proc, expr.operand, 'other');
		else if (expr.kind === 'call' && wordOf(expr.name)?.params[0] === 'state' && expr.args[0])
			this.noteState(proc, { expr: expr.args[0] });
	}

	private noteWord(proc: Proc, expr: Expr): void {
		const name = this.nameAt(proc.name, expr);
		if (name) this.words.add(`${proc.name}.${name.code}`);
	}

	private noteState(proc: Proc, arg: Pick<Arg, 'expr'> | undefined): void {
		const name = arg && this.nameAt(proc.name, arg.expr);
		if (!name || this.states.has(`${proc.name}.${name.code}`)) return;
		this.states.add(`${proc.name}.${name.code}`);
		this.grown = true;
	}

	private pass(stmt: Extract<Stmt, { kind: 'word' }>, proc: Proc): void {
		const call = callOf(stmt);
		const callee = this.all.types.get(call.proc);
		if (!callee) return;
		const { returns } = callee;
		if (call.dst) this.write(proc, call.dst, returns === NUM ? 'int' : 'other');
		for (const { local, code } of callee.params) {
			const set = call.sets.find(({ field }) => field === local);
			this.widen(call.proc, code, set ? this.widthOf(proc, set.expr) : 'bool');
			if (set && this.states.has(`${call.proc}.${code}`)) this.noteState(proc, set);
		}
	}
}

/** Of each procedure, by the names that its numbers bear in C. */
export function numbersOf(all: Shared): (proc: string, code: string) => NumberType | undefined {
	const numbers = new Numbers(all);
	return (proc, code) => numbers.typeOf(proc, code);
}
