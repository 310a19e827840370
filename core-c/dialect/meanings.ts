/** What a local is while a thread rests at a line: a value of a shared word, an address, a thread. */
import { liveAt } from './liveness';
import { textOf } from './macros';
import type { Scope } from './scope';
import type { Arg, Expr, Proc, Stmt } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { type Webs, websOf } from './webs';
import { wordOf } from './words';

/**
 * Of a value: the word as C names it behind the object. Of one that stands at an address: the local with that. A number
 * is what is not shown as anything else.
 */
export interface Meaning {
	as: 'value' | 'at' | 'address' | 'thread' | 'number';
	of: string;
}

/** From one line at which a thread rests to another, both counted from that of PROC. */
export interface MeaningSpan extends Meaning {
	local: string;
	from: number;
	to: number;
}

/** What is known by the stronger sign counts: that a part of it is taken away, what it was read as, before what it is written to, before how it is used. */
const ALTERED = 4;
const READ = 3;
const WRITTEN = 2;
const USED = 1;

const THREAD: Meaning = { as: 'thread', of: '' };
const ADDRESS: Meaning = { as: 'address', of: '' };
const NUMBER: Meaning = { as: 'number', of: '' };

/** Their first argument is the whole word, or what stood in it. */
const WHOLE = new Set([
	'LOAD',
	'XCHG',
	'CAS',
	'FETCH_ADD',
	'ADD_RETURN',
	'FETCH_OR',
	'FETCH_ANDNOT',
	'AWAIT',
]);
const WRITES_WHOLE = new Set(['STORE', 'XCHG', 'CAS']);
const NAMES_THREAD: Readonly<Record<string, number>> = {
	ON_CPU: 1,
	WAKE: 1,
	LIST_ADD: 1,
	LIST_DEL: 1,
	LIST_NEXT: 2,
	LIST_HAS: 2,
};
const GIVES_THREAD = new Set(['LIST_FIRST', 'LIST_NEXT']);

/** `lk->node[my->prev].next` is node[0].next: each element is made alike. Undefined for what is no word of the object. */
function pathOf(expr: Expr): string | undefined {
	const found = bare(expr);
	if (found.kind === 'index') {
		const array = pathOf(found.object);
		return array && `${array}[0]`;
	}
	if (found.kind !== 'member') return undefined;
	const object = bare(found.object);
	if (found.arrow) return object.kind === 'name' && object.name === 'lk' ? found.name : undefined;
	const whole = pathOf(object);
	return whole && `${whole}.${found.name}`;
}

/** The word of an access: one of the object, or the one at an address. */
function wordAt(expr: Expr): Meaning | undefined {
	const found = bare(expr);
	if (found.kind === 'call' && found.name === 'AT') {
		const local = found.args[0] && localOf(found.args[0]);
		return local === undefined ? undefined : { as: 'at', of: local };
	}
	const path = pathOf(found);
	return path === undefined ? undefined : { as: 'value', of: path };
}

class Meanings {
	private readonly webs: Webs;
	private readonly parent: number[];
	private readonly signs: { web: number; rank: number; meaning: Meaning }[] = [];

	constructor(
		proc: Proc,
		private readonly scope?: Scope,
	) {
		this.webs = websOf(proc, scope?.expander);
		this.parent = this.webs.webs.map((_, i) => i);
		forEachStmt(proc.body, (stmt) => this.learn(stmt));
	}

	private root(web: number): number {
		let at = web;
		while (this.parent[at] !== at) at = this.parent[at] as number;
		return at;
	}

	private same(a: Expr, b: Expr): void {
		const [left, right] = [this.webs.at(bare(a)), this.webs.at(bare(b))];
		if (left !== undefined && right !== undefined) this.parent[this.root(left)] = this.root(right);
	}

