/** Loads, stores and atomic changes of the dialect as kernel C. */
import { ROW } from './edits';
import { ADDRESS, convert, type Kind, NUM, type PartType } from './kernel-kinds';
import { PLAIN_READ } from './kernel-names';
import type { Printer } from './kernel-print';
import type { Expr, WordStmt } from './tree';
import { bare } from './walk';

export type Writer = (p: Printer, args: readonly Expr[], stmt: WordStmt) => string;

/** The kernel has no acq_rel: its plain atomics are fully ordered, which includes that. */
const suffix = (order: string): string => {
	if (order === 'wmb') return '_relaxed';
	return order === 'relaxed' || order === 'acquire' || order === 'release' ? `_${order}` : '';
};

/** Before a store or an exchange that is relaxed itself. */
const fence = (order: string): string => (order === 'wmb' ? `smp_wmb();${ROW}` : '');

export const nameIn = (expr: Expr | undefined): string => (expr?.kind === 'name' ? expr.name : '');

interface Access {
	dst: string;
	word: string;
	pointer: string;
	kind: Kind;
	/** 'atomic_', 'atomic_long_', or '' */
	atomic: string;
	/** in user memory, and the kernel reads it */
	far: boolean;
	values: Expr[];
	order: string;
}

const ATOMICS: Readonly<Record<string, string>> = {
	atomic: 'atomic_',
	atomic_long: 'atomic_long_',
};

/** `dst = `, the word and its values, for an access with or without a dst. */
function access(p: Printer, args: readonly Expr[], hasDst: boolean): Access {
	const dst = hasDst ? args[0] : undefined;
	const [word, ...rest] = hasDst ? args.slice(1) : args;
	const facts = word && p.types.factsAt(word, p.proc.object);
	const order = nameIn(rest.at(-1));
	return {
		dst: dst && (facts || isAt(word)) ? assignTo(p, dst) : '',
		word: word ? p.place(word) : '',
		pointer: pointerTo(p, word),
		kind: facts?.kind ?? NUM,
		atomic: ATOMICS[facts?.ctype ?? ''] ?? '',
		far: p.proc.mode === 'kernel' && (facts?.ctype === 'user' || (isAt(word) && !!word)),
		values: rest.slice(0, -1),
		order,
	};
}

/** AT(address): a word that only its address says. */
export const isAt = (expr: Expr | undefined): boolean =>
	expr?.kind === 'call' && expr.name === 'AT';

/** A pointer to a word; of one that only its address says, as the type that the access needs. */
export function pointerTo(p: Printer, expr: Expr | undefined, type = 'u32'): string {
	if (!expr) return '';
	const found = bare(expr);
	if (found.kind !== 'call' || !isAt(found) || !found.args[0]) return `&${p.place(expr)}`;
	const address = p.primary(found.args[0], ADDRESS);
	return type === 'void' ? address : `(${type} *)${address}`;
}

/** A word that is no atomic_t, for a function that wants one. */
function atomicAt(p: Printer, expr: Expr | undefined): string {
	const pointer = pointerTo(p, expr, 'atomic_t');
	const ctype = expr && p.types.factsAt(expr, p.proc.object)?.ctype;
	return ctype === 'user' ? `(atomic_t *)${pointer}` : pointer;
}

export const assignTo = (p: Printer, dst: Expr): string => {
	const name = p.target(dst);
	return name ? `${p.named(name)} = ` : '';
};

/** The same where nobody reads the result. */
export const ifRead = (p: Printer, dst: Expr | undefined): string =>
	dst && !p.isUnread(dst) ? assignTo(p, dst) : '';

/** What a word of this kind gives, as its destination holds it. */
export function given(p: Printer, dst: Expr | undefined, kind: Kind, code: string): string {
	const name = dst && p.nameOf(dst);
	return name ? convert(code, kind, name.kind) : code;
}

const value = (p: Printer, { values, kind }: Access, at: number): string =>
	values[at] ? p.value(values[at] as Expr, kind) : '0';

function load(p: Printer, args: readonly Expr[]): string {
	const a = access(p, args, true);
	const relaxed = a.order !== 'acquire';
	const barrier = a.order === 'full' ? `smp_mb();${ROW}` : '';
	if (a.far && relaxed) return `${barrier}${fetched(p, args)}`;
	if (a.atomic)
		return `${barrier}${a.dst}${a.atomic}${relaxed ? 'read' : 'read_acquire'}(${a.pointer});`;
	const code = relaxed ? readOf(p, a.word) : `smp_load_acquire(${a.pointer})`;
	return `${barrier}${a.dst}${given(p, args[0], a.kind, code)};`;
}

/** Of user memory under a spinlock, where no fault may be taken. */
const LOCKED_READ = 'get_futex_value_locked';

