/**
 * Sets of threads as the lists that the kernel has for them. A local of type `tasks` is a number here, a bit a thread. What
 * wake_q_add() gives is a wake list: one a procedure, which its callees add to. A set of waiters is a list of theirs.
 */
import { isWaiterKind, type Kind, TASK, WAKES } from './kernel-kinds';
import type { Expr } from './tree';
import { bare } from './walk';

const isListOf = (kind: Kind): boolean => kind.startsWith('list:');

/** What stands in such a set. */
export const memberKind = (set: Kind): Kind => (isListOf(set) ? set.slice('list:'.length) : TASK);

/** The set that threads of this kind are put in. */
export const setOf = (member: Kind | undefined): Kind =>
	member !== undefined && isWaiterKind(member) ? `list:${member}` : WAKES;

/** E of `(tasks)1 << E`: the set of that thread. */
export function loneMember(expr: Expr): Expr | undefined {
	const found = bare(expr);
	if (found.kind !== 'binary' || found.op !== '<<') return undefined;
	const one = bare(found.left);
	return one.kind === 'cast' && one.type === 'tasks' ? found.right : undefined;
}

/** S of LOWEST(S). */
export function firstOf(expr: Expr): Expr | undefined {
	const found = bare(expr);
	return found.kind === 'call' && found.name === 'LOWEST' ? found.args[0] : undefined;
}

/** `S &= ~((tasks)1 << E)`, behind `E = LOWEST(S)`: takes the first out. */
export function takesFirst(expr: Expr): boolean {
	if (expr.kind !== 'assign' || expr.op !== '&=') return false;
	const value = bare(expr.value);
	return value.kind === 'unary' && value.op === '~' && loneMember(value.operand) !== undefined;
}

/** How C says each thing of a set that has this name; `set` is its address. */
export interface SetAsC {
	declared: string;
	isEmpty: string;
	clear: string;
	first: string;
	add: (member: string) => string;
	takeFirst: string;
}

const tagIn = (kind: Kind): string => kind.slice(kind.lastIndexOf(':') + 1);

/** `set`: its address, `name`: what is declared. */
export const setAsC = (kind: Kind, name: string, set: string): SetAsC =>
	kind === WAKES
		? {
				declared: `DEFINE_WAKE_Q(${name});`,
				isEmpty: `wake_q_empty(${set})`,
				clear: `wake_q_init(${set})`,
				first: `wake_q_first(${set})`,
				add: (member) => `wake_q_append(${set}, ${member})`,
				takeFirst: `wake_q_pop(${set})`,
			}
		: {
				declared: `LIST_HEAD(${name});`,
				isEmpty: `list_empty(${set})`,
				clear: `INIT_LIST_HEAD(${set})`,
				first: `list_first_entry(${set}, struct ${tagIn(kind)}, list)`,
				add: (member) => `list_add_tail(&${member}->list, ${set})`,
				takeFirst: `list_del(${name}.next)`,
			};
