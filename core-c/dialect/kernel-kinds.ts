/**
 * What the numbers of the dialect would be in the kernel. Here a thread has one number; there it is
 * a task, a waiter on a list, or a node in a queue, and C has a pointer to each. The lines WORD
 * declare which a word holds.
 */
import { stringOf } from './code';
import { CNames, wordNamesIn } from './kernel-names';
import { tagOf } from './layout';
import type { Reach } from './scope';
import type { Line, Member, Mode, Proc, Struct } from './tree';

/** num, int, long, ulong, task, "node:tag" or "waiter:tag", the tag being that of the struct in C; wakes and "list:waiter:tag" are sets. */
export type Kind = string;

export const NUM: Kind = 'num';
/** of a word, wherever it is */
export const ADDRESS: Kind = 'address';
export const TASK: Kind = 'task';
export const INT: Kind = 'int';
export const LONG: Kind = 'long';
export const ULONG: Kind = 'ulong';
/** a wake list */
export const WAKES: Kind = 'wakes';
/** It may be below 0. */
export const isSigned = (kind: Kind | undefined): boolean => kind === INT || kind === LONG;
/** By how much they hold. */
const NUMBERS: readonly Kind[] = [NUM, INT, LONG, ULONG];
export const isNumber = (kind: Kind): boolean => NUMBERS.includes(kind);
export const widest = (kinds: readonly Kind[]): Kind =>
	NUMBERS[Math.max(0, ...kinds.map((kind) => NUMBERS.indexOf(kind)))] ?? NUM;
export const isSet = (kind: Kind): boolean => kind === WAKES || kind.startsWith('list:');
export const isWaiterKind = (kind: Kind): boolean => kind.startsWith('waiter:');
/** to a thread, or a word */
export const isPointer = (kind: Kind): boolean => !isNumber(kind) && !isSet(kind);
const tagIn = (kind: Kind): string => kind.slice(kind.indexOf(':') + 1);

export const typeOfKind = (kind: Kind): string => {
	if (kind === NUM) return 'u32 ';
	if (kind === INT) return 'int ';
	if (kind === LONG) return 'long ';
	if (kind === ULONG) return 'unsigned long ';
	if (kind === WAKES) return 'struct wake_q_head *';
	if (kind === ADDRESS) return 'void *';
	return kind === TASK ? 'struct task_struct *' : `struct ${tagIn(kind)} *`;
};

/** One kind for several values: pointers to a thread come together as its task, others as numbers. */
export function both(kinds: Iterable<Kind | undefined>): Kind | undefined {
	const all = [...new Set([...kinds].filter((kind) => kind !== undefined))];
	if (all.length <= 1) return all[0];
	return all.every((kind) => isPointer(kind) && kind !== ADDRESS) ? TASK : number(all);
}

/** Of what is computed of these. */
export const number = (kinds: readonly (Kind | undefined)[]): Kind =>
	widest(kinds.filter((kind) => kind !== undefined && isNumber(kind)) as Kind[]);

/** Where a member of a thread's own struct lives in the kernel. */
type Holder = 'node' | 'waiter' | 'task';

/** What the word is in C, where that is no number and no pointer. */
export type CType = LockType | 'list' | 'atomic' | 'atomic_long' | 'user' | 'plain';
export type LockType = 'raw_spinlock' | 'spinlock' | 'mutex';

/** What a WORD line may say of a lock, as `.c_type`. */
export const LOCK_TYPES: Readonly<Record<string, LockType>> = {
	raw_spinlock_t: 'raw_spinlock',
	spinlock_t: 'spinlock',
	'struct mutex': 'mutex',
};

export interface WordFacts {
	struct: Struct;
	member: Member;
	/** of the value in it */
	kind: Kind;
	ctype: CType;
	/** a lock whose holder has interrupts off: the procedures that save whether they were on */
	irq?: readonly string[];
	/** members of the source for its bytes and its halves, from the lowest */
	parts?: Readonly<Record<PartType, readonly string[]>>;
	holder?: Holder;
}

export type PartType = 'u8' | 'u16';

/** Of a word that is no lock, as `.c_type`: the kind of its value. */
const C_TYPES: Readonly<Record<string, Kind>> = {
	atomic_t: INT,
	atomic_long_t: LONG,
	int: INT,
	'unsigned long': ULONG,
	'struct task_struct *': TASK,
	u32: NUM,
	'u32 __user': NUM,
};
export const WORD_TYPES: readonly string[] = [...Object.keys(LOCK_TYPES), ...Object.keys(C_TYPES)];

const ARITHMETIC = new Set(['FETCH_ADD', 'ADD_RETURN', 'ADD', 'FETCH_OR', 'FETCH_ANDNOT']);

