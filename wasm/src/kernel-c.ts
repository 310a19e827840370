/**
 * The "kernel C" view of a lock's text: each dialect line rewritten, for display only, to the
 * kernel's own primitives. Line stays line, so the highlighted numbers stay true.
 */

import { type SwitchesOn, withoutSwitches } from './kernel-switches';
import {
	declarations,
	declare,
	holderOf,
	isPointer,
	kindOfWord,
	type Proc,
	procsOf,
	selfAs,
	typeOf,
} from './kernel-types';

type Rewrite = (args: string[]) => string;

/** A value as it is stored into a word or expected in it. */
function valueIn(word = '', value = ''): string {
	const kind = kindOfWord(word);
	if (value === 'me') return selfAs(kind);
	return value === '0' && isPointer(kind) ? 'NULL' : value;
}

/** The condition on VAL, as the kernel's macros take it. */
const until = (condition = ''): string => condition.replace(/^VAL != 0$/, 'VAL');

const waiter = (tid = ''): string => (tid === 'me' ? 'waiter' : tid);

/** The kernel has no acq_rel variants: its plain atomics are fully ordered, which includes that. */
const suffix = (order = ''): string =>
	order === 'relaxed' || order === 'acquire' || order === 'release' ? `_${order}` : '';

const load = (word: string, order?: string): string =>
	order === 'relaxed' ? `READ_ONCE(${word})` : `smp_load_acquire(&${word})`;

const store = (word: string, value: string, order?: string): string => {
	if (order === 'relaxed') return `WRITE_ONCE(${word}, ${value})`;
	if (order === 'release') return `smp_store_release(&${word}, ${value})`;
	return `smp_store_mb(${word}, ${value})`;
};

/** `.a = x, .b = y` names the callee's locals; C passes the values in order. */
const call = (name: string, args: string[]): string =>
	`${name}(${['lock', ...args.map((arg) => arg.replace(/^\.\w+\s*=\s*/, ''))].join(', ')})`;

const option = (prefix: string, name: string): string =>
	`IS_ENABLED(${prefix}_${name.toUpperCase()})`;

