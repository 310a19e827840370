/**
 * What the words and locals of the dialect would be in the kernel: it numbers threads where C has
 * pointers to their nodes, waiters and tasks. A guess from how they are used, for display only.
 */

export type Kind = 'node' | 'waiter' | 'task' | 'pid' | 'number' | 'mixed' | 'mixed with node';

const OF_FIELD: Readonly<Record<string, Kind>> = {
	tail: 'node',
	spin_mlock: 'node',
	osq: 'node',
	next: 'node',
	prev: 'node',
	owner: 'task',
	mutex_owner: 'task',
	task: 'task',
	wake_q: 'task',
	mutex: 'task',
	futex: 'pid',
	handoff_pid: 'pid',
};

/** What a field of a thread's node tells of the node: a spinner's, a waiter's, or the task itself. */
const HOLDER: Readonly<Record<string, Kind>> = {
	next: 'node',
	prev: 'node',
	locked: 'node',
	type: 'waiter',
	task: 'waiter',
};

export const holderOf = (field: string): Kind => HOLDER[field] ?? 'task';

/** Kind of the value in a word, written as dialect or as C. */
export function kindOfWord(word: string): Kind {
	const field = /(\w+)$/.exec(word.trim())?.[1] ?? '';
	return OF_FIELD[field] ?? 'number';
}

export const isPointer = (kind: Kind | undefined): boolean =>
	kind === 'node' || kind === 'waiter' || kind === 'task';

/** The running thread, as seen by what it is compared with or stored into. */
export function selfAs(kind: Kind | undefined): string {
	if (kind === 'node' || kind === 'waiter') return kind;
	if (kind === 'mixed with node') return 'node';
	return kind === 'pid' ? 'vpid' : 'current';
}

export interface Proc {
	/** of its locals, parameters among them */
	kinds: ReadonlyMap<string, Kind>;
	/** nobody asks what it returns */
	isVoid: boolean;
}

function usesIn(body: string): Map<string, Set<Kind>> {
	const found = new Map<string, Set<Kind>>();
	const note = (name: string | undefined, kind: Kind) => {
		if (name) found.set(name, (found.get(name) ?? new Set()).add(kind));
	};
	for (const [, , name, word] of body.matchAll(/\b(LOAD|XCHG|CAS|AWAIT)\(my->(\w+), ([^,]+),/g))
		note(name, kindOfWord(word as string));
	for (const [, name] of body.matchAll(/\b(?:FETCH_\w+|ADD_RETURN|ON_CPU)\(my->(\w+),/g))
		note(name, 'number');
	for (const [, name] of body.matchAll(/\bON_CPU\([^,]+, my->(\w+)\)/g)) note(name, 'task');
	for (const [, name] of body.matchAll(/\bLIST_FIRST\(my->(\w+),/g)) note(name, 'waiter');
	for (const [, name, field] of body.matchAll(/\bnode\[my->(\w+)\]\.(\w+)/g))
		note(name, holderOf(field as string));
	for (const [, name, value] of body.matchAll(/\bmy->(\w+) [|&+-]?= ([^;]+);/g))
		if (!/^my->\w+$|^0$/.test(value as string)) note(name, 'number');
	return found;
}

function onlyKind(kinds: ReadonlySet<Kind>): Kind {
	const [first] = kinds;
	if (kinds.size === 1 && first) return first;
	return kinds.has('node') ? 'mixed with node' : 'mixed';
}

/** Kind of what a procedure gives back, judged by the first local that it returns. */
function returned(body: string, uses: ReadonlyMap<string, Set<Kind>>): Kind {
	for (const [, name] of body.matchAll(/\bRETURN\(my->(\w+)\)/g)) {
		const kinds = uses.get(name as string);
		if (kinds?.size === 1 && isPointer([...kinds][0])) return [...kinds][0] as Kind;
	}
	return 'number';
}

function kindsOf(bodies: ReadonlyMap<string, string>): Map<string, Map<string, Kind>> {
	const uses = new Map([...bodies].map(([name, body]) => [name, usesIn(body)]));
	const gives = new Map(
		[...bodies].map(([name, body]) => [name, returned(body, uses.get(name) ?? new Map())]),
	);
	for (const [name, body] of bodies)
		for (const [, local, callee] of body.matchAll(/\b(?:CALL|SYSCALL)\(my->(\w+), (\w+)/g)) {
			const mine = uses.get(name);
			const kinds = mine?.get(local as string) ?? new Set();
			mine?.set(local as string, kinds.add(gives.get(callee as string) ?? 'number'));
		}
	return new Map(
		[...uses].map(([name, locals]) => [
			name,
			new Map([...locals].map(([local, kinds]) => [local, onlyKind(kinds)])),
		]),
	);
}

/** The procedures of a text; a parameter that its procedure only passes on is what the callee makes of it. */
export function procsOf(text: string): Map<string, Proc> {
	const bodies = new Map<string, string>();
	for (const [, name, body] of text.matchAll(/^PROC\((\w+)([\s\S]*?)^END\(/gm))
		bodies.set(name as string, body as string);
	const kinds = kindsOf(bodies);
	for (const [name, body] of bodies)
		for (const [, callee, args] of body.matchAll(
			/\b(?:DO\(|(?:CALL|SYSCALL)\([^,]*,)\s*(\w+)((?:,[^;]*)?)\)/g,
		))
			for (const [, parameter, local] of (args as string).matchAll(/\.(\w+) = my->(\w+)\b/g)) {
				const mine = kinds.get(name);
				const theirs = kinds.get(callee as string)?.get(parameter as string);
				if (theirs && mine && !mine.has(local as string)) mine.set(local as string, theirs);
			}
	const asked = new Set(
		[...text.matchAll(/\b(?:CALL|SYSCALL)\([^,]*,\s*(\w+)/g)].map(([, name]) => name),
	);
	return new Map(
		[...bodies].map(([name, body]) => [
			name,
			{
				kinds: kinds.get(name) ?? new Map(),
				isVoid: !asked.has(name) && !/\bRETURN\((?!0\))/.test(body),
			},
		]),
	);
}

const BY_NAME: Readonly<Record<string, string>> = { state: 'long', ret: 'int', retval: 'int' };

/** "struct mspin_node *" */
export function typeOf(kind: Kind | undefined, name: string, lockType: string): string {
	const named = BY_NAME[name];
	if (named) return named;
	const lock = /(?:struct )?([a-z_]+)/.exec(lockType.replace('struct ', ''))?.[1] ?? 'lock';
	switch (kind) {
		case 'node':
			return lock.startsWith('rwsem') ? 'struct optimistic_spin_node *' : 'struct mspin_node *';
		case 'waiter':
			return `struct ${lock.replace(/_$/, '')}_waiter *`;
		case 'task':
			return 'struct task_struct *';
		case 'pid':
			return 'u32';
		case 'mixed':
		case 'mixed with node':
			return 'unsigned long';
		default:
			return 'unsigned int';
	}
}

/** "struct mspin_node *prev, *next; unsigned int old;" */
export function declarations(locals: readonly { name: string; type: string }[]): string {
	const byType = new Map<string, string[]>();
	for (const { name, type } of locals) byType.set(type, [...(byType.get(type) ?? []), name]);
	return [...byType]
		.map(([type, names]) => {
			const star = type.endsWith('*') ? '*' : '';
			return `${type.replace(/\s*\*$/, '')} ${names.map((n) => `${star}${n}`).join(', ')};`;
		})
		.join(' ');
}

export const declare = (name: string, type: string): string =>
	type.endsWith('*') ? `${type}${name}` : `${type} ${name}`;
