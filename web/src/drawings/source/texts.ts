/**
 * The texts of the locks, each fetched when it is first shown. Their colours and their kernel C were
 * found when the page was built.
 */
import { useEffect, useState } from 'react';
import type { SourceMode } from '../props';
import { folded, type Line, type PackedLine, unpacked } from './lines';
import type { Fold, SwitchLines } from './switches';

export interface LockText {
	/** its key, by which two can be told apart */
	of: string;
	/** as it is compiled */
	dialect: readonly string[];
	/** as it is to be shown, line for line the same */
	lines: Line[];
	/** the same while every switch is off */
	plain: readonly Line[];
	switches: SwitchLines;
}

type Loaders<T> = Record<string, () => Promise<T>>;

/** All that is shown of a text comes as one. */
interface Packed {
	dialect: PackedLine[];
	kernel: PackedLine[];
	switches: SwitchLines;
}

const packs: Loaders<Packed> = import.meta.glob<Packed>('@generated/sources/*.c', {
	query: '?text',
	import: 'default',
});
/** Where each of the many with a fault is, is known once there is a fault. */
const faulty = async (): Promise<Loaders<PackedLine[]>> => (await import('./faulty')).kernels;
const texts = new Map<string, LockText>();
const NO_SWITCHES: SwitchLines = { blocks: [], tests: [] };
const NONE: LockText = { of: '', dialect: [], lines: [], plain: [], switches: NO_SWITCHES };

const loaderOf = <T>(loaders: Loaders<T>, file: string) =>
	Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`))?.[1];

/** Without faults, but for the switches that are on: their lines stand in texts of their own. */
async function withFaults(
	plain: readonly PackedLine[],
	file: string,
	on: string,
): Promise<Pick<LockText, 'lines' | 'plain'>> {
	const name = file.replace(/\.c$/, '');
	const loaders = on === '' ? {} : await faulty();
	const changed = on.split(' ').map((one) => loaderOf(loaders, `${name}@${one}.c`)?.());
	const others = await Promise.all(changed);
	const lines = plain.map((line, i) => {
		const other = others.find((lines) => lines?.[i] && lines[i][0] !== line[0]);
		return unpacked(other?.[i] ?? line);
	});
	return { lines: folded(lines), plain: on === '' ? lines : plain.map(unpacked) };
}

async function fetchText(file: string, mode: SourceMode, on: string): Promise<LockText> {
	const packed = await loaderOf(packs, file)?.();
	if (!packed) return NONE;
	const { switches } = packed;
	const of = keyOf(file, mode, on);
	const dialect = packed.dialect.map(([text]) => text);
	if (mode === 'kernel')
		return { of, dialect, switches, ...(await withFaults(packed.kernel, file, on)) };
	const lines = packed.dialect.map(unpacked);
	return { of, dialect, lines, plain: lines, switches };
}

const keyOf = (file: string, mode: SourceMode, on: string) => `${mode} ${file} ${on}`;

/**
 * A lock's text; what was shown before, or nothing at first, until it has come. `on` names the
 * switches that are on: the kernel C view leaves out what the others would do.
 */
export function useText(file: string, mode: SourceMode, on: string): LockText {
	const key = keyOf(file, mode, on);
	const [last, setLast] = useState(NONE);
	const text = texts.get(key);
	useEffect(() => {
		let wanted = true;
		const show = (come: LockText) => {
			texts.set(key, come);
			if (wanted) setLast(come);
		};
		void Promise.resolve(texts.get(key) ?? fetchText(file, mode, on)).then(show);
		return () => {
			wanted = false;
		};
	}, [key, file, mode, on]);
	return text ?? last;
}

/** In kernel C what is folded out stands in the text of its switch, or in that without any. */
export async function unfolded(
	file: string,
	{ plain }: LockText,
	{ first, last, by }: Fold,
): Promise<readonly Line[]> {
	if (by === '') return plain.slice(first - 1, last);
	const loader = loaderOf(await faulty(), `${file.replace(/\.c$/, '')}@${by}.c`);
	return ((await loader?.()) ?? []).slice(first - 1, last).map(unpacked);
}
