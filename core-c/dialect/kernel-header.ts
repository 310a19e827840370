/** What kernel C of a text needs before it: the structs and constants as the kernel would have them. */
import { signature, typesOf } from './kernel-c';
import type { Settings } from './kernel-fold';
import { isPerThread, type KernelFacts, TASK, typeOfKind, type WordFacts } from './kernel-kinds';
import { localsOf } from './kernel-locals';
import { wordNamesOf } from './kernel-names';
import { tagOf } from './layout';
import { type Scope, scopeOf } from './scope';
import type { Member, Project, Struct, Text } from './tree';

const CTYPES: Readonly<Record<WordFacts['ctype'], string | undefined>> = {
	raw_spinlock: 'raw_spinlock_t ',
	spinlock: 'spinlock_t ',
	list: 'struct list_head ',
	atomic: 'atomic_t ',
	atomic_long: 'atomic_long_t ',
	user: 'u32 ',
	mutex: 'struct mutex ',
	plain: undefined,
};

function memberAsC(facts: KernelFacts, struct: Struct, member: Member): string {
	const tag = tagOf(member.type);
	const length = member.count === undefined ? '' : `[${member.length ?? member.count}]`;
	if (tag !== undefined)
		return facts.isHollow(tag) ? '' : `struct ${facts.names.of(tag)} ${member.name}${length};`;
	const word = facts.word(struct, member);
	const whole = `${CTYPES[word.ctype] ?? typeOfKind(word.kind)}${member.name}${length};`;
	return word.parts ? `union { ${whole} ${partsAsC(word.parts)} };` : whole;
}

/** The bytes and the halves of a word, each by its name in the source. */
const partsAsC = (parts: NonNullable<WordFacts['parts']>): string =>
	Object.entries(parts)
		.filter(([, names]) => names.length > 0)
		.map(([type, names]) => `struct { ${names.map((name) => `${type} ${name};`).join(' ')} };`)
		.join(' ');

/** Members of a thread's own struct that live with this holder. */
const heldBy = (facts: KernelFacts, struct: Struct, holder: WordFacts['holder']): string[] =>
	struct.members
		.filter((member) => facts.word(struct, member).holder === holder)
		.map((member) => memberAsC(facts, struct, member));

/** What waits on a list; the declared words of it, and what every waiter has. */
function waiterAsC(
	facts: KernelFacts,
	tag: string,
	structs: readonly Struct[],
	deadline: string,
): string[] {
	const words = structs.flatMap((struct) => heldBy(facts, struct, 'waiter'));
	const task = words.some((member) => / \*?task;$/.test(member))
		? ''
		: 'struct task_struct *task; ';
	return [
		`struct ${tag} { struct list_head list; ${task}${words.join(' ')} unsigned long ${deadline}; };`,
		`struct ${tag} *${tag}_of(struct task_struct *task);`,
		`struct task_struct *${tag}_task(struct ${tag} *waiter);`,
	];
}

function structsAsC(scope: Scope, facts: KernelFacts): string[] {
	const out: string[] = [];
	for (const text of [...scope.texts].reverse()) {
		const own = text.structs.find((struct) => facts.isWaiter(struct));
		const perThread = text.structs.filter(({ tag }) => facts.perThread.has(tag));
		const waiter = facts.names.of(own?.tag ?? `${text.name}_waiter`);
		const deadline = wordNamesOf(text).get('THRESHOLD') ?? 'deadline';
		out.push(...waiterAsC(facts, waiter, perThread, deadline));
		for (const struct of text.structs) {
			if (struct === own || facts.isHollow(struct.tag)) continue;
			const tag = facts.names.of(struct.tag);
			const members = perThread.includes(struct)
				? heldBy(facts, struct, 'node')
				: struct.members
						.filter((member) => !isPerThread(member))
						.map((member) => memberAsC(facts, struct, member));
			out.push(`struct ${tag} { ${members.join(' ')} };`);
			if (perThread.includes(struct))
				out.push(
					`struct ${tag} *${tag}_of(struct task_struct *task);`,
					`struct task_struct *${tag}_task(struct ${tag} *node);`,
				);
		}
	}
	return out;
}

