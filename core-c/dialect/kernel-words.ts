/** The statement of kernel C for each word of the dialect. */
import { ROW } from './edits';
import { ADDRESS, convert, isNumber, type Kind, type LockType, NUM, TASK } from './kernel-kinds';
import { isPrimary, type Printer } from './kernel-print';
import { loneMember } from './kernel-sets';
import { callOf } from './parse-stmt';
import type { Expr, WordStmt } from './tree';
import { bare } from './walk';

/** The kernel has no acq_rel: its plain atomics are fully ordered, which includes that. */
const suffix = (order: string): string =>
	order === 'relaxed' || order === 'acquire' || order === 'release' ? `_${order}` : '';

const nameIn = (expr: Expr | undefined): string => (expr?.kind === 'name' ? expr.name : '');

/** `/* … *\/` alone is no statement, and a wait with its barrier is two: they need braces where one must stand. */
export const isOneStatement = (code: string): boolean => !/^\/\*|;\s\S/.test(code);

/** What a statement becomes. */
export function wordAsC(p: Printer, stmt: WordStmt): string {
	const args = stmt.args.map(({ expr }) => expr);
	const plain = PLAIN[stmt.keyword];
	if (plain !== undefined) return plain;
	const write = Object.hasOwn(WRITERS, stmt.keyword) ? WRITERS[stmt.keyword] : undefined;
	return write ? write(p, args, stmt) : '';
}

const PLAIN: Readonly<Record<string, string | undefined>> = {
	SCHEDULE: 'schedule();',
	CRITICAL: 'critical_section();',
	PREEMPT_DISABLE: 'preempt_disable();',
	PREEMPT_ENABLE: 'preempt_enable();',
	PREEMPT_ENABLE_NO_RESCHED: 'preempt_enable_no_resched();',
	CLEAR_SIGNAL: 'clear_thread_flag(TIF_SIGPENDING);',
	TAKES_WRITE: '/* has the lock from here */',
	TAKES_READ: '/* has the lock from here, as a reader */',
	GIVES: '/* has the lock no longer */',
	DOWNGRADE: '/* has the lock as a reader from here */',
	HOLD_WRITE: '/* holds the lock */',
	HOLD_READ: '/* holds the lock, as a reader */',
	UNHOLD: '/* holds it no longer */',
	OTHERWISE: '',
	OUT_OF_SCOPE: '',
};

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
const isAt = (expr: Expr | undefined): boolean => expr?.kind === 'call' && expr.name === 'AT';

