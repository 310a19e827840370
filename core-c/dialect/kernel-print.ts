/** Prints expressions of a procedure as kernel C. */
import { isNegation, isPrimary, stripped } from './kernel-brackets';
import { asError, errorOf } from './kernel-errors';
import type { Folder } from './kernel-fold';
import {
	ADDRESS,
	both,
	convert,
	INT,
	isNumber,
	isPerThread,
	isPointer,
	isSet,
	isWaiterKind,
	type Kind,
	LONG,
	NUM,
	number,
	selfAs,
	TASK,
	ULONG,
	WAKES,
} from './kernel-kinds';
import type { VariantLocals } from './kernel-locals';
import { firstOf, loneMember, memberKind, type SetAsC, setAsC, takesFirst } from './kernel-sets';
import type { CName, KernelTypes, ProcTypes } from './kernel-types';
import type { Expr, Proc } from './tree';
import { bare, localOf } from './walk';
import { STATES } from './words';

const CASTS: Readonly<Record<string, string>> = { s32: 'int', tasks: 'unsigned long' };
const WIDE: readonly Kind[] = [LONG, ULONG];
const SIMPLE = new Set(['name', 'member', 'index', 'call', 'number', 'paren']);

/** Names of what is on or off: FAULT(mcs, torn_swap) is FAULT_TORN_SWAP. */
export const option = (word: string, name: string): string =>
	`IS_ENABLED(${word}_${name.toUpperCase()})`;

/** Where interrupts are saved. */
const IRQ_FLAGS = 'flags';

/** What the kernel calls it. */
export const KEPT_TASK = 'tsk';

export class Printer {
	/** what `me` was needed as */
	readonly selves = new Set<Kind>();
	/** variables that stand in what was printed */
	readonly printed = new Set<string>();

	private saves = false;

	/** waiters whose task is no longer to be read from them, and where it was cleared */
	private readonly cleared = new Map<string, number>();

	/** `early`: places of stores that clear a waiter's task, which is asked for behind them: it is kept before they do */
	constructor(
		readonly types: KernelTypes,
		readonly proc: Proc,
		readonly own: ProcTypes,
		private readonly known: { folder: Folder; locals: VariantLocals | undefined },
		private readonly early: Set<number>,
	) {}

	/** Before a store to this word, which is to be 0: the statement that keeps the task, if it is needed. */
	keptTask(word: Expr): string {
		const found = bare(word);
		const object = found.kind === 'member' ? bare(found.object) : found;
		const name = object.kind === 'index' ? this.nameOf(object.index) : undefined;
		if (found.kind !== 'member' || found.name !== 'task' || !name || !isWaiterKind(name.kind))
			return '';
		this.cleared.set(name.code, found.span.start);
		return this.early.has(found.span.start) ? `${this.kept()} = ${name.code}->task;` : '';
	}

	private kept(): string {
		this.printed.add(KEPT_TASK);
		return KEPT_TASK;
	}

	/** Its name, where it is written. */
	target(expr: Expr): CName | undefined {
		const name = this.nameOf(expr);
		if (name) this.cleared.delete(name.code);
		return name;
	}

	nameOf(expr: Expr): CName | undefined {
		const web = this.own.webs.at(bare(expr));
		return web === undefined ? undefined : this.own.names[web];
	}

	named({ code }: CName): string {
		this.printed.add(code);
		return code;
	}

	/** The list that a local is, or undefined. */
	setAt(expr: Expr): SetAsC | undefined {
		const name = this.nameOf(expr);
		return name && isSet(name.kind) ? this.setNamed(name) : undefined;
	}

	private setNamed(name: CName): SetAsC {
		const given = name.kind === WAKES && this.own.wakes === 'given';
		const code = this.named(name);
		return setAsC(name.kind, code, given ? code : `&${code}`);
	}

	/** The wake list of the procedure: its name, and what can be done to it. */
	wakes(): SetAsC & { address: string } {
		const name = { code: 'wake_q', kind: WAKES };
		const address = this.own.wakes === 'given' ? 'wake_q' : '&wake_q';
		return { ...this.setNamed(name), address };
	}

