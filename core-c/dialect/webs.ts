/**
 * What one local is used for may be several things, one after the other. A web is the writes and
 * reads of a local that belong together: in kernel C each may have a type of its own.
 */
import { type Expands, type Flow, flowOf, reachedFrom } from './flow';
import { type Expr, LIMITS, type Proc } from './tree';
import { forEachExpr, localOf } from './walk';

export interface Webs {
	/** number of the web that `my->x` belongs to, by its place in the text */
	at: (expr: Expr) => number | undefined;
	/** the web whose value a local holds while a thread rests at that line; undefined where it may be several */
	held: (line: number, local: string) => number | undefined;
	/** the webs in the order of the locals, each with its local and its writes */
	webs: Web[];
	/** the way through the body comes to its end */
	reachesEnd: boolean;
}

export interface Web {
	local: string;
	/** what the caller set, or 0, is read in it */
	fromEntry: boolean;
	reads: number;
	writes: number;
}

/** A write, or what a local holds on entry. */
interface Def {
	local: number;
	entry: boolean;
	/** the place that is written; none on entry */
	into?: Expr;
}

/** Who writes what, and which of it may still hold. The number of a write is its place in `defs`; the first are those of entry. */
export interface Writes {
	flow: Flow;
	defs: Def[];
	/** the write that a node makes */
	defOf: Map<number, number>;
	/** the writes of a local that may hold before a node */
	heldAt: (node: number, local: number) => number[];
	/** false: there are too many, and those of one local count as one */
	apart: boolean;
}

class Union {
	private readonly parent: number[];

	constructor(size: number) {
		this.parent = Array.from({ length: size }, (_, i) => i);
	}

	root(i: number): number {
		let at = i;
		while (this.parent[at] !== at) at = this.parent[at] as number;
		this.parent[i] = at;
		return at;
	}

	join(a: number, b: number): void {
		this.parent[this.root(a)] = this.root(b);
	}
}

/** For each node: the writes that may still hold when it begins. */
function reaching(flow: Flow, defs: Def[], defOf: Map<number, number>, locals: number): bigint[] {
	const ofLocal = Array.from({ length: locals }, () => 0n);
	let entry = 0n;
	for (const [i, { local, entry: first }] of defs.entries()) {
		ofLocal[local] = (ofLocal[local] as bigint) | (1n << BigInt(i));
		if (first) entry |= 1n << BigInt(i);
	}
	const before = flow.nodes.map((_, at) => (at === 0 ? entry : 0n));
	const seen = new Set([0]);
	const work = [0];
	for (let at = work.pop(); at !== undefined; at = work.pop()) {
		const def = defOf.get(at);
		const local = def === undefined ? undefined : (defs[def] as Def).local;
		const held = before[at] as bigint;
		const kept = local === undefined ? held : held & ~(ofLocal[local] as bigint);
		const after = def === undefined ? held : kept | (1n << BigInt(def));
		for (const to of flow.nodes[at]?.next ?? []) {
			const grown = (before[to] as bigint) | after;
			if (grown === before[to] && seen.has(to)) continue;
			before[to] = grown;
			seen.add(to);
			work.push(to);
		}
	}
	return before;
}

/** Of the nodes that `isMet` says can be reached. */
export function writesOf(
	proc: Proc,
	flow: Flow,
	isMet: (node: number) => boolean = () => true,
): Writes {
	const index = new Map(proc.locals.map(({ name }, i) => [name, i]));
	const defs: Def[] = proc.locals.map((_, local) => ({ local, entry: true }));
	const defOf = new Map<number, number>();
	for (const [at, { into }] of flow.nodes.entries()) {
		const local = into && index.get(localOf(into) ?? '');
		if (into && local !== undefined && isMet(at))
			defOf.set(at, defs.push({ local, entry: false, into }) - 1);
	}
	const byLocal: number[][] = proc.locals.map(() => []);
	for (const [i, { local }] of defs.entries()) byLocal[local]?.push(i);
	const apart = defs.length <= LIMITS.writes;
	const before = apart ? reaching(flow, defs, defOf, proc.locals.length) : [];
	const heldAt = (at: number, local: number): number[] =>
		apart
			? (byLocal[local] ?? []).filter((i) => ((before[at] as bigint) >> BigInt(i)) & 1n)
			: [local];
	return { flow, defs, defOf, heldAt, apart };
}

/** `settled`: what is known of its conditions; what cannot be reached then counts for nothing. */
export function websOf(proc: Proc, settled?: Expands): Webs {
	const flow = flowOf(proc, settled);
	const met = settled ? reached(flow) : undefined;
	const isMet = (at: number): boolean => met?.has(at) ?? true;
	const index = new Map(proc.locals.map(({ name }, i) => [name, i]));
	const { defs, defOf, heldAt, apart } = writesOf(proc, flow, isMet);
	const union = new Union(defs.length);
	if (!apart) for (const [i, { local }] of defs.entries()) union.join(i, local);
	const places = new Map<number, number>();
	const readDefs: number[] = [];
	for (const [at, { from, into }] of flow.nodes.entries()) {
		if (!isMet(at)) continue;
		const def = defOf.get(at);
		if (into && def !== undefined) places.set(into.span.start, def);
		for (const root of from ?? [])
			forEachExpr(root, (part) => {
				const local = index.get(localOf(part) ?? '');
				if (local === undefined || part.kind === 'paren') return;
				const known = heldAt(at, local);
				const first = known[0] ?? local; /* where nothing leads: as on entry */
				for (const other of known) union.join(other, first);
				const own = places.get(part.span.start);
				if (own !== undefined) union.join(own, first);
				places.set(part.span.start, first);
				readDefs.push(first);
			});
	}
	return gather(proc, { flow, defs, union, places, readDefs, heldAt });
}

interface Found {
	flow: Flow;
	defs: Def[];
	union: Union;
	places: Map<number, number>;
	readDefs: number[];
	/** the writes of a local that may hold before a node */
	heldAt: (node: number, local: number) => number[];
}

function gather(proc: Proc, { flow, defs, union, places, readDefs, heldAt }: Found): Webs {
	const numbers = new Map<number, number>();
	const webs: Web[] = [];
	for (const [i, { local, entry }] of defs.entries()) {
		const root = union.root(i);
		if (!numbers.has(root)) {
			const name = proc.locals[local]?.name ?? '';
			numbers.set(root, webs.push({ local: name, fromEntry: false, reads: 0, writes: 0 }) - 1);
		}
		const web = webs[numbers.get(root) as number] as Web;
		if (entry) web.fromEntry = true;
		else web.writes++;
	}
	for (const def of readDefs) {
		const web = webs[numbers.get(union.root(def)) as number];
		if (web) web.reads++;
	}
	const at = (expr: Expr): number | undefined => {
		const def = localOf(expr) === undefined ? undefined : places.get(expr.span.start);
		return def === undefined ? undefined : numbers.get(union.root(def));
	};
	const held = (line: number, local: string): number | undefined => {
		const index = proc.locals.findIndex(({ name }) => name === local);
		const resting = [...flow.nodes.keys()].filter((i) => flow.nodes[i]?.rests?.line === line);
		const roots = new Set(
			resting.flatMap((node) => heldAt(node, index)).map((def) => union.root(def)),
		);
		return roots.size === 1 ? numbers.get([...roots][0] as number) : undefined;
	};
	return { at, held, webs, reachesEnd: reaches(flow) };
}

const reaches = (flow: Flow): boolean => flow.end >= 0 && reached(flow).has(flow.end);

const reached = (flow: Flow): Set<number> => reachedFrom(flow, 0).add(0);