/** What makes a node a part of a word, or takes a task or a node out. A task's address has its lowest bits free for flags. */
function partAsC({ packs, unpacks }: KernelFacts, macro: string, arg: string): string | undefined {
	if (packs.has(macro)) return `((u32)(unsigned long)(${arg}))`;
	const kind = unpacks.get(macro);
	if (kind === undefined) return undefined;
	const address = kind === TASK ? `(${arg}) & ~7UL` : `(unsigned long)(${arg})`;
	return `((${typeOfKind(kind)})(${address}))`;
}

/** What the words of the dialect are in this text's source, where the stub does not know it. */
function wordsAsC({ text }: Scope, facts: KernelFacts): string[] {
	const words = wordNamesOf(text);
	const [object] = text.procs.map((proc) => facts.names.of(proc.object));
	const [assert, clock, delay] = ['ASSERT', 'TIMEOUT_START', 'THRESHOLD_START'].map((word) =>
		words.get(word),
	);
	const isCalled = clock !== undefined && /[a-z]/.test(clock);
	return [
		...(assert ? [`#define ${assert}(condition) WARN_ON_ONCE(condition)`] : []),
		...(isCalled ? [`u64 ${clock}(struct ${object} *lock);`] : []),
		...(clock && !isCalled ? [`#define ${clock} 50000`] : []),
		...(delay ? [`#define ${delay} HANDOFF_DELAY`] : []),
	];
}

/** A header for the compiler: fields of the task first, then the stub, then structs and prototypes. */
export function kernelHeader(
	project: Project,
	text: Text,
	settings: Settings = {},
	stub = 'kernel-stub.h',
): string {
	const scope = scopeOf(project, text);
	const types = typesOf(project, settings);
	const { facts } = types;
	const taskFields = [...scope.structs.values()]
		.filter(({ tag }) => facts.perThread.has(tag))
		.flatMap((struct) => heldBy(facts, struct, 'task'));
	const constants = [...scope.constants.values()].filter(({ raw }) => !/\b(?:my|lk)\b/.test(raw));
	const macros = [...scope.macros.values()].filter(
		({ name, file, body }) =>
			file !== text.file && !/\b(?:FAULT|HAS|my|lk)\b/.test(body) && facts.packs.get(name) !== TASK,
	);
	const { names } = facts;
	const locals = localsOf(project, text, settings);
	const mutex = [...scope.structs.keys()].some((tag) => names.of(tag) === 'mutex');
	const prototypes = [...scope.procs.values()].flatMap((proc) => {
		const own = types.procs.get(proc.name);
		return own ? [`${signature(proc, own, facts, locals)};`] : [];
	});
	return [
		'#ifndef KERNEL_SIDE_OF_TEXT',
		'#define KERNEL_SIDE_OF_TEXT',
		`#define TASK_FIELDS ${[...new Set(taskFields)].join(' ')}`,
		...(mutex ? ['#define STUB_WITHOUT_MUTEX'] : []),
		`#include "${stub}"`,
		...constants.map(({ name, raw, enum: of }) => {
			const value = facts.taskConstants.has(name)
				? '((struct task_struct *)1UL)'
				: names.inCode(raw);
			return of === undefined || facts.taskConstants.has(name)
				? `#define ${names.of(name)} ${value}`
				: `enum { ${names.of(name)} = ${value} };`;
		}),
		...macros.map(({ name, params, body }) => {
			const value = partAsC(facts, name, params[0] ?? '') ?? names.inCode(body);
			return `#define ${names.of(name)}(${params.join(', ')}) ${value}`;
		}),
		...structsAsC(scope, facts),
		...wordsAsC(scope, facts),
		...prototypes,
		'#endif',
		'',
	].join('\n');
}
