/**
 * What a variant makes of the locals of its text: which hold one value, which parameters nobody asks for, which procedures nobody
 * calls. A parameter that all calls of the variant set alike is that value.
 */
import { lookupIn } from './constants';
import { type Flow, flowOf, reachedFrom } from './flow';
import { Folder, type LocalValues, type Settings } from './kernel-fold';
import { isNumber, type Kind } from './kernel-kinds';
import { joined, said, type Values, valuesOf } from './kernel-values';
import { type Scope, scopeOf } from './scope';
import type { Call, Expr, Proc, Project, Stmt, Text } from './tree';
import { bare, forEachExpr, forEachStmt, localOf } from './walk';
import { type Writes, writesOf } from './webs';

const MOST_ROUNDS = 8;

export const ZERO: Expr = {
	kind: 'number',
	value: 0,
	text: '0',
	span: { start: 0, end: 0, line: 0, column: 0, endLine: 0, endColumn: 0 } as Expr['span'],
};

const listed = (values: Values): string => values?.map(said).sort().join() ?? '';

/** Where a local stands: parts of one macro stand in one place. */
const placeOf = (expr: Expr, local: string): string => `${expr.span.start}:${local}`;

/** One procedure as far as it can be reached. */
interface Reached {
	proc: Proc;
	flow: Flow;
	met: Set<number>;
	writes: Writes;
	/** values of the writes, as far as they have been worked out; null: being worked out */
	values: Map<number, Values | null>;
}

type Assign = Extract<Expr, { kind: 'assign' }>;

class Analysis {
	readonly known = new Map<string, Values>();
	/** values of parameters, by `proc.local`; as long as it is not there it may be anything */
	private readonly params = new Map<string, Values>();
	private readonly assigns = new Map<string, Assign>();
	private readonly set = new Set<string>();
	private readonly lookup: ReturnType<typeof lookupIn>;
	live: Reached[] = [];

	constructor(
		private readonly scope: Scope,
		private readonly settings: Settings,
	) {
		this.lookup = lookupIn(scope.constants);
		for (const proc of scope.text.procs) {
			forEachStmt(proc.body, (stmt) => this.noteAssigns(stmt));
			for (const { proc: callee, sets } of proc.calls)
				for (const { field } of sets) this.set.add(`${callee}.${field}`);
		}
		let folder = new Folder(scope, settings);
		for (let round = 0, before = -1; round < MOST_ROUNDS && before !== this.size(); round++) {
			before = this.size();
			this.live = this.reached(folder);
			for (const one of this.live) this.learn(one);
			this.pass();
			folder = this.folder();
		}
	}

	private size(): number {
		return this.known.size + this.params.size + this.live.length;
	}

	folder(known: ReadonlyMap<string, Values> = this.known): Folder {
		return new Folder(this.scope, this.settings, (expr, local) => known.get(placeOf(expr, local)));
	}

	private noteAssigns(stmt: Stmt): void {
		if (stmt.kind !== 'expr') return;
		const { expr } = stmt;
		const local = expr.kind === 'assign' ? localOf(expr.target) : undefined;
		if (expr.kind === 'assign' && local !== undefined)
			this.assigns.set(placeOf(bare(expr.target), local), expr);
	}

	/** The procedures that a way leads to, from those that nobody here calls or somebody elsewhere does. */
	reached(folder: Folder): Reached[] {
		const { text, project } = this.scope;
		const outside = project.texts.filter((other) => other !== text).flatMap(({ procs }) => procs);
		const names = (procs: readonly Proc[]) =>
			new Set(procs.flatMap(({ calls }) => calls.map(({ proc }) => proc)));
		const [inside, others] = [names(text.procs), names(outside)];
		const found = new Map<Proc, Reached>();
		const work = text.procs.filter(({ name }) => !inside.has(name) || others.has(name));
		for (const proc of work) {
			if (found.has(proc)) continue;
			const one = this.reach(proc, folder);
			found.set(proc, one);
			for (const { call } of this.calls(one)) {
				const callee = text.procs.find(({ name }) => name === call.proc);
				if (callee) work.push(callee);
			}
		}
		return [...found.values()];
	}

	private reach(proc: Proc, folder: Folder): Reached {
		const flow = flowOf(proc, { expand: (expr) => folder.fold(expr) });
		const met = reachedFrom(flow, 0).add(0);
		return {
			proc,
			flow,
			met,
			writes: writesOf(proc, flow, (at) => met.has(at)),
			values: new Map(),
		};
	}