/** A word of user memory, where a fault is possible; the lock's address is known, or only what it was called with. */
function fetched(p: Printer, [dst, word]: readonly Expr[]): string {
	const name = dst && p.nameOf(dst);
	const into = name ? p.named(name) : 'unused';
	if (word && isAt(bare(word))) return `${LOCKED_READ}(&${into}, ${pointerTo(p, word, 'void')});`;
	return wordName(p, 'LOAD') === LOCKED_READ
		? `${LOCKED_READ}(&${into}, ${pointerTo(p, word)});`
		: `get_user(${into}, ${pointerTo(p, word)});`;
}

function store(p: Printer, args: readonly Expr[]): string {
	const a = access(p, args, false);
	const kept = args[0] && isNothing(args[1]) ? p.keptTask(args[0]) : '';
	const code = isPlainStore(a) ? plainStore(p, args[0], a) : stored(a, value(p, a, 0));
	return `${kept === '' ? '' : `${kept}${ROW}`}${fence(a.order)}${code}`;
}

const isNothing = (expr: Expr | undefined): boolean => {
	const found = expr && bare(expr);
	return found?.kind === 'number' && found.value === 0;
};

const isPlainStore = ({ far, atomic, order }: Access): boolean =>
	!far && atomic === '' && order !== 'full' && order !== 'release';

/** By the means of the source's time: a store to a word that nobody else knows yet was a plain one. */
function plainStore(p: Printer, word: Expr | undefined, a: Access): string {
	const v = value(p, a, 0);
	const once = onceOf(p);
	if (once === undefined) return stored(a, v);
	const owner = ownerOf(word);
	const fenced = wordName(p, 'STORE');
	/* only a source that orders its stores marks them as one access, too */
	if (fenced === undefined || (owner !== undefined && nameIn(bare(owner)) === 'me'))
		return `${a.word} = ${v};`;
	const barrier = owner && fenced;
	return `${once}(${a.word}) = ${v};${barrier ? `${ROW}${barrier}();` : ''}`;
}

/** T of `lk->node[T].next`. */
function ownerOf(word: Expr | undefined): Expr | undefined {
	const found = word && bare(word);
	const object = found?.kind === 'member' ? bare(found.object) : undefined;
	return object?.kind === 'index' ? object.index : undefined;
}

function stored(a: Access, v: string): string {
	if (a.far) return `put_user(${v}, ${a.pointer});`;
	if (a.order === 'full') return `smp_store_mb(${a.word}${a.atomic ? '.counter' : ''}, ${v});`;
	if (a.atomic)
		return `${a.atomic}${a.order === 'release' ? 'set_release' : 'set'}(${a.pointer}, ${v});`;
	return a.order === 'release'
		? `smp_store_release(${a.pointer}, ${v});`
		: `WRITE_ONCE(${a.word}, ${v});`;
}

/**
 * A pointer to number n, from the lowest, of the bytes or halves of a word, by its name where the source has one. The
 * kernel's macros do not parenthesize it.
 */
function partOf(p: Printer, type: PartType, expr: Expr | undefined, n: Expr | undefined): string {
	const word = expr ? p.place(expr) : '';
	const at = n ? p.value(n) : '0';
	const name = expr && p.types.factsAt(expr, p.proc.object)?.parts?.[type][Number(at)];
	if (name !== undefined) return `&${word.replace(/\w+$/, name)}`;
	return at === '0' ? `(${type} *)&${word}` : `&((${type} *)&${word})[${at}]`;
}

const storePart =
	(type: PartType) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, false);
		const part = partOf(p, type, args[0], a.values[0]);
		const v = value(p, a, 1);
		if (a.order === 'release') return `smp_store_release(${part}, ${v});`;
		const place = part.startsWith('&') ? part.slice(1) : `*${part}`;
		return `${fence(a.order)}${a.order === 'full' ? 'smp_store_mb' : 'WRITE_ONCE'}(${place}, ${v});`;
	};

const swapPart =
	(type: PartType) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, true);
		const part = partOf(p, type, args[1], a.values[0]);
		return `${fence(a.order)}${a.dst}xchg${suffix(a.order)}(${part}, ${value(p, a, 1)});`;
	};

const swap =
	(name: string, count: number) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, true);
		const values = Array.from({ length: count }, (_, i) => value(p, a, i)).join(', ');
		const into = args[0] && p.nameOf(args[0]);
		if (a.far && name === 'cmpxchg' && into)
			return `cmpxchg_futex_value_locked(&${p.named(into)}, ${a.pointer}, ${values});`;
		const code = `${a.atomic}${name}${suffix(a.order)}(${a.pointer}, ${values})`;
		return `${fence(a.order)}${a.dst}${given(p, args[0], a.kind, code)};`;
	};