/** @internal Every word of core-c/backend/step.h. Arguments arrive rewritten. */
export const WORDS: Record<string, Rewrite> = {
	LOAD: ([dst, word, order]) => `${dst} = ${load(word ?? '', order)}`,
	STORE: ([word, value, order]) => store(word ?? '', valueIn(word, value), order),
	XCHG: ([dst, word, value, order]) =>
		`${dst} = xchg${suffix(order)}(&${word}, ${valueIn(word, value)})`,
	CAS: ([dst, word, expect, value, order]) =>
		`${dst} = cmpxchg${suffix(order)}(&${word}, ${valueIn(word, expect)}, ${valueIn(word, value)})`,
	FETCH_ADD: ([dst, word, value, order]) =>
		`${dst} = atomic_fetch_add${suffix(order)}(${value}, &${word})`,
	ADD_RETURN: ([dst, word, value, order]) =>
		`${dst} = atomic_add_return${suffix(order)}(${value}, &${word})`,
	ADD: ([word, value]) => `atomic_add(${value}, &${word})`,
	FETCH_OR: ([dst, word, value, order]) =>
		`${dst} = atomic_fetch_or${suffix(order)}(${value}, &${word})`,
	AWAIT: ([dst, word, condition, order]) =>
		`${dst} = smp_cond_load_${order === 'relaxed' ? 'relaxed' : 'acquire'}(&${word}, ${until(condition)})`,
	WAIT_UNTIL: ([word, condition, order]) =>
		`smp_cond_load_${order === 'relaxed' ? 'relaxed' : 'acquire'}(&${word}, ${until(condition)})`,

	SPIN_LOCK: ([word]) => `spin_lock(&${word})`,
	SPIN_TRYLOCK: ([dst, word]) => `${dst} = spin_trylock(&${word})`,
	SPIN_UNLOCK: ([word]) => `spin_unlock(&${word})`,
	LIST_ADD: ([list, tid]) => `list_add_tail(&${waiter(tid)}->list, &${list})`,
	LIST_DEL: ([, tid]) => `list_del(&${waiter(tid)}->list)`,
	LIST_FIRST: ([dst, list]) => `${dst} = list_first_entry_or_null(&${list}, struct waiter, list)`,
	LIST_COUNT: ([dst, list]) => `${dst} = list_count_nodes(&${list})`,

	ON_CPU: ([dst, tid]) => `${dst} = READ_ONCE(${tid}->on_cpu)`,
	SET_STATE: ([state]) => `set_current_state(${state})`,
	SCHEDULE: () => 'schedule()',
	WAKE: ([dst, tid]) =>
		dst === tid ? `wake_up_process(${tid})` : `${dst} = wake_up_process(${tid})`,
	QUEUE_LOCK: ([ret, word]) => `${ret} = mutex_lock_interruptible(&${word})`,
	QUEUE_UNLOCK: ([word]) => `mutex_unlock(&${word})`,
	CRITICAL: () => 'critical_section()',
	CPU_RELAX: () => 'cpu_relax()',

	CALL: ([dst, name, ...args]) => `${dst} = ${call(name ?? '', args)}`,
	DO: ([name, ...args]) => call(name ?? '', args),
	SYSCALL: ([dst, name, ...args]) => `${dst} = ${call(`sys_${name}`, args)}`,
	RETURN: ([value]) => `return ${value}`,

	PREEMPT_DISABLE: () => 'preempt_disable()',
	PREEMPT_ENABLE: () => 'preempt_enable()',
	PREEMPT_ENABLE_NO_RESCHED: () => 'preempt_enable_no_resched()',
	NEED_RESCHED: () => 'need_resched()',
	SIGNAL_PENDING: ([state]) => `signal_pending_state(${state}, current)`,
	FATAL_SIGNAL: () => 'fatal_signal_pending(current)',
	CLEAR_SIGNAL: () => 'clear_thread_flag(TIF_SIGPENDING)',
	THRESHOLD_START: () => 'waiter->deadline = jiffies + HANDOFF_DELAY',
	THRESHOLD_STOP: () => 'waiter->deadline = 0',
	THRESHOLD_PASSED: ([tid]) => `time_after(jiffies, ${waiter(tid)}->deadline)`,
	TIMEOUT_START: () => 'hrtimer_sleeper_start_expires(timeout, HRTIMER_MODE_ABS)',
	TIMEOUT_STOP: () => 'hrtimer_cancel(&timeout->timer)',
	TIMEOUT_PASSED: () => '(!timeout->task)',
	TASK_EXITING: ([tid]) => `(${tid === 'me' ? 'current' : tid}->flags & PF_EXITING)`,

	ROLE: () => 'role',
	SINCE: ([, name]) => option('SINCE', name ?? ''),
	FAULT: ([, name]) => option('FAULT', name ?? ''),
	ASSERT: ([condition]) => `WARN_ON_ONCE(!(${condition}))`,
	FORGET: () => '',
	TAKES_WRITE: () => '/* has the lock from here */',
	TAKES_READ: () => '/* has the lock from here, as a reader */',
	DOWNGRADE: () => '/* has the lock as a reader from here */',
	GIVES: () => '/* has the lock no longer */',
	OTHERWISE: () => '',
	OUT_OF_SCOPE: () => '',
	HOLD_WRITE: () => '/* holds the lock */',
	HOLD_READ: () => '/* holds the lock, as a reader */',
	UNHOLD: () => '/* holds it no longer */',
	END: () => '}',
};

/** The dialect prefixes what would collide with errno.h: MUTEX_EINTR. */
const LOCK_ERRORS = /\b[A-Z]\w*?_(E[A-Z]{2,})\b/g;
const TASK_STATES = /\b(RUNNING|INTERRUPTIBLE|UNINTERRUPTIBLE|KILLABLE)\b/g;

