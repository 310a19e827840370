/**
 * `lock.c?tokens` is a text with its colours; `lock.c?text`, of the texts as they are compiled, is all that the page shows
 * of one: with its colours, as kernel C, and which lines are a switch's. Found when the page is built, not in it.
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const WANTED = /\.c\?(?:tokens|text)$/;

/** The same text where it stands as something else. */
const beside = (file: string, folder: string, ending: string): string =>
	file.replace(/\/sources\/(\w+)\.c$/, `/${folder}/$1${ending}`);

export function lockTexts(): Plugin {
	return {
		name: 'lock-texts',
		load: {
			filter: { id: WANTED },
			async handler(id) {
				/* Shiki is slow to start: only where a text is asked for */
				const { pack } = await import('./pack.ts');
				const read = (path: string) => {
					this.addWatchFile(path);
					return readFile(path, 'utf8');
				};
				const file = id.replace(/\?.*$/, '');
				const dialect = pack(await read(file));
				if (id.endsWith('?tokens')) return `export default ${JSON.stringify(dialect)};`;
				const kernel = pack(await read(beside(file, 'kernel-c', '.c')));
				const switches: unknown = JSON.parse(await read(beside(file, 'switches', '.json')));
				return `export default ${JSON.stringify({ dialect, kernel, switches })};`;
			},
		},
	};
}
