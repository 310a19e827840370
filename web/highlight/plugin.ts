/** `lock.c?tokens` is the text with its colours. They are found when the page is built, not in it. */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const WANTED = /\.c\?tokens$/;

export function lockTexts(): Plugin {
	return {
		name: 'lock-texts',
		load: {
			filter: { id: WANTED },
			async handler(id) {
				const file = id.replace(/\?.*$/, '');
				this.addWatchFile(file);
				/* Shiki is slow to start: only where a text is asked for */
				const { pack } = await import('./pack.ts');
				return `export default ${JSON.stringify(pack(await readFile(file, 'utf8')))};`;
			},
		},
	};
}
