/** What a local can mean, and which word an access reads. */
import type { Expr } from './tree';
import { bare, localOf } from './walk';

/**
 * Of a value, and of a new one that is only to be written: the word as C names it behind the object. Of one that stands at an address, or that the
 * caller expects there: the local with that. A number is what is not shown as anything else.
 */
export interface Meaning {
	as: 'value' | 'new' | 'at' | 'expected' | 'address' | 'thread' | 'number';
	of: string;
}

export const THREAD: Meaning = { as: 'thread', of: '' };
export const ADDRESS: Meaning = { as: 'address', of: '' };
export const NUMBER: Meaning = { as: 'number', of: '' };

/** Their first argument is the whole word, or what stood in it. */
export const WHOLE = new Set([
	'LOAD',
	'XCHG',
	'CAS',
	'FETCH_ADD',
	'ADD_RETURN',
	'FETCH_OR',
	'FETCH_ANDNOT',
	'AWAIT',
]);
export const GIVES_THREAD = new Set(['LIST_FIRST', 'LIST_NEXT']);

/** `lk->node[my->prev].next` is node[0].next: each element is made alike. Undefined for what is no word of the object. */
export function pathOf(expr: Expr): string | undefined {
	const found = bare(expr);
	if (found.kind === 'index') {
		const array = pathOf(found.object);
		return array && `${array}[0]`;
	}
	if (found.kind !== 'member') return undefined;
	const object = bare(found.object);
	if (found.arrow) return object.kind === 'name' && object.name === 'lk' ? found.name : undefined;
	const whole = pathOf(object);
	return whole && `${whole}.${found.name}`;
}

/** The word of an access: one of the object, or the one at an address. */
export function wordAt(expr: Expr): Meaning | undefined {
	const found = bare(expr);
	if (found.kind === 'call' && found.name === 'AT') {
		const local = found.args[0] && localOf(found.args[0]);
		return local === undefined ? undefined : { as: 'at', of: local };
	}
	const path = pathOf(found);
	return path === undefined ? undefined : { as: 'value', of: path };
}