	/** Declarations of the lists that stand in what was printed. */
	lists(given: ReadonlySet<string>): string[] {
		const found = new Map<string, Kind>();
		if (this.own.wakes === 'own') found.set('wake_q', WAKES);
		for (const name of this.own.names)
			if (name && isSet(name.kind) && name.kind !== WAKES) found.set(name.code, name.kind);
		return [...found]
			.filter(([code]) => this.printed.has(code) && !given.has(code))
			.map(([code, kind]) => setAsC(kind, code, '').declared);
	}

	/** Nobody reads what is written here. */
	isUnread(expr: Expr): boolean {
		const web = this.own.webs.at(bare(expr));
		return web !== undefined && this.own.webs.webs[web]?.reads === 0;
	}

	/** A local that holds an error, and so is an int in C. */
	private isInt(expr: Expr): boolean {
		const name = localOf(bare(expr));
		return name !== undefined && this.own.ints.has(name);
	}

	/** Kind of a value; undefined for 0 and `me`, which fit any. */
	kindOf(expr: Expr): Kind | undefined {
		const found = bare(expr);
		const name = this.nameOf(found);
		if (name) return name.kind;
		const set = firstOf(found);
		const of = set && this.kindOf(set);
		if (of !== undefined && isSet(of)) return memberKind(of);
		switch (found.kind) {
			case 'number':
				return found.value === 0 ? undefined : NUM;
			case 'name':
				if (this.types.facts.taskConstants.has(found.name)) return TASK;
				return found.name === 'me' ? undefined : NUM;
			case 'call':
				return this.types.resultOf(found.name);
			case 'assign':
				return this.kindOf(found.target);
			case 'conditional':
				return both([this.kindOf(found.yes), this.kindOf(found.no)]);
			case 'binary':
				return number([this.kindOf(found.left), this.kindOf(found.right)]);
			default:
				return NUM;
		}
	}

	/** A parameter that this variant has no use for. */
	isDropped(proc: string, param: { local: string; kind: Kind }): boolean {
		return this.known.locals?.isDropped(proc, param) ?? false;
	}

	/** The variable that its time limit is in, where the source has one that it compares the clock with. */
	clock(): string | undefined {
		const name = this.types.facts.wordOf(this.proc, 'TIMEOUT');
		return name === undefined ? undefined : this.named({ code: name, kind: NUM });
	}

	clocks(): string[] {
		const name = this.types.facts.wordOf(this.proc, 'TIMEOUT') ?? '';
		const flags = this.saves ? [`unsigned long ${IRQ_FLAGS};`] : [];
		return [...(this.printed.has(name) ? [`u64 ${name} = 0;`] : []), ...flags];
	}

	/** How a lock in the source turns interrupts off; '' where it does not. */
	irqAt(word: Expr | undefined): '' | 'irq' | 'irqsave' {
		const irq = word && this.types.factsAt(word, this.proc.object)?.irq;
		if (irq === undefined) return '';
		return irq.includes(this.proc.name) ? 'irqsave' : 'irq';
	}

	irqFlags(): string {
		this.saves = true;
		return IRQ_FLAGS;
	}

	/** Where a waiter keeps the time that it may not wait past. */
	deadline(waiter: string): string {
		return `${waiter}->${this.types.facts.wordOf(this.proc, 'THRESHOLD') ?? 'deadline'}`;
	}

	/** What the thread has beside itself: its timer, its part in the workload. */
	ownOf(name: 'timeout' | 'role'): string {
		this.selves.add(name);
		return name;
	}

	self(kind: Kind): string {
		if (kind !== TASK) this.selves.add(kind);
		return selfAs(kind);
	}

	/** An expression as a value of this kind. */
	value(given: Expr, want: Kind = NUM): string {
		return this.as(this.known.folder.fold(given), want);
	}

