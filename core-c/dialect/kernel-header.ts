/** What kernel C of a text needs before it: the structs and constants as the kernel would have them. */
import { signature, typesOf } from './kernel-c';
import type { Settings } from './kernel-fold';
import { isPerThread, type KernelFacts, typeOfKind, type WordFacts } from './kernel-kinds';
import { tagOf } from './layout';
import { type Scope, scopeOf } from './scope';
import type { Member, Project, Struct, Text } from './tree';

const CTYPES: Readonly<Record<WordFacts['ctype'], string | undefined>> = {
	raw_spinlock: 'raw_spinlock_t ',
	spinlock: 'spinlock_t ',
	list: 'struct list_head ',
	atomic: 'atomic_t ',
	mutex: 'struct mutex ',
	plain: undefined,
};

function memberAsC(facts: KernelFacts, struct: Struct, member: Member): string {
	const tag = tagOf(member.type);
	const length = member.count === undefined ? '' : `[${member.length ?? member.count}]`;
	if (tag !== undefined) return `struct ${tag} ${member.name}${length};`;
	const word = facts.word(struct, member);
	return `${CTYPES[word.ctype] ?? typeOfKind(word.kind)}${member.name}${length};`;
}

/** Members of a thread's own struct that live with this holder. */
const heldBy = (facts: KernelFacts, struct: Struct, holder: WordFacts['holder']): string[] =>
	struct.members
		.filter((member) => facts.word(struct, member).holder === holder)
		.map((member) => memberAsC(facts, struct, member));

/** What waits on a list; the declared words of it, and what every waiter has. */
function waiterAsC(facts: KernelFacts, tag: string, structs: readonly Struct[]): string[] {
	const words = structs.flatMap((struct) => heldBy(facts, struct, 'waiter'));
	const task = words.some((member) => / \*?task;$/.test(member))
		? ''
		: 'struct task_struct *task; ';
	return [
		`struct ${tag} { struct list_head list; ${task}${words.join(' ')} unsigned long deadline; };`,
		`struct ${tag} *${tag}_of(struct task_struct *task);`,
		`struct task_struct *${tag}_task(struct ${tag} *waiter);`,
	];
}

function structsAsC(scope: Scope, facts: KernelFacts): string[] {
	const out: string[] = [];
	for (const text of [...scope.texts].reverse()) {
		const own = text.structs.find((struct) => facts.isWaiter(struct));
		const perThread = text.structs.filter(({ tag }) => facts.perThread.has(tag));
		out.push(...waiterAsC(facts, own?.tag ?? `${text.name}_waiter`, perThread));
		for (const struct of text.structs) {
			if (struct === own) continue;
			const members = perThread.includes(struct)
				? heldBy(facts, struct, 'node')
				: struct.members
						.filter((member) => !isPerThread(member))
						.map((member) => memberAsC(facts, struct, member));
			out.push(`struct ${struct.tag} { ${members.join(' ')} };`);
			if (perThread.includes(struct))
				out.push(
					`struct ${struct.tag} *${struct.tag}_of(struct task_struct *task);`,
					`struct task_struct *${struct.tag}_task(struct ${struct.tag} *node);`,
				);
		}
	}
	return out;
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
		({ file, body }) => file !== text.file && !/\b(?:FAULT|HAS|my|lk)\b/.test(body),
	);
	const prototypes = [...scope.procs.values()].flatMap((proc) => {
		const own = types.procs.get(proc.name);
		return own ? [`${signature(proc, own)};`] : [];
	});
	return [
		'#ifndef KERNEL_SIDE_OF_TEXT',
		'#define KERNEL_SIDE_OF_TEXT',
		`#define TASK_FIELDS ${[...new Set(taskFields)].join(' ')}`,
		`#include "${stub}"`,
		...constants.map(({ name, raw, enum: of }) =>
			of === undefined ? `#define ${name} ${raw}` : `enum { ${name} = ${raw} };`,
		),
		...macros.map(({ name, params, body }) => `#define ${name}(${params.join(', ')}) ${body}`),
		...structsAsC(scope, facts),
		...prototypes,
		'#endif',
		'',
	].join('\n');
}
