/**
 * The texts of the locks, each fetched when it is first shown. Their colours and their kernel C were
 * found when the page was built.
 */
import { useEffect, useState } from 'react';
import type { SourceMode } from '../props';
import { folded, type Line, type PackedLine, unpacked } from './lines';

interface LockText {
	/** as it is compiled */
	dialect: readonly string[];
	/** as it is to be shown, line for line the same */
	lines: Line[];
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
const NONE: LockText = { dialect: [], lines: [] };

const loaderOf = (loaders: Loaders, file: string) =>
	Object.entries(loaders).find(([path]) => path.endsWith(`/${file}`))?.[1];

/** Without faults, but for the switches that are on: their lines stand in texts of their own. */
async function kernelText(file: string, on: string): Promise<Line[]> {
	const name = file.replace(/\.c$/, '');
	const plainly = loaderOf(kernels, file)?.();
	const loaders = on === '' ? {} : await faulty();
	const changed = on.split(' ').map((one) => loaderOf(loaders, `${name}@${one}.c`)?.());
	const [plain = [], ...others] = await Promise.all([plainly, ...changed]);
	const lines = plain.map((line, i) => {
		const other = others.find((lines) => lines?.[i] && lines[i][0] !== line[0]);
		return unpacked(other?.[i] ?? line);
	});
	return folded(lines);
}

async function fetchText(file: string, mode: SourceMode, on: string): Promise<LockText> {
	const packed = (await loaderOf(dialects, file)?.()) ?? [];
	const dialect = packed.map(([text]) => text);
	const lines = mode === 'dialect' ? packed.map(unpacked) : await kernelText(file, on);
	return { dialect, lines };
}

/**
 * A lock's text; what was shown before, or nothing at first, until it has come. `on` names the
 * switches that are on: the kernel C view leaves out what the others would do.
 */
export function useText(file: string, mode: SourceMode, on: string): LockText {
	const key = `${mode} ${file} ${on}`;
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
