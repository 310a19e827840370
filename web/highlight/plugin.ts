/**
 * `lock.c?text`, of the texts as they are compiled, is all that the page shows of one while no switch is on: with its colours,
 * as kernel C, and which lines are a switch's or another variant's. `lock.c?faults` is what each switch changes in its kernel C.
 * Found when the page is built, not in it.
 */
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Plugin } from 'vite';
import type { PackedLine, Patch } from '../src/drawings/source/lines.ts';
import { pack } from './pack.ts';

const WANTED = /\/sources\/\w+\.c\?(?:text|faults)$/;

/** The same text where it stands as something else. */
const beside = (file: string, folder: string, ending: string): string =>
	file.replace(/\/sources\/(\w+)\.c$/, `/${folder}/$1${ending}`);

/** The lines in which the second differs. */
const patchOf = (from: readonly PackedLine[], to: readonly PackedLine[]): Patch =>
	to.flatMap(
		(line, i): Patch => (JSON.stringify(line) === JSON.stringify(from[i]) ? [] : [[i, line]]),
	);

/** NAME~VARIANT.c and NAME~VARIANT@SWITCH.c: each variant's text, and each of its switches'. */
async function settled(file: string): Promise<{ path: string; variant: string; on: string }[]> {
	const folder = dirname(beside(file, 'kernel-c', '.c'));
	const name = /(\w+)\.c$/.exec(file)?.[1] ?? '';
	const wanted = new RegExp(`^${name}~(.*?)(?:@(\\w+))?\\.c$`);
	return (await readdir(folder)).sort().flatMap((one) => {
		const [, variant, on = ''] = wanted.exec(one) ?? [];
		return variant === undefined ? [] : [{ path: `${folder}/${one}`, variant, on }];
	});
}

type Reads = (path: string) => Promise<PackedLine[]>;

/** Of each variant what it makes of the text that says where they differ. */
async function variantsOf(file: string, read: Reads): Promise<Record<string, Patch>> {
	const all = await read(beside(file, 'kernel-c', '.c'));
	const found: Record<string, Patch> = {};
	for (const { path, variant, on } of await settled(file))
		if (on === '') found[variant] = patchOf(all, await read(path));
	return found;
}

/** Of each variant and each switch, what it changes in the text of the variant. */
async function faultsOf(file: string, read: Reads): Promise<Record<string, Record<string, Patch>>> {
	const found: Record<string, Record<string, Patch>> = {};
	for (const { path, variant, on } of await settled(file)) {
		if (on === '') continue;
		const plain = await read(path.replace(`@${on}.c`, '.c'));
		found[variant] = { ...found[variant], [on]: patchOf(plain, await read(path)) };
	}
	return found;
}

export function lockTexts(): Plugin {
	return {
		name: 'lock-texts',
		load: {
			filter: { id: WANTED },
			async handler(id) {
				/* Shiki is slow to start: only where a text is asked for */
				const { piecesOf } = await import('./grammar.ts');
				const packs = new Map<string, PackedLine[]>();
				const read = async (path: string) => {
					this.addWatchFile(path);
					const lines = packs.get(path) ?? pack(await readFile(path, 'utf8'), piecesOf);
					packs.set(path, lines);
					return lines;
				};
				const file = id.replace(/\?.*$/, '');
				const exported = (value: unknown) => `export default ${JSON.stringify(value)};`;
				if (id.endsWith('?faults')) return exported(await faultsOf(file, read));
				const table = beside(file, 'switches', '.json');
				this.addWatchFile(table);
				return exported({
					dialect: await read(file),
					kernel: await read(beside(file, 'kernel-c', '.c')),
					variants: await variantsOf(file, read),
					switches: JSON.parse(await readFile(table, 'utf8')),
				});
			},
		},
	};
}
