/** Types of the locals, parameters and results of procedures in kernel C, from the declared words. */

import type { Expands } from './flow';
import { type Errors, errorsOf } from './kernel-errors';
import {
	ADDRESS,
	both,
	isNumber,
	isPointer,
	isSet,
	isSigned,
	type Kind,
	NUM,
	number,
	TASK,
	ULONG,
	WAKES,
	widest,
} from './kernel-kinds';
import { type NumberType, numbersOf } from './kernel-numbers';
import { KernelPlaces } from './kernel-places';
import { firstOf, loneMember, memberKind, setOf, takesFirst } from './kernel-sets';
import { WHOLE } from './meant';
import { callOf } from './parse-stmt';
import type { Reach } from './scope';
import type { Expr, Proc, Stmt } from './tree';
import { bare, exprsOf, forEachExpr, forEachStmt, localOf } from './walk';
import { type Web, type Webs, websOf } from './webs';
import { isCall, wordOf } from './words';

export interface CName {
	code: string;
	kind: Kind;
}

interface Parameter extends CName {
	local: string;
}

export interface ProcTypes {
	webs: Webs;
	/** by the number of the web */
	names: (CName | undefined)[];
	params: Parameter[];
	/** undefined: it returns nothing */
	returns: Kind | undefined;
	/** the wake list that it has: its caller's, or its own */
	wakes: 'given' | 'own' | undefined;
	/** what it returns in the text is what it adds to the wake list */
	givesWakes: boolean;
	/** a value that no write has set is read */
	zeroed: Set<string>;
	/** locals that hold an error */
	ints: ReadonlySet<string>;
	/** sets of threads that nothing is put in */
	empty: ReadonlySet<string>;
	/** what a number of this name is in C, where that is known */
	numberType: (code: string) => NumberType | undefined;
}

interface Draft {
	proc: Proc;
	webs: Webs;
	/** kinds that the writes of each web give it, found so far */
	kinds: Set<Kind>[];
	/** kinds that its reads suggest, when no write says more */
	hints: Set<Kind>[];
	set: Set<string>;
	returns?: Kind;
	isVoid: boolean;
}

const SUFFIX: Readonly<Record<string, string>> = {
	num: 'n',
	int: 'n',
	long: 'n',
	ulong: 'n',
	task: 'task',
	node: 'node',
	waiter: 'waiter',
	address: 'ptr',
	list: 'list',
	wakes: 'wakes',
};
const COMPUTES = new Set(['&', '|', '^', '+', '-', '*', '<<', '>>']);
const RESERVED = new Set([
	'lock',
	'node',
	'waiter',
	'vpid',
	'current',
	'jiffies',
	'role',
	'timeout',
]);

export class KernelTypes extends KernelPlaces {
	private readonly drafts = new Map<string, Draft>();
	readonly procs = new Map<string, ProcTypes>();
	private readonly workers: ReadonlySet<string>;
	private readonly errors: ReadonlyMap<string, Errors>;

	/** `settledIn`: what is known of the conditions of a procedure */
	constructor(
		scope: Reach,
		private readonly settledIn?: (proc: Proc) => Expands | undefined,
	) {
		super(scope);
		this.workers = new Set(scope.texts.map(({ lock }) => lock?.fields.worker?.raw ?? ''));
		this.errors = errorsOf(scope.procs.values());
		for (const proc of scope.procs.values()) this.drafts.set(proc.name, this.draft(proc));
		for (const { proc } of this.drafts.values()) this.noteSets(proc);
		/* what one procedure tells of another may take some rounds to get round */
		for (let round = 0; round < 12 && this.round(); round++);
		for (const draft of this.drafts.values()) this.procs.set(draft.proc.name, this.settle(draft));
		for (const own of this.drafts.values()) this.noteWakes(own.proc);
		const typeOf = numbersOf({ procs: scope.procs, types: this.procs });
		for (const [name, own] of this.procs) own.numberType = (code) => typeOf(name, code);
	}

	/** Who calls what adds to a wake list has one. */
	private noteWakes(proc: Proc): void {
		const own = this.procs.get(proc.name);
		const adds = proc.calls.some((call) => this.procs.get(call.proc)?.wakes === 'given');
		if (own && adds) own.wakes ??= 'own';
	}

