/**
 * The records of a session, one typed array per field, grown by doubling: a hundred thousand steps
 * are a few megabytes and no objects.
 */
import { emptyRecord, type RawRecord } from './memory';

type Field = keyof RawRecord;
const WIDTHS = {
	action: Uint8Array,
	result: Uint8Array,
	op: Uint8Array,
	order: Uint8Array,
	line: Uint16Array,
	proc: Uint8Array,
	ok: Uint8Array,
	word: Uint16Array,
	target: Uint8Array,
	flags: Uint8Array,
	old: Uint32Array,
	new: Uint32Array,
	arg: Uint32Array,
} as const satisfies Record<Field, unknown>;

type Arrays = { [F in Field]: InstanceType<(typeof WIDTHS)[F]> };
const FIRST_CAPACITY = 256;

/** `array`, or a copy of it twice as long or more when `length` does not fit. */
export function grown<T extends Uint8Array | Uint16Array | Uint32Array>(
	array: T,
	length: number,
): T {
	if (length <= array.length) return array;
	const size = Math.max(length, 2 * array.length);
	const next = new (array.constructor as new (length: number) => T)(size);
	next.set(array);
	return next;
}

export class RecordColumns {
	length = 0;
	private arrays: Arrays = make();

	push(record: RawRecord): void {
		if (this.length === this.arrays.action.length) this.grow();
		const { arrays, length: i } = this;
		arrays.action[i] = record.action;
		arrays.result[i] = record.result;
		arrays.op[i] = record.op;
		arrays.order[i] = record.order;
		arrays.line[i] = record.line;
		arrays.proc[i] = record.proc;
		arrays.ok[i] = record.ok;
		arrays.word[i] = record.word;
		arrays.target[i] = record.target;
		arrays.flags[i] = record.flags;
		arrays.old[i] = record.old;
		arrays.new[i] = record.new;
		arrays.arg[i] = record.arg;
		this.length++;
	}

	/** Forgets every record from the length on. */
	truncate(length: number): void {
		this.length = length;
	}

	private grow(): void {
		const { arrays } = this;
		for (const field of Object.keys(WIDTHS) as Field[])
			(arrays as Record<Field, Uint8Array | Uint16Array | Uint32Array>)[field] = grown(
				arrays[field],
				this.length + 1,
			);
	}

	get(i: number, into: RawRecord = emptyRecord()): RawRecord {
		if (!(i >= 0 && i < this.length)) throw new RangeError(`no step ${i} of ${this.length}`);
		for (const field of Object.keys(WIDTHS) as Field[])
			into[field] = this.arrays[field][i] as number;
		return into;
	}

	/** A view, valid until the next step is taken. */
	column<F extends Field>(field: F): Arrays[F] {
		return this.arrays[field].subarray(0, this.length) as Arrays[F];
	}
}

function make(): Arrays {
	const arrays: Partial<Record<Field, unknown>> = {};
	for (const field of Object.keys(WIDTHS) as Field[])
		arrays[field] = new WIDTHS[field](FIRST_CAPACITY);
	return arrays as Arrays;
}