/** `a | b` */
const identifiers = (list: { raw: string } | undefined): string[] =>
	list?.raw.match(/[a-z_]\w*/gi) ?? [];

/** `node[NODES]`: one for each thread. */
export const isPerThread = (member: Member): boolean => member.count === 'NODES';

/** What is known of the words of all texts in reach. */
export class KernelFacts {
	private readonly lines = new Map<string, Line>();
	/** words by what is done to them: struct tag and member */
	private readonly used = new Map<string, Set<string>>();
	/** tags of the structs of which each thread has one */
	readonly perThread = new Set<string>();
	readonly names: CNames;
	/** macros that make a task, or a thread's node, a part of a word, and those that take it out: what they work on */
	readonly packs = new Map<string, Kind>();
	readonly unpacks = new Map<string, Kind>();
	/** constants that stand for a task */
	readonly taskConstants: ReadonlySet<string>;
	/** by procedure: what its text's source has for words of the dialect */
	private readonly words = new Map<string, ReadonlyMap<string, string>>();

	constructor(readonly scope: Reach) {
		for (const text of scope.texts)
			for (const line of text.words)
				this.lines.set(`${line.args[0]?.raw}.${line.args[1]?.raw}`, line);
		this.names = new CNames(scope.texts);
		for (const text of scope.texts) {
			for (const { name } of text.procs) this.words.set(name, wordNamesIn(text, name));
		}
		const all = [...this.lines.values()];
		this.taskConstants = new Set(all.flatMap(({ fields }) => fields.c_tasks?.raw ?? []));
		for (const struct of scope.structs.values())
			for (const member of struct.members)
				if (isPerThread(member)) this.perThread.add(tagOf(member.type) ?? '');
		for (const line of all) this.noteParts(line);
	}

	/** What the source has for a word of the dialect in this procedure. */
	wordOf({ name }: Pick<Proc, 'name'>, word: string): string | undefined {
		return this.words.get(name)?.get(word);
	}

	/** The pointer to the lock. */
	lockName(proc: Pick<Proc, 'name'>): string {
		return this.wordOf(proc, 'lk') ?? 'lock';
	}

	private noteParts({ args, fields }: Line): void {
		const struct = this.scope.structs.get(args[0]?.raw ?? '');
		const note = (macros: Map<string, Kind>, macro: string | undefined, kind: Kind) =>
			macro !== undefined && macros.set(macro, kind);
		note(this.packs, fields.c_task?.raw, TASK);
		note(this.unpacks, fields.c_task_of?.raw, TASK);
		const node = struct ? `node:${this.names.of(this.nodeTag(struct))}` : TASK;
		note(this.packs, fields.c_node?.raw, node);
		note(this.unpacks, fields.c_node_of?.raw, node);
	}

	noteUse(struct: string, member: string, keyword: string): void {
		const key = `${struct}.${member}`;
		this.used.set(key, (this.used.get(key) ?? new Set()).add(keyword));
	}

	/** Tag of the node that a word of kind NODE in this struct points to. */
	private nodeTag(struct: Struct): string {
		if (this.perThread.has(struct.tag)) return struct.tag;
		const own = struct.members.find(isPerThread);
		const text = this.scope.texts.find(({ structs }) => structs.includes(struct));
		const near = text?.structs.find(({ tag }) => this.perThread.has(tag));
		return (own && tagOf(own.type)) ?? near?.tag ?? [...this.perThread][0] ?? 'node';
	}

	/** The struct that stands for a thread on a list of this struct's text, as C calls it. */
	waiterTag(struct: Struct): string {
		const text = this.scope.texts.find(({ structs }) => structs.includes(struct));
		const own = text?.structs.find((one) => this.isWaiter(one));
		return this.names.of(own?.tag ?? `${text?.name ?? 'lock'}_waiter`);
	}

	/** Nothing is left of it in C: all its words are each thread's, and live in its task. */
	isHollow(tag: string): boolean {
		const inTasks = (member: Member): boolean => {
			const own = isPerThread(member) && this.scope.structs.get(tagOf(member.type) ?? '');
			return !!own && own.members.every((one) => this.word(own, one).holder === 'task');
		};
		const { members = [] } = this.scope.structs.get(tag) ?? {};
		return members.length > 0 && members.every(inTasks);
	}

	/** Each thread has one of these as it waits: so its words are declared. */
	isWaiter(struct: Struct): boolean {
		return (
			this.perThread.has(struct.tag) &&
			struct.members.every((member) => this.word(struct, member).holder === 'waiter')
		);
	}

