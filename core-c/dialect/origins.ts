/**
 * Where the value comes from that a local holds at a place: from a word, or from an expression of the text. A local that
 * was loaded from a word may hold an error or another code later on, which the fields of that word do not describe.
 */
import { evaluate, lookupIn } from './constants';
import { flowOf } from './flow';
import { errorOf } from './kernel-errors';
import { textOf } from './macros';
import { ADDRESS, GIVES_THREAD, type Meaning, pathOf, THREAD, WHOLE, wordAt } from './meant';
import { callOf } from './parse-stmt';
import type { Scope } from './scope';
import type { Call, Expr, Proc, Stmt } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { type Writes, writesOf } from './webs';
import { isCall, wordOf } from './words';

/** A constant of the text, by the name that stands there. */
export interface Code {
	value: number;
	name: string;
}

export interface Origin extends Partial<Code> {
	/** word: what stood in one. code: a constant. entry: what the caller gave. number: what the text works out */
	from: 'word' | 'code' | 'entry' | 'number';
	meaning?: Meaning;
	/** of an entry: the local */
	local?: string;
	/** of a number: the write that made it; that a callee used it as a word */
	write?: number;
	used?: boolean;
}

type Lookup = ReturnType<typeof lookupIn>;
type Source = { expr: Expr } | { call: Call } | { word: Meaning } | undefined;

const OTHER: Origin = { from: 'number' };

/** Each constant that an expression may be, with its name; undefined where it may be something else. */
function codesOf(expr: Expr, lookup: Lookup): { expr: Expr; code: Code }[] | undefined {
	const found = bare(expr);
	if (found.kind === 'cast') return codesOf(found.operand, lookup);
	const inner =
		found.kind === 'conditional'
			? [found.yes, found.no]
			: found.kind === 'binary'
				? [found.left, found.right]
				: [];
	const parts = inner.map((one) => codesOf(one, lookup));
	if (parts.some((part) => part === undefined)) return undefined;
	const [left, right] = parts as { expr: Expr; code: Code }[][];
	if (left && right && found.kind === 'conditional') return [...left, ...right];
	if (left && right && found.kind === 'binary')
		return left.flatMap((a) =>
			right.map((b) => made({ ...found, left: a.expr, right: b.expr }, lookup)),
		);
	return evaluate(found, lookup) && [made(found, lookup)];
}

function made(expr: Expr, lookup: Lookup): { expr: Expr; code: Code } {
	const value = (evaluate(expr, lookup)?.value ?? 0) >>> 0;
	const found = bare(expr);
	const negative = found.kind === 'unary' && found.op === '-' ? bare(found.operand) : undefined;
	const error = negative?.kind === 'name' ? errorOf(negative.name) : undefined;
	return { expr, code: { value, name: error ? `-${error}` : textOf(expr) } };
}

export class Origins {
	readonly writes: Writes;
	private readonly lookup: Lookup;
	private readonly sources = new Map<number, Source>();
	/** the nodes that read a part of the text, by its place */
	private readonly readers = new Map<number, number[]>();
	private readonly typed = new Set<number>();
	private readonly returned: Expr[] = [];

	constructor(
		private readonly proc: Proc,
		private readonly scope: Scope | undefined,
		/** what a callee returns, in its own words */
		private readonly returnedBy: (callee: Proc) => readonly Origin[],
	) {
		this.lookup = lookupIn(scope?.constants ?? new Map());
		this.writes = writesOf(proc, flowOf(proc));
		for (const [at, { from }] of this.writes.flow.nodes.entries())
			for (const root of from ?? [])
				forEachExpr(root, ({ span }) => {
					this.readers.set(span.start, [...(this.readers.get(span.start) ?? []), at]);
				});
		forEachStmt(proc.body, (stmt) => this.learn(stmt));
	}

	private learn(stmt: Stmt): void {
		for (const expr of exprsOf(stmt))
			forEachExpr(expr, (part) => {
				if (part.kind === 'assign')
					this.sources.set(
						part.target.span.start,
						part.op === '=' ? { expr: part.value } : undefined,
					);
			});
		if (stmt.kind !== 'word') return;
		const [first] = stmt.args;
		if (stmt.keyword === 'RETURN' && first) this.returned.push(first.expr);
		if (wordOf(stmt.keyword)?.params[0] !== 'dst' || !first) return;
		this.sources.set(first.expr.span.start, this.sourceOf(stmt));
	}

	private sourceOf(stmt: Extract<Stmt, { kind: 'word' }>): Source {
		if (isCall(stmt.keyword)) return { call: callOf(stmt) };
		if (GIVES_THREAD.has(stmt.keyword)) return { word: THREAD };
		const word = WHOLE.has(stmt.keyword) && stmt.args[1] && wordAt(stmt.args[1].expr);
		return word ? { word } : undefined;
	}

	private indexOf(local: string): number {
		return this.proc.locals.findIndex(({ name }) => name === local);
	}

	/** The writes whose value an expression reads that is a local. */
	private readBy(expr: Expr): number[] {
		const local = this.indexOf(localOf(expr) ?? '');
		const nodes = this.readers.get(bare(expr).span.start) ?? [];
		return local < 0 ? [] : nodes.flatMap((node) => this.writes.heldAt(node, local));
	}

