/**
 * The records of a session, one typed array per field, grown by doubling: a hundred thousand steps
 * are a few megabytes and no objects.
 */
import {
	type RecordColumns as Arrays,
	emptyRecord,
	loadRecord,
	type RawRecord,
	recordColumns,
	storeRecord,
} from '../generated/records';

const FIRST_CAPACITY = 256;

type Column = Uint8Array | Uint16Array | Uint32Array;

/** `array`, or a copy of it twice as long or more when `length` does not fit. */
export function grown<T extends Column>(array: T, length: number): T {
	if (length <= array.length) return array;
	const size = Math.max(length, 2 * array.length);
	const next = new (array.constructor as new (length: number) => T)(size);
	next.set(array);
	return next;
}

/** Makes each of the columns as long or longer. */
export function grow<T extends { [K in keyof T]: Column }>(columns: T, length: number): void {
	for (const name of Object.keys(columns) as (keyof T)[])
		columns[name] = grown(columns[name], length);
}

export class RecordColumns {
	length = 0;
	private arrays = recordColumns(FIRST_CAPACITY);

	push(record: RawRecord): void {
		if (this.length === this.arrays.action.length) grow(this.arrays, this.length + 1);
		storeRecord(this.arrays, this.length, record);
		this.length++;
	}

	/** Forgets every record from the length on. */
	truncate(length: number): void {
		this.length = length;
	}

	get(i: number, into: RawRecord = emptyRecord()): RawRecord {
		if (!(i >= 0 && i < this.length)) throw new RangeError(`no step ${i} of ${this.length}`);
		return loadRecord(this.arrays, i, into);
	}

	/** A view, valid until the next step is taken. */
	column<F extends keyof Arrays>(field: F): Arrays[F] {
		return this.arrays[field].subarray(0, this.length) as Arrays[F];
	}
}