	private draft(proc: Proc): Draft {
		const webs = websOf(proc, this.settledIn?.(proc));
		const empty = () => webs.webs.map(() => new Set<Kind>());
		let isVoid = true;
		forEachStmt(proc.body, (stmt) => {
			if (stmt.kind !== 'word' || stmt.keyword !== 'RETURN') return;
			const value = stmt.args[0] && bare(stmt.args[0].expr);
			if (value?.kind !== 'number' || value.value !== 0) isVoid = false;
		});
		const set = new Set<string>();
		if (this.workers.has(proc.name)) set.add('rounds');
		return { proc, webs, kinds: empty(), hints: empty(), set, isVoid };
	}

	/** Locals that callers set become parameters; a result that somebody asks for is no void. */
	private noteSets(proc: Proc): void {
		for (const call of proc.calls) {
			const callee = this.drafts.get(call.proc);
			for (const { field } of call.sets) if (field) callee?.set.add(field);
			if (callee && call.dst) callee.isVoid = false;
		}
	}

	/** Kind of a value; undefined for 0, for `me`, and for what is not known yet. */
	private kindOf(expr: Expr, draft: Draft): Kind | undefined {
		const found = bare(expr);
		if (localOf(found) !== undefined) {
			const web = draft.webs.at(found);
			return web === undefined ? undefined : this.webKind(draft, web);
		}
		const set = firstOf(found);
		const member = loneMember(found);
		const within = (set ?? member) && this.kindOf((set ?? member) as Expr, draft);
		if (set) return within && memberKind(within);
		if (member) return within && setOf(within);
		switch (found.kind) {
			case 'number':
				return found.value === 0 ? undefined : NUM;
			case 'name':
				if (this.facts.taskConstants.has(found.name)) return TASK;
				return found.name === 'me' ? undefined : NUM;
			case 'call':
				return this.resultOf(found.name);
			case 'assign':
				return this.kindOf(found.value, draft);
			case 'conditional':
				return both([this.kindOf(found.yes, draft), this.kindOf(found.no, draft)]);
			case 'binary':
				return COMPUTES.has(found.op)
					? number([this.kindOf(found.left, draft), this.kindOf(found.right, draft)])
					: NUM;
			case 'unary':
				return number([this.kindOf(found.operand, draft)]);
			default:
				return NUM;
		}
	}

	/** Of a macro, or a word that is a value. */
	resultOf(name: string): Kind {
		if (name === 'ADDRESS') return ADDRESS;
		/* a task's address has a word of its own width */
		return this.facts.unpacks.get(name) ?? (this.facts.packs.get(name) === TASK ? ULONG : NUM);
	}

	private webKind({ kinds, hints, webs, set }: Draft, web: number): Kind | undefined {
		const { local, fromEntry, writes } = webs.webs[web] as Web;
		const used = both(hints[web] ?? []);
		/* callers may have a thread as one thing or another: what it is here says how it is used */
		if (fromEntry && writes === 0 && set.has(local) && used !== undefined && isPointer(used))
			return used;
		return both(kinds[web] ?? []) ?? both(hints[web] ?? []);
	}

	private round(): boolean {
		const before = this.state();
		for (const draft of this.drafts.values())
			forEachStmt(draft.proc.body, (stmt) => this.learn(stmt, draft));
		return this.state() !== before;
	}

	private state(): string {
		const states: string[] = [];
		for (const { kinds, hints, returns } of this.drafts.values())
			states.push([...kinds, ...hints].map((set) => set.size).join() + (returns ?? ''));
		return states.join(';');
	}

	private learn(stmt: Stmt, draft: Draft): void {
		for (const expr of exprsOf(stmt)) forEachExpr(expr, (part) => this.learnFrom(part, draft));
		if (stmt.kind !== 'word') return;
		const { keyword, args } = stmt;
		const plain = args.map(({ expr }) => expr);
		if (wordOf(keyword)?.params[0] === 'dst') this.write(plain[0], this.result(stmt, draft), draft);
		if (keyword === 'RETURN' && plain[0]) {
			const kind = both([draft.returns, this.returned(plain[0], draft)]);
			if (kind !== undefined) draft.returns = kind;
		}
		if (isCall(keyword)) this.pass(stmt, draft);
		if (WHOLE.has(keyword) && plain[1]) this.operands(plain[1], plain.slice(2, -1), draft);
		if (keyword === 'ADD' && plain[0]) this.operands(plain[0], plain.slice(1, -1), draft);
		const task = keyword === 'ON_CPU' || keyword === 'WAKE' ? plain[1] : undefined;
		if (task) this.hint(task, TASK, draft);
		if (keyword === 'LIST_NEXT' || keyword === 'LIST_HAS') this.onList(plain[1], plain[2], draft);
	}