	calls({ proc, flow, met }: Reached): { call: Call; at: number }[] {
		return [...met].flatMap((at) => {
			const rests = flow.nodes[at]?.rests;
			const call = rests && proc.calls.find(({ line }) => line === rests.line);
			return call && rests.at === 'call' ? [{ call, at }] : [];
		});
	}

	/** Whoever calls it from elsewhere may set them as they like. */
	private isOpen(proc: Proc): boolean {
		const { text, project } = this.scope;
		return project.texts.some(
			(other) =>
				other !== text && other.procs.some(({ calls }) => calls.some((c) => c.proc === proc.name)),
		);
	}

	private entry(proc: Proc, local: string): Values {
		const name = `${proc.name}.${local}`;
		if (this.params.has(name)) return this.params.get(name);
		const worker = this.scope.text.lock?.fields.worker?.raw === proc.name;
		return this.set.has(name) || worker || this.isOpen(proc) ? undefined : [ZERO];
	}

	private ofDef(one: Reached, def: number): Values {
		const known = one.values.get(def);
		if (known !== undefined || one.values.has(def)) return known ?? undefined;
		one.values.set(def, null);
		const found = this.workOut(one, def);
		one.values.set(def, found);
		return found;
	}

	private workOut(one: Reached, def: number): Values {
		const { local, entry, into } = one.writes.defs[def] as Writes['defs'][number];
		const name = one.proc.locals[local]?.name ?? '';
		if (entry) return this.entry(one.proc, name);
		const assign = into && this.assigns.get(placeOf(bare(into), name));
		const at = [...one.writes.defOf].find(([, write]) => write === def)?.[0];
		if (!assign || at === undefined) return undefined;
		const value = one.flow.nodes[at]?.from?.at(-1) ?? assign.value;
		if (assign.op === '=') return this.valuesOf(one, at, value);
		const op = assign.op.slice(0, -1);
		return this.valuesOf(one, at, {
			kind: 'binary',
			op,
			left: assign.target,
			right: value,
			span: assign.span,
		} as Expr);
	}

	private atRead(one: Reached, at: number, local: string): Values {
		const index = one.proc.locals.findIndex(({ name }) => name === local);
		if (!one.writes.apart || index < 0) return undefined;
		return joined(one.writes.heldAt(at, index).map((def) => this.ofDef(one, def)));
	}

	private valuesOf(one: Reached, at: number, expr: Expr): Values {
		return valuesOf(expr, this.lookup, (_, local) => this.atRead(one, at, local));
	}

	/** What each local is where it is read. */
	private learn(one: Reached): void {
		const found = new Map<string, Values[]>();
		for (const at of one.met)
			for (const root of one.flow.nodes[at]?.from ?? [])
				forEachExpr(root, (part) => {
					const local = part.kind === 'paren' ? undefined : localOf(part);
					if (local === undefined) return;
					const place = placeOf(part, local);
					found.set(place, [...(found.get(place) ?? []), this.atRead(one, at, local)]);
				});
		for (const [place, all] of found) {
			const values = joined(all);
			if (values) this.known.set(place, values);
		}
	}

	/** What all calls set a parameter to. */
	private pass(): void {
		const passed = new Map<string, Values[]>();
		for (const one of this.live)
			for (const { call, at } of this.calls(one)) {
				const callee = this.live.find(({ proc }) => proc.name === call.proc)?.proc;
				if (!callee || this.isOpen(callee)) continue;
				for (const { name } of callee.locals) {
					if (!this.set.has(`${callee.name}.${name}`)) continue;
					const set = call.sets.find(({ field }) => field === name);
					/* a system call may be made with anything, whatever the users here make it with */
					const isLeft = callee.mode !== one.proc.mode;
					const given = set ? this.valuesOf(one, at, this.folder().fold(set.expr)) : [ZERO];
					const values = isLeft ? undefined : given;
					const key = `${callee.name}.${name}`;
					passed.set(key, [...(passed.get(key) ?? []), values]);
				}
			}
		for (const [key, all] of passed) {
			const values = joined(all);
			if (values) this.params.set(key, values);
		}
	}
}

const place = (proc: string, local: string): string => `${proc}.${local}`;