	private as(expr: Expr, want: Kind): string {
		const found = bare(expr);
		if (found.kind === 'name' && found.name === 'me') return this.self(want);
		if (found.kind === 'number' && found.value === 0 && isPointer(want)) return 'NULL';
		if (found.kind === 'conditional' && isPointer(want))
			return `${this.condition(found.test)} ? ${this.as(found.yes, want)} : ${this.as(found.no, want)}`;
		const kind = this.kindOf(expr) ?? NUM;
		const code = this.print(expr);
		if (kind === want || (isNumber(kind) && isNumber(want))) return code;
		const store = want === TASK && isWaiterKind(kind) ? this.cleared.get(code) : undefined;
		if (store !== undefined) {
			this.early.add(store);
			return this.kept();
		}
		if (isNumber(kind) && want !== ADDRESS) return convert(stripped(code), kind, want);
		return convert(SIMPLE.has(expr.kind) ? code : `(${code})`, kind, want);
	}

	/** As part of something that binds more tightly. */
	primary(expr: Expr, want: Kind): string {
		const code = this.value(expr, want);
		return isPrimary(code) ? code : `(${code})`;
	}

	/** With what is settled taken out. */
	folded(expr: Expr): Expr {
		return this.known.folder.fold(expr);
	}

	/** An expression that is only asked whether it is true. */
	condition(given: Expr): string {
		return stripped(this.truth(this.known.folder.fold(given)));
	}

	private truth(expr: Expr): string {
		const found = bare(expr);
		if (found.kind === 'name' && found.name === 'me') return 'true';
		const set = this.setAt(found);
		return set ? `!${set.isEmpty}` : this.print(expr);
	}

	private print(expr: Expr): string {
		const name = this.nameOf(expr);
		if (name && expr.kind !== 'paren') return this.named(name);
		switch (expr.kind) {
			case 'number':
			case 'string':
				return expr.text;
			case 'name':
				return this.name(expr.name);
			case 'paren':
				return `(${this.print(expr.inner)})`;
			case 'member':
			case 'index':
				return this.place(expr);
			case 'call':
				return this.call(expr.name, expr.args);
			case 'unary':
				if (expr.op === '&') return `&${this.place(expr.operand)}`;
				return expr.op === '!' ? this.not(expr.operand) : `${expr.op}${this.as(expr.operand, NUM)}`;
			case 'prefix':
				return `${expr.op}${this.print(expr.operand)}`;
			case 'postfix':
				return `${this.print(expr.operand)}${expr.op}`;
			case 'binary':
				return this.binary(expr);
			case 'conditional':
				return `${this.truth(expr.test)} ? ${this.as(expr.yes, this.kindOf(expr) ?? NUM)} : ${this.as(expr.no, this.kindOf(expr) ?? NUM)}`;
			case 'assign': {
				const set = this.setAt(expr.target);
				if (set) return this.change(expr, set);
				this.target(expr.target);
				const value = this.isInt(expr.target) ? asError(expr.value) : expr.value;
				return `${this.print(expr.target)} ${expr.op} ${this.as(value, this.kindOf(expr.target) ?? NUM)}`;
			}
			case 'cast':
				if (expr.type === 's32' && (this.isInt(expr.operand) || this.kindOf(expr.operand) === INT))
					return this.as(expr.operand, NUM);
				/* all of a wide word: the dialect's numbers have 32 bits */
				if (expr.type === 'u32' && WIDE.includes(this.kindOf(expr.operand) ?? NUM))
					return this.as(expr.operand, NUM);
				return `(${CASTS[expr.type] ?? expr.type})${this.as(expr.operand, NUM)}`;
			case 'sizeof':
				return `sizeof(${expr.of})`;
			case 'missing':
				return '0';
		}
	}

	/** What is done to a list; '' where it is there already. */
	private change(expr: Extract<Expr, { kind: 'assign' }>, set: SetAsC): string {
		if (takesFirst(expr)) return set.takeFirst;
		const member = loneMember(expr.value);
		const kind = memberKind(this.kindOf(expr.target) ?? WAKES);
		if (member) return set.add(this.primary(member, kind));
		return bare(expr.value).kind === 'number' ? set.clear : '';
	}

