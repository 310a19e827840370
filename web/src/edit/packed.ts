/**
 * An edited text in an address: the lines in which it differs from the published one, deflated.
 * own=TEXT.HASH.DATA: HASH is that of the page’s text, DATA of "first removed\nline\nline...". The name of a repair in the place
 * of TEXT, which has a hyphen: what was begun with is the text of that repair.
 */

/** What an address says. */
interface Packed {
	/** name of the text, or of the repair that it is written for */
	name: string;
	/** of the text that it was made from */
	hash: string;
	data: string;
}

/** A text may be as long as the front end takes it. */
const MOST = 200_000;
const SHAPE = /^([\w-]{1,40})\.([0-9a-f]{8})\.([\w-]{1,8000})$/;

/** Names of repairs have a hyphen, those of texts have none. */
export const isRepair = (name: string): boolean => name.includes('-');

export function packedIn(value: string): Packed | null {
	const [, name, hash, data] = SHAPE.exec(value) ?? [];
	return name && hash && data ? { name, hash, data } : null;
}

/** FNV-1a, 32 bits: whether it is the same text, not whether somebody means harm. */
export function hashOf(text: string): string {
	let hash = 0x811c9dc5;
	for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, 0x01000193);
	return (hash >>> 0).toString(16).padStart(8, '0');
}

async function through(bytes: Uint8Array<ArrayBuffer>, stream: GenericTransformStream) {
	const out = new Blob([bytes])
		.stream()
		.pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>);
	const parts: Uint8Array[] = [];
	let size = 0;
	for (const reader = out.getReader(); ; ) {
		const { done, value } = await reader.read();
		if (done) break;
		parts.push(value);
		size += value.length;
		if (size > MOST) throw new RangeError('it is longer than any text');
	}
	const all = new Uint8Array(size);
	let at = 0;
	for (const part of parts) {
		all.set(part, at);
		at += part.length;
	}
	return all;
}

const toBase64 = (bytes: Uint8Array): string =>
	btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
		.replaceAll('+', '-')
		.replaceAll('/', '_')
		.replace(/=+$/, '');

const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
	Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));

/** Lines from..to of the old text that are others in the new one: what is equal before and behind is left out. */
export function changedLines(
	before: readonly string[],
	after: readonly string[],
): { first: number; removed: number; lines: string[] } {
	let first = 0;
	while (first < before.length && first < after.length && before[first] === after[first]) first++;
	let same = 0;
	const left = Math.min(before.length, after.length) - first;
	while (same < left && before[before.length - 1 - same] === after[after.length - 1 - same]) same++;
	return {
		first,
		removed: before.length - same - first,
		lines: after.slice(first, after.length - same),
	};
}

export async function pack(name: string, published: string, own: string): Promise<string> {
	const { first, removed, lines } = changedLines(published.split('\n'), own.split('\n'));
	const text = [`${first} ${removed}`, ...lines].join('\n');
	const bytes = new TextEncoder().encode(text);
	const data = toBase64(await through(bytes, new CompressionStream('deflate-raw')));
	return `${name}.${hashOf(published)}.${data}`;
}

/** The text of the reader. Throws a sentence when the address was damaged, or is for another text. */
export async function unpack({ name, hash, data }: Packed, published: string): Promise<string> {
	if (hashOf(published) !== hash) {
		const of = isRepair(name) ? `the text to repair “${name}”` : `${name}.c`;
		throw new RangeError(`it was made from another version of ${of}`);
	}
	let text: string;
	try {
		const bytes = await through(fromBase64(data), new DecompressionStream('deflate-raw'));
		text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		throw new RangeError('the address was cut short or changed');
	}
	const [head = '', ...lines] = text.split('\n');
	const [first = -1, removed = -1] = head.split(' ').map(Number);
	const before = published.split('\n');
	const fits = Number.isInteger(first) && Number.isInteger(removed) && first >= 0 && removed >= 0;
	if (!fits || first + removed > before.length)
		throw new RangeError('the address was cut short or changed');
	return [...before.slice(0, first), ...lines, ...before.slice(first + removed)].join('\n');
}