	/** A local that is an int at one time and what a wide word held at another is returned as an int. */
	private returned(value: Expr, draft: Draft): Kind | undefined {
		const web = draft.webs.at(bare(value));
		const kinds = [...(draft.kinds[web ?? -1] ?? [])];
		return kinds.includes(NUM) && kinds.every(isNumber) ? NUM : this.kindOf(value, draft);
	}

	/** What a wide word is changed by is as wide: it may be below 0. */
	private operands(word: Expr, values: readonly Expr[], draft: Draft): void {
		const kind = this.factsAt(word, draft.proc.object)?.kind;
		for (const value of values) {
			const found = bare(value);
			const local = found.kind === 'unary' ? found.operand : found;
			if (isSigned(kind)) this.write(local, kind, draft);
		}
	}

	private learnFrom(expr: Expr, draft: Draft): void {
		if (expr.kind === 'assign') {
			if (takesFirst(expr)) return;
			const kind = this.kindOf(expr.value, draft);
			const isPlain = expr.op === '=' || (kind !== undefined && isSet(kind));
			this.write(expr.target, isPlain ? kind : kind && NUM, draft);
		} else if (expr.kind === 'prefix' || expr.kind === 'postfix')
			this.write(expr.operand, NUM, draft);
		else if (expr.kind === 'call' && expr.name === 'AT' && expr.args[0])
			this.hint(expr.args[0], ADDRESS, draft);
		else if (expr.kind === 'member' && bare(expr.object).kind === 'index') {
			const facts = this.factsAt(expr, draft.proc.object);
			if (!facts?.holder) return;
			const { index } = bare(expr.object) as Extract<Expr, { kind: 'index' }>;
			this.hint(index, this.facts.holderKind(facts), draft);
		}
	}

	/** Kind of what a step or call gives. */
	private result(
		{ keyword, args, span }: Extract<Stmt, { kind: 'word' }>,
		draft: Draft,
	): Kind | undefined {
		if (isCall(keyword))
			return this.drafts.get(callOf({ kind: 'word', keyword, args, span }).proc)?.returns;
		const source = args[1]?.expr;
		if (!source) return NUM;
		if (keyword === 'LIST_FIRST' || keyword === 'LIST_NEXT') {
			const place = this.wordAt(source, draft.proc.object);
			return place && `waiter:${this.facts.waiterTag(place.struct)}`;
		}
		const holds = ['LOAD', 'XCHG', 'CAS', 'AWAIT'].includes(keyword);
		const kind = this.factsAt(source, draft.proc.object)?.kind;
		return holds || WHOLE.has(keyword) ? (kind ?? (holds ? undefined : NUM)) : NUM;
	}

	private pass(stmt: Extract<Stmt, { kind: 'word' }>, draft: Draft): void {
		const call = callOf(stmt);
		const callee = this.drafts.get(call.proc);
		if (!callee) return;
		for (const { field, expr } of call.sets) {
			const local = callee.proc.locals.findIndex(({ name }) => name === field);
			if (local < 0) continue;
			const web = callee.webs.webs.findIndex((one) => one.fromEntry && one.local === field);
			const kind = this.kindOf(expr, draft);
			if (kind !== undefined) callee.kinds[web]?.add(kind);
			const theirs = this.webKind(callee, web);
			if (theirs !== undefined) this.hint(expr, theirs, draft);
		}
	}

	/** A thread that is looked for on a list is named as the list has it. */
	private onList(list: Expr | undefined, tid: Expr | undefined, draft: Draft): void {
		const place = list && this.wordAt(list, draft.proc.object);
		if (place && tid) this.hint(tid, `waiter:${this.facts.waiterTag(place.struct)}`, draft);
	}

