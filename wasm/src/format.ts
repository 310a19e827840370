/** Numbers as the page shows them: hex, grouped binary, and a word taken apart into its fields. */
import type { FieldFacts, WordFacts } from './facts';

/** 0x00000107; `digits` is the least number of digits. */
export function hex(value: number, digits = 8): string {
	return `0x${(value >>> 0).toString(16).padStart(digits, '0')}`;
}

/** The low `bits` bits in groups, from the right: 1 0000 0111. */
export function binary(value: number, bits = 32, group = 4): string {
	const digits = (value >>> 0).toString(2).padStart(bits, '0').slice(-bits);
	const groups: string[] = [];
	for (let end = digits.length; end > 0; end -= group)
		groups.unshift(digits.slice(Math.max(end - group, 0), end));
	return groups.join(' ');
}

export const signed = (value: number): number => value | 0;

export function thread(tid: number): string {
	return tid === 0 ? 'nobody' : `T${tid}`;
}

/** `bits` bits of the word from bit `shift` on. */
export function fieldValue(word: number, shift: number, bits: number): number {
	return bits >= 32 ? word >>> 0 : ((word >>> 0) >>> shift) & (2 ** bits - 1);
}

export interface DecodedField {
	name: string;
	kind: FieldFacts['kind'];
	/** lowest bit and number of bits */
	shift: number;
	bits: number;
	value: number;
	/** the value for the reader */
	text: string;
	/** the bits as digits */
	digits: string;
	changed: boolean;
	/** the value before, for the reader; '' when unchanged */
	was: string;
}

function fieldText(kind: FieldFacts['kind'], value: number): string {
	switch (kind) {
		case 'tid':
			return thread(value);
		case 'reserved':
			return value === 0 ? '·' : hex(value, 1);
		default:
			return String(value);
	}
}

/**
 * The word as fields, highest bit first, with every one of the 32 bits in exactly one field: bits
 * that the facts do not name become reserved ones.
 */
export function decodeWord(
	facts: WordFacts,
	value: number,
	before: number = value,
): DecodedField[] {
	return filled(fieldsAt(facts, value)).map((field) => {
		const { name, kind, shift, bits } = field;
		const now = fieldValue(value, shift, bits);
		const then = isThere(field, before) ? fieldValue(before, shift, bits) : 0;
		return {
			name,
			kind,
			shift,
			bits,
			value: now,
			text: fieldText(kind, now),
			digits: binary(now, bits),
			changed: now !== then,
			was: now === then ? '' : fieldText(kind, then),
		};
	});
}

const bit = (value: number, at: number) => (value >>> at) & 1;

const isThere = (field: FieldFacts, value: number) =>
	(field.with === undefined || bit(value, field.with) === 1) &&
	(field.without === undefined || bit(value, field.without) === 0);

/** The fields that a word has while it holds this value. */
export function fieldsAt(facts: WordFacts, value: number): FieldFacts[] {
	return facts.fields.filter((field) => isThere(field, value));
}

function filled(named: readonly FieldFacts[]): FieldFacts[] {
	const fields = [...named].sort((a, b) => b.shift - a.shift);
	const all: FieldFacts[] = [];
	let top = 32;
	const gap = (from: number) => {
		if (top > from) all.push({ name: '', shift: from, bits: top - from, kind: 'reserved' });
	};
	for (const field of fields) {
		gap(field.shift + field.bits);
		all.push(field);
		top = field.shift;
	}
	gap(0);
	return all;
}

/** A value as the sentences say it: 0x80000001 (TID T1, WAITERS). core-c/text/words.c says it so. */
export function valueSaid(facts: WordFacts, value: number): string {
	if (facts.kind !== 'bits') return wordText(facts, value);
	const said = fieldsAt(facts, value)
		.map((field) => ({ field, at: fieldValue(value, field.shift, field.bits) }))
		.filter(({ field: { kind }, at }) => kind !== 'reserved' && (at > 0 || kind === 'number'))
		.map(({ field: { name, kind }, at }) =>
			kind === 'flag' ? name : `${name} ${kind === 'tid' ? `T${at}` : at}`,
		);
	return said.length > 0 ? `${hex(value, 1)} (${said.join(', ')})` : hex(value, 1);
}

/** A word in one short text, by its kind. `list` = its threads when it is a list. */
export function wordText(facts: WordFacts, value: number, list: readonly number[] = []): string {
	switch (facts.kind) {
		case 'bits':
			return hex(value, 1);
		case 'signed':
			return String(signed(value));
		case 'tid':
			return thread(value);
		case 'node':
			return value === 0 ? 'NULL' : thread(value);
		case 'spinlock':
			return value === 0 ? 'free' : `held by T${value}`;
		case 'list':
			return list.length === 0 ? 'empty' : list.map(thread).join(', ');
		case 'address':
			return value === 0 ? 'NULL' : `&${facts.names?.[value - 1] || '?'}`;
		case 'flag':
		case 'count':
			return String(value >>> 0);
	}
}