/** `plain`: what has no result, and so no order. */
const arithmetic =
	(name: string, plain: string) =>
	(p: Printer, args: readonly Expr[]): string => {
		const isPlain = args[0] && p.isUnread(args[0]) && nameIn(args.at(-1)) === 'relaxed';
		const a = access(p, isPlain ? args.slice(1) : args, !isPlain);
		const atomic = a.atomic || 'atomic_';
		if (isPlain) return `${atomic}${plain}(${value(p, a, 0)}, ${atomicAt(p, args[1])});`;
		return `${a.dst}${atomic}${name}${suffix(a.order)}(${value(p, a, 0)}, ${atomicAt(p, args[1])});`;
	};

/** One bit is set, and only that bit is learnt, where the source has an instruction for that: lock bts of x86. */
function fetchOr(p: Printer, args: readonly Expr[]): string {
	const macro = wordName(p, 'BIT_TEST_AND_SET');
	if (macro === undefined || nameIn(args.at(-1)) !== 'full') return OR(p, args);
	const a = access(p, args, true);
	const bit = value(p, a, 0);
	return `${a.dst}${macro}(LOCK_PREFIX "btsl", ${a.word}.counter, c, "I", __ffs(${bit})) * ${bit};`;
}

const OR = arithmetic('fetch_or', 'or');

function add(p: Printer, args: readonly Expr[]): string {
	const a = access(p, args, false);
	const name = a.order === 'relaxed' ? 'add' : `fetch_add${suffix(a.order)}`;
	return `${a.atomic || 'atomic_'}${name}(${value(p, a, 0)}, ${atomicAt(p, args[0])});`;
}

const wait =
	(hasDst: boolean) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, hasDst);
		const name = a.atomic ? `${a.atomic}cond_read` : 'smp_cond_load';
		const until = a.values[0] ? untilC(p, a.values[0], a.kind) : '';
		const order = a.order === 'relaxed' ? 'relaxed' : 'acquire';
		const once = onceOf(p);
		if (once !== undefined && until === 'VAL' && a.atomic === '' && a.order === 'relaxed') {
			const seen = `${a.dst}${once}(${a.word})`;
			return `while (!${a.dst ? `(${seen})` : seen})${ROW}\t${relax(p)};`;
		}
		const code = `${name}_${order}(${a.pointer}, ${until})`;
		const barrier = a.order === 'full' ? `${ROW}smp_mb();` : '';
		return `${a.dst}${hasDst ? given(p, args[0], a.kind, code) : code};${barrier}`;
	};

/** The condition on VAL; VAL has the kind of the word, so 0 is NULL where it points. */
function untilC(p: Printer, condition: Expr, kind: Kind): string {
	const found = bare(condition);
	const isVal = (expr: Expr): boolean => nameIn(bare(expr)) === 'VAL';
	if (found.kind === 'binary' && (found.op === '==' || found.op === '!=') && isVal(found.left)) {
		const zero = bare(found.right);
		if (found.op === '!=' && zero.kind === 'number' && zero.value === 0) return 'VAL';
		return `VAL ${found.op} ${p.value(found.right, kind)}`;
	}
	if (found.kind === 'binary' && (found.op === '&&' || found.op === '||'))
		return `${untilC(p, found.left, kind)} ${found.op} ${untilC(p, found.right, kind)}`;
	return p.condition(condition);
}

export const wordName = (p: Printer, word: string): string | undefined =>
	p.types.facts.wordOf(p.proc, word);

/** What makes a plain access one access in this procedure; undefined: the kernel's macros of today do. */
function onceOf(p: Printer): string | undefined {
	const name = wordName(p, 'LOAD');
	return name === LOCKED_READ ? undefined : name;
}

/** A relaxed read of a place that is no atomic_t. */
export function readOf(p: Printer, place: string): string {
	const once = onceOf(p) ?? 'READ_ONCE';
	return once === PLAIN_READ ? place : `${once}(${place})`;
}

export const relax = (p: Printer): string => `${wordName(p, 'CPU_RELAX') ?? 'cpu_relax'}()`;

export const ACCESSES: Readonly<Record<string, Writer>> = {
	LOAD: load,
	STORE: store,
	XCHG: swap('xchg', 1),
	STORE_BYTE: storePart('u8'),
	STORE_HALF: storePart('u16'),
	XCHG_BYTE: swapPart('u8'),
	XCHG_HALF: swapPart('u16'),
	CAS: swap('cmpxchg', 2),
	FETCH_ADD: arithmetic('fetch_add', 'add'),
	ADD_RETURN: arithmetic('add_return', 'add'),
	FETCH_OR: fetchOr,
	FETCH_ANDNOT: arithmetic('fetch_andnot', 'andnot'),
	ADD: add,
	AWAIT: wait(true),
	WAIT_UNTIL: wait(false),
};
