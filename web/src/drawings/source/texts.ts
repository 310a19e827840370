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

type Loaders = Record<string, () => Promise<PackedLine[]>>;

const dialects: Loaders = import.meta.glob<PackedLine[]>('@generated/sources/*.c', {
	query: '?tokens',
	import: 'default',
});
const kernels: Loaders = import.meta.glob<PackedLine[]>(['@generated/kernel-c/*.c', '!**/*@*.c'], {
	query: '?tokens',
	import: 'default',
});
/** Where each of the many with a fault is, is known once there is a fault. */
const faulty = async (): Promise<Loaders> => (await import('./faulty')).kernels;
const texts = new Map<string, LockText>();
const NO_SWITCHES: SwitchLines = { blocks: [], tests: [] };
const NONE: LockText = { of: '', dialect: [], lines: [], plain: [], switches: NO_SWITCHES };

const switches = import.meta.glob<SwitchLines>('@generated/switches/*.json', { import: 'default' });

const loaderOf = (loaders: Loaders, file: string) =>
	Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`))?.[1];

/** Without faults, but for the switches that are on: their lines stand in texts of their own. */
async function kernelText(file: string, on: string): Promise<Pick<LockText, 'lines' | 'plain'>> {
	const name = file.replace(/\.c$/, '');
	const plainly = loaderOf(kernels, file)?.();
	const loaders = on === '' ? {} : await faulty();
	const changed = on.split(' ').map((one) => loaderOf(loaders, `${name}@${one}.c`)?.());
	const [plain = [], ...others] = await Promise.all([plainly, ...changed]);
	const lines = plain.map((line, i) => {
		const other = others.find((lines) => lines?.[i] && lines[i][0] !== line[0]);
		return unpacked(other?.[i] ?? line);
	});
	return { lines: folded(lines), plain: on === '' ? lines : plain.map(unpacked) };
}

async function switchesOf(file: string): Promise<SwitchLines> {
	const name = file.replace(/\.c$/, '');
	const found = Object.entries(switches).find(([path]) => path.endsWith(`/${name}.json`));
	return (await found?.[1]()) ?? NO_SWITCHES;
}

async function fetchText(file: string, mode: SourceMode, on: string): Promise<LockText> {
	const [packed = [], marks, kernel] = await Promise.all([
		loaderOf(dialects, file)?.(),
		switchesOf(file),
		mode === 'kernel' ? kernelText(file, on) : null,
	]);
	const dialect = packed.map(([text]) => text);
	const lines = kernel?.lines ?? packed.map(unpacked);
	const of = keyOf(file, mode, on);
	return { of, dialect, lines, plain: kernel?.plain ?? lines, switches: marks };
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
