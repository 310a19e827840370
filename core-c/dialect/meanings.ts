/** What a local is while a thread rests at a line: a value of a shared word, an address, a thread. */
import { liveAt } from './liveness';
import { textOf } from './macros';
import { ADDRESS, GIVES_THREAD, type Meaning, NUMBER, THREAD, WHOLE, wordAt } from './meant';
import { type Code, type Origin, Origins } from './origins';
import type { Scope } from './scope';
import type { Arg, Expr, Proc, Stmt } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { type Webs, websOf } from './webs';
import { wordOf } from './words';

/** From one line at which a thread rests to another, both counted from that of PROC. */
interface Span {
	local: string;
	from: number;
	to: number;
}
/** A code is not of the word: a value that the local may have beside, an error or an answer, by its name. */
export type MeaningSpan = Span &
	((Meaning & { value?: never }) | ({ as: 'code'; of: string } & Code));

/** What is known by the stronger sign counts: that a part of it is taken away, what it was read as, before what it is written to, before how it is used. */
const ALTERED = 4;
const READ = 3;
const WRITTEN = 2;
const USED = 1;

/** As origins.ts names one. */
const ERROR = /^-E[A-Z]+$/;
const WRITES_WHOLE = new Set(['STORE', 'XCHG', 'CAS']);
const NAMES_THREAD: Readonly<Record<string, number>> = {
	ON_CPU: 1,
	WAKE: 1,
	LIST_ADD: 1,
	LIST_DEL: 1,
	LIST_NEXT: 2,
	LIST_HAS: 2,
};

class Meanings {
	private readonly origins: Origins;
	private readonly webs: Webs;
	private readonly parent: number[];
	private readonly signs: { web: number; rank: number; meaning: Meaning }[] = [];

	constructor(
		proc: Proc,
		scope: Scope | undefined,
		/** of the procedures that were asked already */
		private readonly returned: Map<Proc, readonly Origin[]> = new Map(),
	) {
		this.origins = new Origins(proc, scope, (callee) => {
			const known = this.returned.get(callee);
			if (known) return known;
			this.returned.set(callee, []); /* it may call itself */
			const found = new Meanings(callee, scope, this.returned).returns();
			this.returned.set(callee, found);
			return found;
		});
		this.webs = websOf(proc);
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

	private compared(a: Expr, b: Expr): void {
		this.same(a, b);
		if (localOf(a) === undefined || localOf(b) === undefined) return;
		for (const one of [a, b]) this.origins.usedAsWord(one);
	}

	/** Of a local that the text uses as such, and does not get so. */
	private used(expr: Expr | undefined, rank: number, meaning: Meaning | undefined): void {
		this.sign(expr, rank, meaning);
		if (expr && meaning) this.origins.usedAsWord(expr);
	}

	private sign(expr: Expr | undefined, rank: number, meaning: Meaning | undefined): void {
		const web = expr && this.webs.at(bare(expr));
		if (web !== undefined && meaning) this.signs.push({ web, rank, meaning });
	}

	private learn(stmt: Stmt): void {
		for (const expr of exprsOf(stmt)) forEachExpr(expr, (part) => this.learnFrom(part));
		if (stmt.kind === 'word') this.learnFromWord(stmt.keyword, stmt.args);
	}

	private learnFrom(expr: Expr): void {
		if (expr.kind === 'assign') this.learnFromAssignment(expr);
		else if (expr.kind === 'prefix' || expr.kind === 'postfix')
			this.sign(expr.operand, ALTERED, NUMBER);
		else if (expr.kind === 'binary' && (expr.op === '==' || expr.op === '!='))
			this.compared(expr.left, expr.right);
		else if (expr.kind === 'call' && expr.name === 'AT') this.used(expr.args[0], READ, ADDRESS);
		else if (expr.kind === 'index' && textOf(bare(expr.object)).endsWith('node'))
			this.used(expr.index, USED, THREAD);
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
			if (keyword === 'CAS') this.used(args[2]?.expr, READ, word);
			this.used(args[params.lastIndexOf('value')]?.expr, WRITTEN, word);
		}
		if (GIVES_THREAD.has(keyword)) this.sign(args[0]?.expr, READ, THREAD);
		this.used(args[NAMES_THREAD[keyword] ?? -1]?.expr, USED, THREAD);
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
		if (!agree || !meaning || meaning.as === 'number') return undefined;
		return { ...meaning, as: meaning.as === 'value' && strongest === WRITTEN ? 'new' : meaning.as };
	}

