/** A core that runs the reader's text. */
import { Core, type Edited, type LockFacts, type RepairFacts } from '../../../wasm/src';
import { editedBy } from '../../../wasm/src/edit';
import { editModuleUrl } from '../../../wasm/src/edit-url';
import { inWorker } from '../../../wasm/src/in-worker';
import { moduleUrl } from '../../../wasm/src/module-url';
import { repairNamed } from '../repair/facts';
import { leaveTrouble } from '../repair/kept';
import type { Compilation } from './compile';
import type { CompileWorker } from './compile-worker';
import { isRepair, pack, packedIn, unpack } from './packed';
import { publishedSources } from './sources';

const newWorker = (): Worker =>
	new Worker(new URL('./compile-worker.ts', import.meta.url), { type: 'module', name: 'compile' });

/** What the front end says of a text, or the text compiled; null when it was called off. */
export function compileOwn(
	lock: LockFacts,
	name: string,
	source: string,
	{ repair, signal }: { repair?: RepairFacts | null; signal?: AbortSignal | undefined } = {},
): Promise<Compilation | null> {
	const procs = lock.procs.map((proc) => proc.name);
	const asked = repair ? { start: repair.start, may: repair.may } : undefined;
	const order = { lock: lock.name, number: lock.id, procs, name, source, repair: asked };
	return inWorker<CompileWorker, Compilation | null>({
		makeWorker: newWorker,
		signal,
		failure: 'the text could not be compiled',
		whenAborted: () => null,
		call: (remote) => remote.compile(order),
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

/** What an address names: a text of the lock, or a repair, with what was begun with. */
async function beginningOf(facts: LockFacts, named: string) {
	const repair = isRepair(named) ? await repairNamed(named) : null;
	if (isRepair(named) && repair?.lock !== facts.id)
		throw new RangeError(`the lock has no repair ${named}`);
	const text = repair?.text ?? named;
	if (!facts.procs.some((proc) => proc.text === text))
		throw new RangeError(`the lock has no text ${text}.c`);
	return { text, repair, base: repair?.start ?? (await publishedText(text)) };
}

/** The core of an address that has an edited text. Throws a sentence that says why there is none. */
export async function ownCore(plain: Core, lock: number, value: string): Promise<Core> {
	try {
		return await coreOf(plain, lock, value);
	} catch (error) {
		const [named = ''] = /^[\w-]*/.exec(value) ?? [];
		/* beside the page's text the fault of a repair would be no riddle: the reader is taken to it */
		if (!isRepair(named) || !leadsToRepair()) throw error;
		leaveTrouble(named, value, error);
		window.location.replace(`#/repair/${named}`);
		return new Promise(() => {});
	}
}

/** Not from a comparison, nor within somebody else's page. */
const leadsToRepair = () => !/^#\/compare|[?&]embed=1/.test(window.location.hash);

async function coreOf(plain: Core, lock: number, value: string): Promise<Core> {
	await plain.load(lock);
	const facts = plain.lock(lock);
	const packed = packedIn(value);
	if (!packed) throw new RangeError('the address was cut short or changed');
	const { text, repair, base } = await beginningOf(facts, packed.name);
	const source = await unpack(packed, base);
	const compiled = await compileOwn(facts, text, source, { repair });
	if (!compiled || 'problems' in compiled) {
		const [first] = compiled?.problems ?? [];
		throw new RangeError(
			first ? `line ${first.line}: ${first.message}` : 'it could not be compiled',
		);
	}
	const own = editedBy(compiled.edit, {
		text,
		lockName: facts.name,
		...{ source, base },
		packed: value,
		repair: repair?.name ?? '',
	});
	const core = new Core(
		(name) => (name === facts.name ? editModuleUrl(name) : moduleUrl(name)),
		own,
	);
	await core.load(lock);
	return core;
}