	/** What an expression works out counts as a value of the word that the text uses it as. */
	usedAsWord(expr: Expr): void {
		const work = this.readBy(expr);
		for (let write = work.pop(); write !== undefined; write = work.pop()) {
			if (this.typed.has(write)) continue;
			this.typed.add(write);
			const source = this.sources.get(this.writes.defs[write]?.into?.span.start ?? -1);
			if (source && 'expr' in source) work.push(...this.readBy(bare(source.expr)));
		}
	}

	/** Where such a value is written first. */
	typedAt({ write }: Origin): Expr | undefined {
		return write !== undefined && this.typed.has(write) ? this.writes.defs[write]?.into : undefined;
	}

	/** Of what a local holds while a thread rests at a line. */
	at(line: number, local: string): Origin[] {
		const { flow, heldAt } = this.writes;
		const nodes = [...flow.nodes.keys()].filter((i) => flow.nodes[i]?.rests?.line === line);
		const writes = new Set(nodes.flatMap((node) => heldAt(node, this.indexOf(local))));
		return [...writes].flatMap((write) => this.ofWrite(write, new Set()));
	}

	private ofWrite(write: number, within: ReadonlySet<number>): Origin[] {
		const { local = 0, entry, into } = this.writes.defs[write] ?? {};
		if (entry) return [{ from: 'entry', local: this.proc.locals[local]?.name ?? '' }];
		if (within.has(write)) return [];
		const source = this.sources.get(into?.span.start ?? -1);
		const seen = new Set(within).add(write);
		const found = !source
			? [OTHER]
			: 'word' in source
				? [{ from: 'word' as const, meaning: source.word }]
				: 'call' in source
					? this.ofCall(source.call, seen)
					: this.ofExpr(source.expr, seen);
		/* a code that is used as the word is a value of it */
		return found.flatMap((origin): Origin[] => {
			if (origin.from === 'number') return [{ ...origin, write: origin.write ?? write }];
			return origin.from === 'code' && source && 'expr' in source && this.typed.has(write)
				? [{ from: 'number', write }]
				: [origin];
		});
	}

	private ofExpr(expr: Expr, within: ReadonlySet<number>): Origin[] {
		const found = bare(expr);
		if (found.kind === 'cast') return this.ofExpr(found.operand, within);
		if (localOf(found) !== undefined)
			return [...new Set(this.readBy(found))].flatMap((write) => this.ofWrite(write, within));
		if (found.kind === 'call' && found.name === 'ADDRESS')
			return [{ from: 'word', meaning: ADDRESS }];
		const codes = codesOf(found, this.lookup);
		if (codes) return codes.map(({ code }) => ({ from: 'code', ...code }));
		if (found.kind === 'conditional')
			return [found.yes, found.no].flatMap((one) => this.ofExpr(one, within));
		if (found.kind === 'binary' && found.op === '|') return this.ofFlagged(found, within);
		return [OTHER];
	}

	/** A word with a flag set in it is still read as that word. */
	private ofFlagged(
		{ left, right }: Extract<Expr, { kind: 'binary' }>,
		within: ReadonlySet<number>,
	): Origin[] {
		const rest = codesOf(right, this.lookup)
			? left
			: codesOf(left, this.lookup)
				? right
				: undefined;
		return rest
			? this.ofExpr(rest, within).map((one) => (one.from === 'code' ? OTHER : one))
			: [OTHER];
	}

	/** What the callee returns, in the words of the caller. */
	private ofCall(call: Call, within: ReadonlySet<number>): Origin[] {
		const callee = this.scope?.procs.get(call.proc);
		if (!callee) return [OTHER];
		const given = (local: string): Expr | undefined =>
			call.sets.find(({ field }) => field === local)?.expr;
		return this.returnedBy(callee).flatMap((origin): Origin[] => {
			if (origin.from === 'code') return [origin];
			if (origin.from === 'entry') {
				const expr = given(origin.local ?? '');
				return expr ? this.ofExpr(expr, within) : [{ from: 'code', value: 0, name: '0' }];
			}
			if (origin.used) return [{ from: 'number', used: true }];
			const meaning = origin.meaning && meantOutside(origin.meaning, call, given);
			return [meaning ? { from: 'word', meaning } : OTHER];
		});
	}

	returns(): Origin[] {
		return this.returned.flatMap((expr) => this.ofExpr(expr, new Set()));
	}
}

/** A word of the callee's object, counted from the caller's. */
function meantOutside(
	meaning: Meaning,
	{ object }: Call,
	given: (local: string) => Expr | undefined,
): Meaning | undefined {
	if (meaning.as === 'at') {
		const address = given(meaning.of);
		const of = address && localOf(address);
		return of === undefined ? undefined : { as: 'at', of };
	}
	if (meaning.as !== 'value') return meaning;
	const found = object && bare(object);
	if (found?.kind === 'name') return found.name === 'lk' ? meaning : undefined;
	const whole = found?.kind === 'unary' && found.op === '&' ? pathOf(found.operand) : undefined;
	return whole === undefined ? undefined : { as: 'value', of: `${whole}.${meaning.of}` };
}
