/** A core that runs the reader's text. */
import { Core, type Edited, type LockFacts } from '../../../wasm/src';
import { editedBy } from '../../../wasm/src/edit';
import { editModuleUrl } from '../../../wasm/src/edit-url';
import { inWorker } from '../../../wasm/src/in-worker';
import { moduleUrl } from '../../../wasm/src/module-url';
import type { Compilation } from './compile';
import type { CompileWorker } from './compile-worker';
import { pack, packedIn, unpack } from './packed';
import { publishedSources } from './sources';

const newWorker = (): Worker =>
	new Worker(new URL('./compile-worker.ts', import.meta.url), { type: 'module', name: 'compile' });

/** What the front end says of a text, or the text compiled; null when it was called off. */
export function compileOwn(
	lock: LockFacts,
	name: string,
	source: string,
	signal?: AbortSignal,
): Promise<Compilation | null> {
	const procs = lock.procs.map((proc) => proc.name);
	return inWorker<CompileWorker, Compilation | null>({
		makeWorker: newWorker,
		signal,
		failure: 'the text could not be compiled',
		whenAborted: () => null,
		call: (remote) => remote.compile({ lock: lock.name, number: lock.id, procs, name, source }),
	});
}

/** As kernel C, of one variant with some switches on. */
export async function kernelOwn(
	{ text, source, lockName }: Pick<Edited, 'text' | 'source' | 'lockName'>,
	variant: string,
	switches: readonly string[],
): Promise<string> {
	const order = { lock: lockName, name: text, source, variant, switches };
	return inWorker<CompileWorker, string>({
		makeWorker: newWorker,
		signal: undefined,
		failure: 'the text could not be shown as C',
		whenAborted: () => '',
		call: (remote) => remote.kernel(order),
	});
}

export const publishedText = async (name: string): Promise<string> => {
	const found = await publishedSources(name);
	if (!found) throw new RangeError(`there is no text ${name}.c`);
	return found.text;
};

/** The text as an address has it. */
export async function packOwn(name: string, source: string): Promise<string> {
	return pack(name, await publishedText(name), source);
}

/** The core of an address that has an edited text. Throws a sentence that says why there is none. */
export async function ownCore(plain: Core, lock: number, value: string): Promise<Core> {
	await plain.load(lock);
	const facts = plain.lock(lock);
	const packed = packedIn(value);
	if (!packed) throw new RangeError('the address was cut short or changed');
	if (!facts.procs.some(({ text }) => text === packed.name))
		throw new RangeError(`the lock has no text ${packed.name}.c`);
	const source = await unpack(packed, await publishedText(packed.name));
	const compiled = await compileOwn(facts, packed.name, source);
	if (!compiled || 'problems' in compiled) {
		const [first] = compiled?.problems ?? [];
		throw new RangeError(
			first ? `line ${first.line}: ${first.message}` : 'it could not be compiled',
		);
	}
	const own = editedBy(compiled.edit, {
		text: packed.name,
		lockName: facts.name,
		source,
		packed: value,
	});
	const core = new Core(
		(name) => (name === facts.name ? editModuleUrl(name) : moduleUrl(name)),
		own,
	);
	await core.load(lock);
	return core;
}