	word(struct: Struct, member: Member): WordFacts {
		const line = this.lines.get(`${struct.tag}.${member.name}`);
		const declared = line?.fields.kind?.raw ?? '';
		const used = this.used.get(`${struct.tag}.${member.name}`);
		const facts: WordFacts = { struct, member, kind: NUM, ctype: 'plain' };
		if (member.type === 'list') facts.ctype = 'list';
		else if (used?.has('QUEUE_LOCK')) facts.ctype = 'mutex';
		else if (declared === 'LS_KIND_SPINLOCK' || used?.has('SPIN_LOCK')) {
			facts.ctype = LOCK_TYPES[stringOf(line?.fields.c_type?.raw ?? '') ?? ''] ?? 'raw_spinlock';
			const irq = line?.fields.c_irq?.raw;
			if (irq !== undefined) facts.irq = identifiers({ raw: irq });
		} else this.number(facts, line, used);
		const { c_bytes: bytes, c_halves: halves } = line?.fields ?? {};
		if (bytes || halves) facts.parts = { u8: identifiers(bytes), u16: identifiers(halves) };
		if (this.perThread.has(struct.tag)) {
			const where = stringOf(line?.fields.line?.raw ?? '');
			facts.holder = where === 'waiter' || where === 'task' ? where : 'node';
		}
		return facts;
	}

	/** Of a word that is no lock and no list: what it is in C, and what it holds. */
	private number(facts: WordFacts, line: Line | undefined, used: Set<string> | undefined): void {
		const declared = line?.fields.kind?.raw;
		const type = stringOf(line?.fields.c_type?.raw ?? '') ?? '';
		if (type === 'u32 __user') facts.ctype = 'user';
		else if (type === 'atomic_long_t') facts.ctype = 'atomic_long';
		else if (type === 'atomic_t') facts.ctype = 'atomic';
		else if ([...(used ?? [])].some((keyword) => ARITHMETIC.has(keyword))) facts.ctype = 'atomic';
		if (Object.hasOwn(C_TYPES, type)) facts.kind = C_TYPES[type] as Kind;
		else if (facts.ctype === 'atomic') return;
		else if (declared === 'LS_KIND_ADDRESS') facts.kind = ADDRESS;
		else if (declared === 'LS_KIND_TID') facts.kind = TASK;
		else if (declared === 'LS_KIND_NODE')
			facts.kind = `node:${this.names.of(this.nodeTag(facts.struct))}`;
		/* a task's address has no sign */
		if (facts.kind === LONG && line?.fields.c_task) facts.kind = ULONG;
	}

	/** Kind of the pointer through which a member of a thread's own struct is reached. */
	holderKind({ struct, holder }: WordFacts): Kind {
		if (holder === 'task') return TASK;
		return holder === 'waiter'
			? `waiter:${this.waiterTag(struct)}`
			: `node:${this.names.of(struct.tag)}`;
	}
}

/** Its own, as the running thread names it: what `me` is. */
export const selfAs = (kind: Kind): string => {
	if (kind === TASK) return 'current';
	if (kind === NUM) return 'vpid';
	return kind.startsWith('waiter:') ? 'waiter' : 'node';
};

/** What else a procedure has of its own thread, by the name that it bears there. */
const OWN: Readonly<Record<string, string>> = {
	timeout: 'struct hrtimer_sleeper *timeout = timeout_of(current);',
	role: 'u32 role = role_of(current);',
};

/** The declaration that this name needs in a procedure; none for `current`. */
export const declareSelf = (kind: Kind, mode: Mode): string =>
	kind === NUM
		? `u32 vpid = ${mode === 'user' ? 'gettid()' : 'task_pid_vnr(current)'};`
		: (OWN[kind] ?? `${typeOfKind(kind)}${selfAs(kind)} = ${tagIn(kind)}_of(current);`);

/** The same thread as a value of another kind. */
export function convert(code: string, from: Kind, to: Kind): string {
	if (from === to || (isNumber(from) && isNumber(to)) || isSet(from) || isSet(to)) return code;
	if (from === ADDRESS) return `(u32)(unsigned long)${code}`;
	if (to === ADDRESS) return `(void *)(unsigned long)${code}`;
	let task = code;
	if (isNumber(from)) task = `find_task_by_vpid(${code})`;
	else if (isWaiterKind(from))
		task = /^\w+$/.test(code)
			? `${code}->task`
			: `${tagIn(from)}_task(${code})`; /* that may be NULL */
	else if (from.startsWith('node:')) task = `${tagIn(from)}_task(${code})`;
	if (to === TASK) return task;
	return isNumber(to) ? `task_pid_vnr(${task})` : `${tagIn(to)}_of(${task})`;
}