	private write(target: Expr | undefined, kind: Kind | undefined, { webs, kinds }: Draft): void {
		const web = target && webs.at(bare(target));
		if (web !== undefined && kind !== undefined) kinds[web]?.add(kind);
	}

	private hint(expr: Expr, kind: Kind, { webs, hints }: Draft): void {
		const web = webs.at(bare(expr));
		if (web !== undefined) hints[web]?.add(kind);
	}

	/** What only a switch puts something in is empty where that is settled as off. */
	private emptySets({ proc, webs, kinds, set }: Draft): Set<string> {
		const filled = new Set(webs.webs.flatMap(({ local }, i) => (kinds[i]?.size ? [local] : [])));
		const sets = proc.locals.filter(({ type }) => type === 'tasks').map(({ name }) => name);
		return new Set(sets.filter((name) => !filled.has(name) && !set.has(name)));
	}

	/** Gives every web a name: where a local is several things, all but one get a longer one. Numbers are one thing. */
	private settle(draft: Draft): ProcTypes {
		const { proc, webs, set } = draft;
		const names: (CName | undefined)[] = webs.webs.map(() => undefined);
		const params: Parameter[] = [];
		const taken = new Set([...proc.locals.map(({ name }) => name), ...RESERVED]);
		let wakes: ProcTypes['wakes'] = draft.returns === WAKES ? 'given' : undefined;
		for (const { name } of proc.locals) {
			const kinds = this.kindsOf(draft, name);
			const main = this.mainKind(draft, name, kinds);
			const plain = RESERVED.has(name) ? `${name}_` : name;
			for (const [i, web] of webs.webs.entries()) {
				const kind = kinds.get(i);
				if (kind === undefined || web.reads + web.writes === 0) continue;
				const code = kind === main ? plain : longer(plain, kind, taken);
				names[i] = { code: kind === WAKES ? 'wake_q' : code, kind };
			}
			const entry = webs.webs.findIndex((web) => web.local === name && web.fromEntry);
			if (!set.has(name)) continue;
			if (main === WAKES) wakes = 'given';
			else params.push({ local: name, ...(names[entry] ?? { code: plain, kind: main }) });
		}
		if (names.some((name) => name?.kind === WAKES)) wakes ??= 'own';
		const zeroed = new Set<string>();
		for (const [i, web] of webs.webs.entries())
			if (web.fromEntry && web.reads > 0) zeroed.add(names[i]?.code ?? '');
		const givesWakes = draft.returns === WAKES;
		const returns = draft.isVoid || givesWakes ? undefined : (draft.returns ?? NUM);
		const ints = this.errors.get(proc.name)?.locals ?? new Set();
		const empty = this.emptySets(draft);
		const numberType = () => undefined;
		return { webs, names, params, returns, wakes, givesWakes, zeroed, ints, empty, numberType };
	}

	/** Kinds of the webs of a local, by their number: of numbers the widest. */
	private kindsOf(draft: Draft, local: string): Map<number, Kind> {
		const found = new Map<number, Kind>();
		for (const [i, web] of draft.webs.webs.entries())
			if (web.local === local) found.set(i, this.webKind(draft, i) ?? NUM);
		const wide = widest([...found.values()].filter(isNumber));
		for (const [i, kind] of found) if (isNumber(kind)) found.set(i, wide);
		return found;
	}

	/** The kind that keeps the local's own name: a parameter's, else the most used. */
	private mainKind(draft: Draft, local: string, kinds: ReadonlyMap<number, Kind>): Kind {
		const uses = new Map<Kind, number>();
		for (const [i, kind] of kinds) {
			const web = draft.webs.webs[i] as Web;
			const weight = web.fromEntry && draft.set.has(local) ? 1000 : web.reads + web.writes;
			uses.set(kind, (uses.get(kind) ?? 0) + weight);
		}
		return [...uses].sort(([, a], [, b]) => b - a)[0]?.[0] ?? NUM;
	}
}

function longer(name: string, kind: Kind, taken: ReadonlySet<string>): string {
	let found = `${name}_${SUFFIX[kind.replace(/:.*/, '')]}`;
	while (taken.has(found)) found += '_';
	return found;
}