	/** What its value is read as, and the codes that it may be beside. */
	at(line: number, local: string): { meaning?: Meaning; codes: Code[] } {
		const web = this.webs.held(line, local);
		const meaning = web === undefined ? undefined : this.ofWeb(web);
		const origins = this.origins.at(line, local);
		const codes = codesIn(origins);
		const errors = codes.filter(({ name }) => ERROR.test(name));
		if (!meaning || !this.origins.writes.apart) return { codes: meaning ? [] : errors };
		const ofWord = origins.filter(({ from }) => from !== 'code');
		if (ofWord.length === 0) return { codes };
		const held = ofWord.every((one) => this.isOf(meaning, one));
		if (meaning.as === 'new' && ofWord.some(({ from }) => from === 'word')) meaning.as = 'value';
		if (meaning.as === 'at' && this.onlyCompared(web) && ofWord.every(isGiven))
			meaning.as = 'expected';
		return held ? { meaning, codes: codes.filter(({ value }) => value !== 0) } : { codes: errors };
	}

	/** No line reads it from the word: what is known of it, it has from what it stands beside. */
	private onlyCompared(web: number | undefined): boolean {
		return !this.signs.some((sign) => sign.web === web);
	}

	/** What the text works out and then uses as a word is returned as that. */
	private returns(): Origin[] {
		return this.origins.returns().map((origin) => {
			const typed = this.origins.typedAt(origin);
			const web = typed && this.webs.at(bare(typed));
			const meaning = web === undefined ? undefined : this.ofWeb(web);
			return meaning?.as === 'value'
				? { from: 'word', meaning }
				: { ...origin, used: typed !== undefined };
		});
	}

	private isOf(meaning: Meaning, origin: Origin): boolean {
		if (origin.from === 'entry') return true;
		if (!origin.meaning) return origin.used || this.origins.typedAt(origin) !== undefined;
		if (meaning.as === 'thread') return true; /* a word that names one */
		const as = meaning.as === 'new' ? 'value' : meaning.as;
		return origin.meaning.as === as && origin.meaning.of === meaning.of;
	}
}

const isGiven = ({ from }: Origin): boolean => from === 'entry';

function codesIn(origins: readonly Origin[]): Code[] {
	const found = new Map<number, Code>();
	for (const { from, value = 0, name = '' } of origins)
		if (from === 'code' && !found.has(value)) found.set(value, { value, name });
	return [...found.values()].sort((a, b) => a.value - b.value);
}

type Meant = { as: MeaningSpan['as']; of: string } & Partial<Code>;

/**
 * In the order of the locals, then of the lines; only where a local lives and its meaning is known. `scope`: what its
 * constants are, and what the procedures return that it calls.
 */
export function meaningsOf(proc: Proc, scope?: Scope): MeaningSpan[] {
	const meanings = new Meanings(proc, scope);
	const live = [...liveAt(proc)].sort(([a], [b]) => a - b);
	return proc.locals.flatMap(({ name: local }) => {
		const spans: MeaningSpan[] = [];
		const open = new Map<string, MeaningSpan>();
		for (const [line, names] of live) {
			/* where nobody reads it, its value is not shown: a span may go on behind */
			if (!names.has(local)) continue;
			const at = line - proc.first;
			const { meaning, codes } = meanings.at(line, local);
			const met: Meant[] = codes.map((code) => ({ as: 'code', of: '', ...code }));
			if (meaning) met.unshift({ ...meaning });
			const keys = new Set(met.map((one) => JSON.stringify(one)));
			for (const key of [...open.keys()]) if (!keys.has(key)) open.delete(key);
			for (const one of met) {
				const key = JSON.stringify(one);
				const span = open.get(key) ?? ({ local, from: at, to: at, ...one } as MeaningSpan);
				span.to = at;
				if (!open.has(key)) spans.push(span);
				open.set(key, span);
			}
		}
		return spans;
	});
}