	private not(operand: Expr): string {
		const code = this.truth(operand);
		return isNegation(code) ? code.slice(1) : `!${code}`;
	}

	private name(name: string): string {
		if ((STATES as readonly string[]).includes(name)) return `TASK_${name}`;
		return errorOf(name) ?? this.types.facts.names.of(name);
	}

	private binary({ op, left, right }: Extract<Expr, { kind: 'binary' }>): string {
		if (op === '&&' || op === '||') return `${this.truth(left)} ${op} ${this.truth(right)}`;
		const compares = op === '==' || op === '!=';
		const set = compares && this.setAt(left);
		if (set) return op === '==' ? set.isEmpty : `!${set.isEmpty}`;
		const kind = (compares ? both([this.kindOf(left), this.kindOf(right)]) : NUM) ?? NUM;
		if (this.isInt(left)) return `${this.as(left, kind)} ${op} ${this.as(asError(right), kind)}`;
		return `${this.as(left, kind)} ${op} ${this.as(right, kind)}`;
	}

	/** Shared memory, by the pointer through which the kernel reaches it. */
	place(given: Expr): string {
		const expr = bare(given);
		if (expr.kind === 'name')
			return expr.name === 'lk' ? this.types.facts.lockName(this.proc) : expr.name;
		if (expr.kind === 'unary') return `&${this.place(expr.operand)}`;
		if (expr.kind === 'index') return `${this.place(expr.object)}[${this.value(expr.index)}]`;
		if (expr.kind === 'call' && expr.name === 'AT' && expr.args[0])
			return `*(u32 *)${this.primary(expr.args[0], ADDRESS)}`;
		if (expr.kind !== 'member') return this.print(expr);
		const object = bare(expr.object);
		if (object.kind === 'index') {
			const array = this.types.wordAt(object.object, this.proc.object);
			const facts = this.types.factsAt(expr, this.proc.object);
			if (array && facts && isPerThread(array.member)) {
				const kind = this.types.facts.holderKind(facts);
				return `${this.primary(object.index, kind)}->${expr.name}`;
			}
		}
		return `${this.place(object)}${expr.arrow ? '->' : '.'}${expr.name}`;
	}

	private call(name: string, args: Expr[]): string {
		const [first, second] = args;
		switch (name) {
			case 'ADDRESS':
				return first ? `&${this.place(first)}` : 'NULL';
			case 'NEED_RESCHED':
				return 'need_resched()';
			case 'SIGNAL_PENDING':
				return `signal_pending_state(${first ? this.as(first, NUM) : ''}, current)`;
			case 'FATAL_SIGNAL':
				return 'fatal_signal_pending(current)';
			case 'THRESHOLD_PASSED':
				return `time_after(jiffies, ${this.deadline(first ? this.primary(first, this.waiter()) : '')})`;
			case 'TIMEOUT_PASSED': {
				const clock = this.clock();
				if (clock !== undefined) return `sched_clock() > ${clock}`;
				return `!${this.ownOf('timeout')}->task`;
			}
			case 'TASK_EXITING':
				return `(${first ? this.primary(first, TASK) : ''}->flags & PF_EXITING)`;
			case 'MY_ROLE':
				return this.ownOf('role');
			case 'FAULT':
			case 'HAS':
				return option(name, second?.kind === 'name' ? second.name : '');
			case 'LOWEST': {
				const set = first && this.setAt(first);
				if (set) return set.first;
			}
		}
		const { packs, names } = this.types.facts;
		const part = packs.get(name);
		if (part === TASK && first) return `(unsigned long)${this.primary(first, TASK)}`;
		return `${names.of(name)}(${args.map((arg) => this.as(arg, part ?? NUM)).join(', ')})`;
	}

	/** Kind of the waiters of the text that the procedure is in. */
	waiter(): Kind {
		const struct = this.types.scope.structs.get(this.proc.object);
		return struct ? `waiter:${this.types.facts.waiterTag(struct)}` : TASK;
	}
}