/** What a line needs of the file around it. */
export interface FileContext {
	/** what LOCK_TYPE stands for */
	lockType: string;
	/** the locals that callers set, by procedure: in C they are its parameters */
	parameters: ReadonlyMap<string, ReadonlySet<string>>;
	procs: ReadonlyMap<string, Proc>;
}

const NO_CONTEXT: FileContext = {
	lockType: 'struct lock',
	parameters: new Map(),
	procs: new Map(),
};

/** One line. */
export function kernelLine(line: string, context: FileContext = NO_CONTEXT): string {
	if (/^\s*(\*|\/\*)/.test(line)) return line; /* inside a comment that has its own lines */
	if (/^\s*#\s*define\s+LOCK_TYPE\b/.test(line)) return '';
	const { code, comment } = splitComment(line);
	const head = HEAD.exec(code);
	const text = head ? procHead(head, context) : current(rewrite(code));
	return `${text}${comment}`.trimEnd();
}

const HEAD = /^(\s*)PROC\((\w+)(?:,\s*(.*?))?(\))?\s*$/;

/**
 * A whole text, line by line; also takes a PROC whose locals go over several lines. With the
 * switches that are on, the planted faults and mends are settled instead of shown.
 */
export function kernelLines(source: readonly string[], on?: SwitchesOn): string[] {
	const lines = on ? withoutSwitches(source, on) : source;
	const context = contextOf(source);
	let inHead = false;
	let proc: Proc | undefined;
	const out: string[] = [];
	for (const line of lines) {
		if (inHead) {
			inHead = !/\)\s*$/.test(line);
			out.push(line.replace(/\)\s*$/, ''));
			continue;
		}
		const { code, comment } = splitComment(line);
		inHead = /^\s*PROC\([^)]*$/.test(code);
		const head = HEAD.exec(code);
		if (head) proc = context.procs.get(head[2] as string);
		const text = kernelLine(line, context).replace('struct waiter', waiterType(context));
		if (head && !inHead && comment === '' && out.at(-1) === '') {
			/* the kernel's way: the brace below the head, in the room that the empty line gives */
			const brace = text.indexOf('{');
			out[out.length - 1] = text.slice(0, brace).trimEnd();
			out.push(text.slice(brace).replace(/^\{ /, '{\t'));
		} else out.push(head ? text : inProc(text, code, proc));
	}
	return out;
}

const waiterType = ({ lockType }: FileContext): string =>
	typeOf('waiter', '', lockType).replace(' *', '');