/** A pointer to a word; of one that only its address says, as the type that the access needs. */
function pointerTo(p: Printer, expr: Expr | undefined, type = 'u32'): string {
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

const LOCKERS: Readonly<Record<LockType, string>> = {
	raw_spinlock: 'raw_spin',
	spinlock: 'spin',
	mutex: 'mutex',
};

/** The lock's own function, by its type; of one that only its address says, by the locks whose addresses are taken. */
function locker(p: Printer, word: Expr | undefined, does: 'lock' | 'trylock' | 'unlock'): string {
	const known = word && p.types.factsAt(word, p.proc.object)?.ctype;
	const type = isAt(word && bare(word)) ? p.types.addressedLock(p.proc.object) : known;
	const irq = p.irqAt(word);
	const saves = irq === 'irqsave' && does === 'unlock' ? 'irqrestore' : irq;
	const flags = irq === 'irqsave' ? `, ${p.irqFlags()}` : '';
	const called = `${LOCKERS[type as LockType] ?? 'raw_spin'}_${does}${saves && '_'}${saves}`;
	return `${called}(${pointerTo(p, word, 'void')}${flags})`;
}

const assignTo = (p: Printer, dst: Expr): string => {
	const name = p.target(dst);
	return name ? `${p.named(name)} = ` : '';
};

/** The same where nobody reads the result. */
const ifRead = (p: Printer, dst: Expr | undefined): string =>
	dst && !p.isUnread(dst) ? assignTo(p, dst) : '';

/** What a word of this kind gives, as its destination holds it. */
function given(p: Printer, dst: Expr | undefined, kind: Kind, code: string): string {
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
	const once = wordName(p, 'LOAD') ?? 'READ_ONCE';
	const code = relaxed ? `${once}(${a.word})` : `smp_load_acquire(${a.pointer})`;
	return `${barrier}${a.dst}${given(p, args[0], a.kind, code)};`;
}

/** A word of user memory, where a fault is possible; the lock's address is known, or only what it was called with. */
function fetched(p: Printer, [dst, word]: readonly Expr[]): string {
	const name = dst && p.nameOf(dst);
	const into = name ? p.named(name) : 'unused';
	if (!word || !isAt(bare(word))) return `get_user(${into}, ${pointerTo(p, word)});`;
	return `get_futex_value_locked(&${into}, ${pointerTo(p, word, 'void')});`;
}

function store(p: Printer, args: readonly Expr[]): string {
	const a = access(p, args, false);
	const kept = args[0] && isNothing(args[1]) ? p.keptTask(args[0]) : '';
	const code = isPlainStore(a) ? plainStore(p, args[0], a) : stored(a, value(p, a, 0));
	return kept === '' ? code : `${kept}${ROW}${code}`;
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
	const once = wordName(p, 'LOAD');
	if (once === undefined) return stored(a, v);
	const owner = ownerOf(word);
	if (owner !== undefined && nameIn(bare(owner)) === 'me') return `${a.word} = ${v};`;
	const barrier = owner && wordName(p, 'STORE');
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

/** A pointer to number n, from the lowest, of the bytes or halves of a word. The kernel's macros do not parenthesize it. */
function partOf(p: Printer, type: string, word: string, n: Expr | undefined): string {
	const at = n ? p.value(n) : '0';
	return at === '0' ? `(${type} *)&${word}` : `&((${type} *)&${word})[${at}]`;
}

const storePart =
	(type: string) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, false);
		const part = partOf(p, type, a.word, a.values[0]);
		const v = value(p, a, 1);
		if (a.order === 'release') return `smp_store_release(${part}, ${v});`;
		const place = part.startsWith('&') ? part.slice(1) : `*${part}`;
		return `${a.order === 'full' ? 'smp_store_mb' : 'WRITE_ONCE'}(${place}, ${v});`;
	};

