/** Bytes of a WebAssembly module: numbers, vectors, sections (core specification 2.0, chapter 5). */

export type Bytes = number[];

export function unsigned(value: number): Bytes {
	const out: Bytes = [];
	let left = value >>> 0;
	do {
		const low = left & 0x7f;
		left >>>= 7;
		out.push(left === 0 ? low : low | 0x80);
	} while (left !== 0);
	return out;
}

export function signed(value: number): Bytes {
	const out: Bytes = [];
	let left = value | 0;
	for (;;) {
		const low = left & 0x7f;
		left >>= 7;
		const isLast = (left === 0 && (low & 0x40) === 0) || (left === -1 && (low & 0x40) !== 0);
		out.push(isLast ? low : low | 0x80);
		if (isLast) return out;
	}
}

const join = (parts: readonly Bytes[]): Bytes => parts.flat();

export const vector = (parts: readonly Bytes[]): Bytes => [
	...unsigned(parts.length),
	...join(parts),
];

export const named = (name: string): Bytes => {
	const bytes = [...new TextEncoder().encode(name)];
	return [...unsigned(bytes.length), ...bytes];
};

export const sized = (bytes: Bytes): Bytes => [...unsigned(bytes.length), ...bytes];

export const section = (id: number, content: Bytes): Bytes => [id, ...sized(content)];

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];

export const moduleOf = (sections: readonly Bytes[]): Uint8Array<ArrayBuffer> =>
	Uint8Array.from([...MAGIC, ...join(sections)]);

export const I32 = 0x7f;
export const I64 = 0x7e;

/** Instructions that are used, by their name in the specification. */
export const OP = {
	unreachable: 0x00,
	block: 0x02,
	loop: 0x03,
	if: 0x04,
	else: 0x05,
	end: 0x0b,
	br: 0x0c,
	br_if: 0x0d,
	br_table: 0x0e,
	return: 0x0f,
	call: 0x10,
	drop: 0x1a,
	local_get: 0x20,
	local_set: 0x21,
	local_tee: 0x22,
	global_set: 0x24,
	load: 0x28,
	load8_s: 0x2c,
	load8_u: 0x2d,
	load16_s: 0x2e,
	load16_u: 0x2f,
	store: 0x36,
	store8: 0x3a,
	store16: 0x3b,
	const: 0x41,
	eqz: 0x45,
	eq: 0x46,
	ne: 0x47,
	lt_s: 0x48,
	lt_u: 0x49,
	gt_s: 0x4a,
	gt_u: 0x4b,
	le_s: 0x4c,
	le_u: 0x4d,
	ge_s: 0x4e,
	ge_u: 0x4f,
	ctz: 0x68,
	popcnt: 0x69,
	add: 0x6a,
	sub: 0x6b,
	mul: 0x6c,
	div_s: 0x6d,
	div_u: 0x6e,
	rem_s: 0x6f,
	rem_u: 0x70,
	and: 0x71,
	or: 0x72,
	xor: 0x73,
	shl: 0x74,
	shr_s: 0x75,
	shr_u: 0x76,
	extend_u: 0xad,
	extend8_s: 0xc0,
	extend16_s: 0xc1,
} as const;

/** A block without a value. */
export const EMPTY = 0x40;
