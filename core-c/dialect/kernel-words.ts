/** The statement of kernel C for each word of the dialect. */
import { ROW } from './edits';
import {
	ACCESSES,
	assignTo,
	given,
	ifRead,
	isAt,
	nameIn,
	pointerTo,
	readOf,
	relax,
	type Writer,
	wordName,
} from './kernel-access';
import { isPrimary } from './kernel-brackets';
import { isNumber, type Kind, type LockType, NUM, TASK } from './kernel-kinds';
import type { Printer } from './kernel-print';
import { loneMember } from './kernel-sets';
import { callOf } from './parse-stmt';
import type { Expr, WordStmt } from './tree';
import { bare } from './walk';

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
	ALIVE: '',
	OUT_OF_SCOPE: '',
};

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

const WRITERS: Readonly<Record<string, Writer>> = {
	...ACCESSES,
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
		`${dst ? assignTo(p, dst) : ''}${readOf(p, `${tid ? p.primary(tid, TASK) : ''}->on_cpu`)};`,
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