/** Which values somebody needs: what is read for nothing but a value that nobody needs is not. By procedure and write. */
function neededIn(analysis: Analysis, live: readonly Reached[]): Set<string> {
	const needs = new Map<string, string[]>();
	const found = new Set<string>();
	const of = ({ proc }: Reached, def: number) => `${proc.name}#${def}`;
	const inText = new Map(live.map((one) => [one.proc.name, one]));
	for (const one of live) {
		const calls = new Map(analysis.calls(one).map(({ call, at }) => [at, call]));
		for (const at of one.met) {
			const node = one.flow.nodes[at];
			const own = one.writes.defOf.get(at);
			for (const root of node?.from ?? [])
				forEachExpr(root, (part) => {
					const index = one.proc.locals.findIndex(({ name }) => name === localOf(part));
					if (index < 0 || part.kind === 'paren') return;
					const supplied = one.writes.apart ? one.writes.heldAt(at, index) : [index];
					const within = calls
						.get(at)
						?.sets.find(
							({ expr }) => part.span.start >= expr.span.start && part.span.end <= expr.span.end,
						);
					const called = inText.get(calls.get(at)?.proc ?? '');
					const callee = called?.proc.mode === one.proc.mode ? called : undefined;
					const param = callee?.proc.locals.findIndex(({ name }) => name === within?.field) ?? -1;
					const by =
						node?.pure && own !== undefined
							? of(one, own)
							: callee && within && param >= 0
								? of(callee, param)
								: '';
					for (const def of supplied) {
						if (by === '') found.add(of(one, def));
						else needs.set(by, [...(needs.get(by) ?? []), of(one, def)]);
					}
				});
		}
	}
	for (const one of found) for (const other of needs.get(one) ?? []) found.add(other);
	return found;
}

/** The same whichever switches are on: a fault is shown as what it does, not as what comes of it. */
export class VariantLocals {
	private readonly known: ReadonlyMap<string, Values>;
	/** places of locals whose writes nobody needs */
	private readonly gone = new Set<string>();
	/** parameters that nobody asks for, as `proc.local` */
	private readonly dropped = new Set<string>();
	/** locals that are never read before they are written */
	private readonly written = new Set<string>();

	constructor(project: Project, text: Text, features: Iterable<string>) {
		const own = new Analysis(scopeOf(project, text), { features });
		const plain = new Analysis(scopeOf(project, text), {});
		/* what is so in all variants the text may go on to say */
		this.known = new Map(
			[...own.known].filter(([at, values]) => listed(values) !== listed(plain.known.get(at))),
		);
		const after = own.reached(own.folder(this.known));
		const before = plain.reached(new Folder(scopeOf(project, text), {}));
		const needed = neededIn(own, after);
		const neededBefore = new Set(
			[...neededIn(plain, before)].map((one) => this.stableName(before, one)),
		);
		for (const one of after) this.noteUnneeded(one, needed, neededBefore);
	}

	/** `empty`: sets that nothing is put in */
	folder(scope: Scope, settings: Settings, empty: LocalValues = () => undefined): Folder {
		const local = (expr: Expr, name: string) =>
			empty(expr, name) ?? this.known.get(placeOf(expr, name));
		return new Folder(scope, settings, local, this.gone);
	}

	/** Of a write: by where it stands. */
	private stableName(all: readonly Reached[], name: string): string {
		const [proc = '', def = '0'] = name.split('#');
		const one = all.find((reached) => reached.proc.name === proc);
		const { local = 0, into } = one?.writes.defs[Number(def)] ?? {};
		return `${place(proc, one?.proc.locals[local]?.name ?? '')}@${into?.span.start ?? ''}`;
	}

	private noteUnneeded(
		one: Reached,
		needed: ReadonlySet<string>,
		before: ReadonlySet<string>,
	): void {
		for (const [def, { local, entry, into }] of one.writes.defs.entries()) {
			const name = one.proc.locals[local]?.name ?? '';
			const key = place(one.proc.name, name);
			const isNeeded = needed.has(`${one.proc.name}#${def}`);
			if (entry && !isNeeded) this.written.add(key);
			if (isNeeded || !before.has(`${key}@${into?.span.start ?? ''}`)) continue;
			if (entry) this.dropped.add(key);
			else if (into) this.gone.add(placeOf(bare(into), name));
		}
	}

	/** A number that nobody asks for; a pointer says what it is about. */
	isDropped(proc: string, { local, kind }: { local: string; kind: Kind }): boolean {
		return isNumber(kind) && this.dropped.has(place(proc, local));
	}

	isWritten(proc: string, local: string): boolean {
		return this.written.has(place(proc, local));
	}
}

const made = new WeakMap<Project, Map<string, VariantLocals>>();

/** Undefined where the variant is not known, or the text has but one. */
export function localsOf(
	project: Project,
	text: Text,
	{ features }: Settings,
): VariantLocals | undefined {
	if (!features || !/\bHAS\(/.test(text.files[text.file] ?? '')) return undefined;
	const all = made.get(project) ?? new Map<string, VariantLocals>();
	made.set(project, all);
	const key = `${text.name}~${[...features].sort().join()}`;
	const found = all.get(key) ?? new VariantLocals(project, text, features);
	all.set(key, found);
	return found;
}