/** What only shows within a procedure: what its locals are, and whether it returns anything. */
function inProc(text: string, code: string, proc: Proc | undefined): string {
	if (code.trim() === '' || /^\s*(\*|\/\*|#)/.test(code)) return text;
	const { code: c, comment } = splitComment(text);
	let out = c;
	for (const [name, kind] of proc?.kinds ?? []) {
		const self = selfAs(kind);
		out = out.replace(new RegExp(`\\b${name} ([=!]=) (me|current)\\b`, 'g'), `${name} $1 ${self}`);
		if (!isPointer(kind)) continue;
		out = out.replace(new RegExp(`\\b${name} ([=!]?=) 0\\b`, 'g'), `${name} $1 NULL`);
		if (kind === 'waiter')
			out = out.replace(`wake_up_process(${name})`, `wake_up_process(${name}->task)`);
	}
	if (proc?.isVoid) out = out.replace(/\breturn 0;/, 'return;');
	return `${out}${comment}`;
}

/** What is left of the thread's own number. */
function current(code: string): string {
	return code.replace(/\bme\b/g, /MASK|TID|uval/.test(code) ? 'vpid' : 'current');
}

function contextOf(lines: readonly string[]): FileContext {
	const text = lines.join('\n');
	const lockType = /^\s*#\s*define\s+LOCK_TYPE\s+(.+?)\s*$/m.exec(text)?.[1];
	const parameters = new Map<string, Set<string>>();
	for (const [, callee, args] of text.matchAll(
		/\b(?:DO\(|(?:CALL|SYSCALL)\([^,]*,)\s*(\w+)((?:,[^;]*)?)\)/g,
	)) {
		const set = parameters.get(callee as string) ?? new Set();
		for (const [, name] of (args as string).matchAll(/\.(\w+)\s*=(?!=)/g)) set.add(name as string);
		parameters.set(callee as string, set);
	}
	return { lockType: lockType ?? NO_CONTEXT.lockType, parameters, procs: procsOf(text) };
}

function procHead(match: RegExpExecArray, { lockType, parameters, procs }: FileContext): string {
	const [, indent, name, text] = match;
	const proc = procs.get(name as string);
	const passed = parameters.get(name as string);
	const locals = (text ?? '')
		.split(';')
		.map((local) => local.trim().split(/\s+/).at(-1) ?? '')
		.filter(Boolean)
		.map((local) => ({ name: local, type: typeOf(proc?.kinds.get(local), local, lockType) }));
	const given = locals.filter((local) => passed?.has(local.name));
	const own = locals.filter((local) => !passed?.has(local.name));
	const head = [`${lockType} *lock`, ...given.map((p) => declare(p.name, p.type))].join(', ');
	const type = proc?.isVoid ? 'void' : 'int';
	return `${indent}${type} ${name}(${head}) {${own.length > 0 ? ` ${declarations(own)}` : ''}`;
}

/** The comment that closes the line; " | " in it parts what a step says when it goes and when it spins. */
function splitComment(line: string): { code: string; comment: string } {
	const match = /^(.*?)(\s*\/\*.*\*\/\s*|\s*\/\/.*)$/.exec(line);
	if (!match) return { code: line, comment: '' };
	return { code: match[1] as string, comment: (match[2] as string).replaceAll(' | ', ', or ') };
}

/** Rewrites the dialect words in a piece of code, innermost first, and then its names. */
function rewrite(code: string): string {
	let out = '';
	let rest = code;
	for (;;) {
		const match = /\b([A-Z][A-Z_]*)\(/.exec(rest);
		const word =
			match && Object.hasOwn(WORDS, match[1] as string) ? WORDS[match[1] as string] : undefined;
		if (!match) return out + names(rest);
		const open = match.index + match[0].length;
		const close = closing(rest, open);
		if (!word || close < 0) {
			out += names(rest.slice(0, open));
			rest = rest.slice(open);
			continue;
		}
		const text = word(split(rest.slice(open, close)).map(rewrite));
		out += names(rest.slice(0, match.index)) + text;
		rest = rest.slice(close + 1);
		if (/^$|\*\/$|^\}$/.test(text)) rest = rest.replace(/^;/, '');
	}
}

/** Index of the parenthesis that closes the one before `from`, or -1. */
function closing(code: string, from: number): number {
	for (let i = from, depth = 1; i < code.length; i++) {
		if (code[i] === '(') depth++;
		else if (code[i] === ')' && --depth === 0) return i;
	}
	return -1;
}

/** Arguments at the commas outside of brackets. */
function split(args: string): string[] {
	const parts: string[] = [];
	let depth = 0;
	let start = 0;
	for (let i = 0; i < args.length; i++) {
		const c = args[i] as string;
		if ('([{'.includes(c)) depth++;
		else if (')]}'.includes(c)) depth--;
		else if (c === ',' && depth === 0) {
			parts.push(args.slice(start, i).trim());
			start = i + 1;
		}
	}
	const last = args.slice(start).trim();
	return last === '' && parts.length === 0 ? [] : [...parts, last];
}

/** A thread's number stands for its node and its task: node[T].next is T->next. */
function names(code: string): string {
	return code
		.replace(
			/\blk->node\[(my->)?(\w+)\]\.(\w+)/g,
			(_, local: string | undefined, tid: string, field: string) =>
				`${tid === 'me' && !local ? selfAs(holderOf(field)) : tid}->${field}`,
		)
		.replace(/\bmy->/g, '')
		.replace(/\blk->/g, 'lock->')
		.replaceAll('(s32)', '(int)')
		.replace(TASK_STATES, 'TASK_$1')
		.replace(LOCK_ERRORS, '$1');
}