	private sign(expr: Expr | undefined, rank: number, meaning: Meaning | undefined): void {
		const web = expr && this.webs.at(bare(expr));
		if (web !== undefined && meaning) this.signs.push({ web, rank, meaning });
	}

	private learn(stmt: Stmt): void {
		for (const expr of exprsOf(stmt))
			forEachExpr(this.scope?.expander.expand(expr) ?? expr, (part) => this.learnFrom(part));
		if (stmt.kind === 'word') this.learnFromWord(stmt.keyword, stmt.args);
	}

	private learnFrom(expr: Expr): void {
		if (expr.kind === 'assign') this.learnFromAssignment(expr);
		else if (expr.kind === 'prefix' || expr.kind === 'postfix')
			this.sign(expr.operand, ALTERED, NUMBER);
		else if (expr.kind === 'binary' && (expr.op === '==' || expr.op === '!='))
			this.same(expr.left, expr.right);
		else if (expr.kind === 'call' && expr.name === 'AT') this.sign(expr.args[0], READ, ADDRESS);
		else if (expr.kind === 'index' && textOf(bare(expr.object)).endsWith('node'))
			this.sign(expr.index, USED, THREAD);
	}

	private learnFromAssignment({ op, target, value }: Extract<Expr, { kind: 'assign' }>): void {
		const found = bare(value);
		if (op !== '=') this.sign(target, ALTERED, NUMBER);
		else if (found.kind === 'call' && found.name === 'ADDRESS') this.sign(target, READ, ADDRESS);
		else this.same(target, value);
	}

	private learnFromWord(keyword: string, args: readonly Arg[]): void {
		const params = wordOf(keyword)?.params ?? [];
		const place = args[params.indexOf('word')]?.expr;
		const word = place && wordAt(place);
		if (WHOLE.has(keyword)) this.sign(args[0]?.expr, READ, word);
		if (WRITES_WHOLE.has(keyword)) {
			if (keyword === 'CAS') this.sign(args[2]?.expr, READ, word);
			this.sign(args[params.lastIndexOf('value')]?.expr, WRITTEN, word);
		}
		if (GIVES_THREAD.has(keyword)) this.sign(args[0]?.expr, READ, THREAD);
		this.sign(args[NAMES_THREAD[keyword] ?? -1]?.expr, USED, THREAD);
	}

	/** Undefined too where the signs of one strength speak of several words. */
	private ofWeb(web: number): Meaning | undefined {
		const own = this.signs.filter((sign) => this.root(sign.web) === this.root(web));
		const strongest = Math.max(...own.map(({ rank }) => rank));
		const [first, ...others] = own.filter(({ rank }) => rank === strongest);
		const meaning = first?.meaning;
		const agree = others.every(
			(one) => one.meaning.as === meaning?.as && one.meaning.of === meaning.of,
		);
		return agree && meaning?.as !== 'number' ? meaning : undefined;
	}

	at(line: number, local: string): Meaning | undefined {
		const web = this.webs.held(line, local);
		return web === undefined ? undefined : this.ofWeb(web);
	}
}

/** In the order of the locals, then of the lines; only where a local lives and its meaning is known. */
export function meaningsOf(proc: Proc, scope?: Scope): MeaningSpan[] {
	const meanings = new Meanings(proc, scope);
	const live = [...liveAt(proc, scope)].sort(([a], [b]) => a - b);
	return proc.locals.flatMap(({ name: local }) => {
		const spans: MeaningSpan[] = [];
		let open: MeaningSpan | undefined;
		for (const [line, names] of live) {
			const found = names.has(local) ? meanings.at(line, local) : undefined;
			if (found && open && open.as === found.as && open.of === found.of) {
				open.to = line - proc.first;
				continue;
			}
			/* where nobody reads it, its value is not shown: a span may go on behind */
			if (!found && !names.has(local)) continue;
			open = found && { local, from: line - proc.first, to: line - proc.first, ...found };
			if (open) spans.push(open);
		}
		return spans;
	});
}
