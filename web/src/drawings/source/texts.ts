/**
 * The texts of the locks, each fetched when it is first shown. Their colours and their kernel C were
 * found when the page was built.
 */
import { useEffect, useState } from 'react';
import type { Edited } from '../../../../wasm/src';
import type { SourceMode } from '../props';
import { folded, type Line, type PackedLine, type Patch, patched, unpacked } from './lines';
import { loaderOf } from './loaders';
import { type Packed, packOf } from './packs';
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

/** Which text, and what of it. */
export interface Wanted {
	file: string;
	mode: SourceMode;
	/** names of the switches that are on: the kernel C view leaves out what the others would do */
	on: string;
	/** the reader's text, where that is shown; its address tells it from others */
	own?: Edited | undefined;
	/** name of the variant, whose features are on: kernel C leaves out what others do; '' of a text that others use */
	variant: string;
}

const texts = new Map<string, LockText>();
const NO_SWITCHES: SwitchLines = { blocks: [], tests: [] };
const NONE: LockText = { of: '', dialect: [], lines: [], plain: [], switches: NO_SWITCHES };

const ofVariant = <T>(all: Readonly<Record<string, T>>, variant: string): T | undefined =>
	all[variant] ?? all[''];

const kernelOf = ({ kernel, variants }: Packed, variant: string): PackedLine[] =>
	patched(kernel, ofVariant(variants, variant) ?? []);

/** What the switches change; where each of the many is, is known once one is asked for. */
async function faultsOf(file: string, variant: string): Promise<Record<string, Patch>> {
	const { faults } = await import('./faulty');
	const all = await loaderOf(faults, file)?.();
	return (all && ofVariant(all, variant)) ?? {};
}

/** Without faults, but for the switches that are on. */
async function kernelText(
	packed: Packed,
	{ file, on, variant }: Wanted,
): Promise<Pick<LockText, 'lines' | 'plain'>> {
	const without = kernelOf(packed, variant);
	const faults = on === '' ? {} : await faultsOf(file, variant);
	/* of two that change a line the first has it */
	const names = on.split(' ').reverse();
	const now = names.reduce((lines, name) => patched(lines, faults[name] ?? []), without);
	const lines = now.map(unpacked);
	return { lines: folded(lines), plain: on === '' ? lines : without.map(unpacked) };
}

/** The reader's own: its colours and its C are found when it is shown. */
async function ownText(own: Edited, wanted: Wanted): Promise<LockText> {
	const { ownLines } = await import('../../edit/shown');
	const lines = await ownLines(own, wanted);
	const dialect = own.source.split('\n');
	return { of: keyOf(wanted), dialect, lines, plain: lines, switches: NO_SWITCHES };
}

async function fetchText(wanted: Wanted): Promise<LockText> {
	if (wanted.own) return ownText(wanted.own, wanted);
	const packed = await packOf(wanted.file);
	if (!packed) return NONE;
	const switches = ofVariant(packed.switches, wanted.variant) ?? NO_SWITCHES;
	const of = keyOf(wanted);
	const dialect = packed.dialect.map(([text]) => text);
	if (wanted.mode === 'kernel')
		return { of, dialect, switches, ...(await kernelText(packed, wanted)) };
	const lines = packed.dialect.map(unpacked);
	return { of, dialect, lines, plain: lines, switches };
}

const keyOf = ({ file, mode, on, variant, own }: Wanted) =>
	`${mode} ${file} ${variant} ${on} ${own?.packed ?? ''}`;

/** A lock's text; what was shown before, or nothing at first, until it has come. */
export function useText({ file, mode, on, variant, own }: Wanted): LockText {
	const key = keyOf({ file, mode, on, variant, own });
	const [last, setLast] = useState(NONE);
	const text = texts.get(key);
	useEffect(() => {
		let wanted = true;
		const show = (come: LockText) => {
			texts.set(key, come);
			if (wanted) setLast(come);
		};
		void Promise.resolve(texts.get(key) ?? fetchText({ file, mode, on, variant, own })).then(show);
		return () => {
			wanted = false;
		};
	}, [key, file, mode, on, variant, own]);
	return text ?? last;
}

/** In kernel C what is folded out stands in the text of its switch, in that without any, or in that of all variants. */
export async function unfolded(
	{ file, variant }: Pick<Wanted, 'file' | 'variant'>,
	{ first, last, by }: Fold,
): Promise<readonly Line[]> {
	const packed = await packOf(file);
	if (!packed) return [];
	const own = by === 'variant' ? packed.kernel : kernelOf(packed, variant);
	const patch = typeof by === 'string' ? [] : (await faultsOf(file, variant))[by.switch];
	return patched(own, patch ?? [])
		.slice(first - 1, last)
		.map(unpacked);
}