const swapPart =
	(type: string) =>
	(p: Printer, args: readonly Expr[]): string => {
		const a = access(p, args, true);
		const part = partOf(p, type, a.word, a.values[0]);
		return `${a.dst}xchg${suffix(a.order)}(${part}, ${value(p, a, 1)});`;
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
		return `${a.dst}${given(p, args[0], a.kind, code)};`;
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
		const once = wordName(p, 'LOAD');
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

/** The machine has a barrier behind the store, but for RUNNING (ls_set_state). */
const setState = (p: Printer, state: Expr | undefined, plain = false): string =>
	`${plain ? '__' : ''}set_current_state(${state ? p.value(state) : ''});`;

const waiterOf = (p: Printer, list: Expr | undefined): Kind => {
	const place = list && p.types.wordAt(list, p.proc.object);
	return place ? `waiter:${p.types.facts.waiterTag(place.struct)}` : p.waiter();
};

function call(p: Printer, stmt: WordStmt): string {
	const found = callOf(stmt);
	const callee = p.types.procs.get(found.proc);
	const { facts, scope } = p.types;
	const params = (callee?.params ?? []).filter((param) => !p.isDropped(found.proc, param));
	const passed = params.map(({ local, kind }) => {
		const set = found.sets.find(({ field }) => field === local);
		if (!set) return isNumber(kind) ? '0' : 'NULL';
		return p.value(set.expr, kind);
	});
	const list = callee?.wakes === 'given' ? [p.wakes().address] : [];
	const object = found.object ? p.place(found.object) : facts.lockName(p.proc);
	const args = facts.isHollow(scope.procs.get(found.proc)?.object ?? '')
		? [...list, ...passed]
		: [object, ...passed, ...list];
	const code = `${facts.names.of(found.proc)}(${args.join(', ')})`;
	if (callee?.givesWakes) return `${code};`;
	const dst = ifRead(p, found.dst);
	const name = found.dst && p.nameOf(found.dst);
	/* whom it names is not asked, where it is a number at other times */
	if (dst && name && isNumber(name.kind) && callee?.returns === TASK)
		return `${dst}${code} != NULL;`;
	return `${dst}${dst ? given(p, found.dst, callee?.returns ?? NUM, code) : code};`;
}

function ret(p: Printer, [result]: readonly Expr[], stmt: WordStmt): string {
	const { returns, givesWakes } = p.own;
	if (returns !== undefined) return `return ${result ? p.value(result, returns) : '0'};`;
	const adds = givesWakes && result ? adding(p, bare(result)) : '';
	const leaves = p.proc.body.at(-1) === stmt ? '' : 'return;';
	return adds !== '' && leaves !== '' ? `${adds}${ROW}${leaves}` : adds + leaves;
}

/** The thread that a result has beside what is on the wake list: `c ? 0 : (tasks)1 << t`. */
function adding(p: Printer, result: Expr): string {
	const add = (member: Expr) => `${p.wakes().add(p.value(member, TASK))};`;
	const lone = loneMember(result);
	if (lone) return add(lone);
	const other = result.kind === 'conditional' ? loneMember(result.no) : undefined;
	if (result.kind !== 'conditional' || !other) return '';
	return `if (${negated(p, result.test)})${ROW}\t${add(other)}`;
}

function negated(p: Printer, condition: Expr): string {
	const found = bare(condition);
	if (found.kind === 'unary' && found.op === '!') return p.condition(found.operand);
	const code = p.condition(condition);
	return isPrimary(code) ? `!${code}` : `!(${code})`;
}

const wordName = (p: Printer, word: string): string | undefined =>
	p.types.facts.wordOf(p.proc, word);

const relax = (p: Printer): string => `${wordName(p, 'CPU_RELAX') ?? 'cpu_relax'}()`;

/** An hrtimer, or a time on the clock: what a function makes of the lock, or so much later than now. */
function startClock(p: Printer): string {
	const clock = p.clock();
	if (clock === undefined)
		return `hrtimer_sleeper_start_expires(${p.ownOf('timeout')}, HRTIMER_MODE_ABS);`;
	const sets = wordName(p, 'TIMEOUT_START') ?? '0';
	const then = /[a-z]/.test(sets)
		? `${sets}(${p.types.facts.lockName(p.proc)})`
		: `sched_clock() + ${sets}`;
	return `${clock} = ${then};`;
}

/** What must all be so is warned of one by one. */
function asserted(p: Printer, condition: Expr): string {
	const found = bare(p.folded(condition));
	if (found.kind === 'binary' && found.op === '&&')
		return `${asserted(p, found.left)}${ROW}${asserted(p, found.right)}`;
	return `${wordName(p, 'ASSERT') ?? 'WARN_ON_ONCE'}(${opposite(p, found)});`;
}

const OPPOSITES: Readonly<Record<string, string>> = { '==': '!=', '!=': '==' };

/** The condition's opposite, as one would write it. */
function opposite(p: Printer, condition: Expr): string {
	const found = bare(condition);
	if (found.kind !== 'binary') return negated(p, found);
	const op = OPPOSITES[found.op];
	if (op !== undefined) return p.condition({ ...found, op });
	if (found.op !== '||') return negated(p, found);
	const sides = [found.left, found.right].map((side) => {
		const code = opposite(p, side);
		return / (?:&|\||\?|&&) /.test(code) ? `(${code})` : code;
	});
	return sides.join(' && ');
}

type Writer = (p: Printer, args: readonly Expr[], stmt: WordStmt) => string;

const WRITERS: Readonly<Record<string, Writer>> = {
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
	FETCH_OR: arithmetic('fetch_or', 'or'),
	FETCH_ANDNOT: arithmetic('fetch_andnot', 'andnot'),
	ADD: add,
	AWAIT: wait(true),
	WAIT_UNTIL: wait(false),
	SPIN_LOCK: (p, [word]) => `${locker(p, word, 'lock')};`,
	SPIN_TRYLOCK: (p, [dst, word]) => `${ifRead(p, dst)}${locker(p, word, 'trylock')};`,
	SPIN_UNLOCK: (p, [word]) => `${locker(p, word, 'unlock')};`,
	LIST_ADD: (p, [list, tid]) =>
		`list_add_tail(&${tid ? p.primary(tid, waiterOf(p, list)) : ''}->list, &${list ? p.place(list) : ''});`,
	LIST_DEL: (p, [list, tid]) => `list_del(&${tid ? p.primary(tid, waiterOf(p, list)) : ''}->list);`,
	LIST_FIRST: (p, [dst, list]) => {
		const kind = waiterOf(p, list);
		const tag = kind.slice(kind.indexOf(':') + 1);
		const code = `list_first_entry_or_null(&${list ? p.place(list) : ''}, struct ${tag}, list)`;
		return `${dst ? assignTo(p, dst) : ''}${given(p, dst, kind, code)};`;
	},
	LIST_COUNT: (p, [dst, list]) =>
		`${dst ? assignTo(p, dst) : ''}list_count_nodes(&${list ? p.place(list) : ''});`,
	LIST_NEXT: (p, [dst, list, tid]) => {
		const kind = waiterOf(p, list);
		const from = tid ? p.primary(tid, kind) : '';
		const head = `&${list ? p.place(list) : ''}`;
		const code = `list_is_last(&${from}->list, ${head}) ? NULL : list_next_entry(${from}, list)`;
		return `${dst ? assignTo(p, dst) : ''}${given(p, dst, kind, code)};`;
	},
	LIST_HAS: (p, [dst, list, tid]) =>
		`${dst ? assignTo(p, dst) : ''}!list_empty(&${tid ? p.primary(tid, waiterOf(p, list)) : ''}->list);`,
	ON_CPU: (p, [dst, tid]) =>
		`${dst ? assignTo(p, dst) : ''}READ_ONCE(${tid ? p.primary(tid, TASK) : ''}->on_cpu);`,
	SET_STATE: (p, [state]) => setState(p, state, state && nameIn(bare(state)) === 'RUNNING'),
	STORE_STATE: (p, [state]) => setState(p, state, true),
	WAKE: (p, [dst, tid]) => `${ifRead(p, dst)}wake_up_process(${tid ? p.value(tid, TASK) : ''});`,
	QUEUE_LOCK: (p, [dst, word]) =>
		`${ifRead(p, dst)}mutex_lock_interruptible(&${word ? p.place(word) : ''});`,
	QUEUE_UNLOCK: (p, [word]) => `mutex_unlock(&${word ? p.place(word) : ''});`,
	CPU_RELAX: (p) => `${relax(p)};`,
	CALL: (p, _, stmt) => call(p, stmt),
	DO: (p, _, stmt) => call(p, stmt),
	SYSCALL: (p, _, stmt) => call(p, stmt),
	RETURN: ret,
	ASSERT: (p, [condition]) => (condition ? asserted(p, condition) : ''),
	TIMEOUT_START: startClock,
	/* a time that is only compared with needs no end */
	TIMEOUT_STOP: (p) =>
		p.clock() === undefined ? `hrtimer_cancel(&${p.ownOf('timeout')}->timer);` : '',
	THRESHOLD_START: (p) =>
		`${p.deadline(p.self(p.waiter()))} = jiffies + ${wordName(p, 'THRESHOLD_START') ?? 'HANDOFF_DELAY'};`,
	THRESHOLD_STOP: (p) =>
		wordName(p, 'THRESHOLD') === undefined ? `${p.deadline(p.self(p.waiter()))} = 0;` : '',
};
