/** The films as plain files in a folder named by what is in them: none is listed in the page, however many there are. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const NAME = 'virtual:films';

/** `made`: where the build has put them. */
export function films(made: string): Plugin {
	const read = () => {
		const names = existsSync(made)
			? readdirSync(made).filter((name) => name.endsWith('.json'))
			: [];
		return names.sort().map((name) => [name, readFileSync(join(made, name))] as const);
	};
	const folder = () => {
		const hash = createHash('sha256');
		for (const [name, bytes] of read()) hash.update(`${name}\0${bytes.length}\0`).update(bytes);
		return `films-${hash.digest('base64url').slice(0, 8)}`;
	};
	return {
		name: 'films',
		resolveId: { filter: { id: /^virtual:films$/ }, handler: () => `\0${NAME}` },
		load: {
			filter: { id: /^\0virtual:films$/ },
			handler: () => `export default ${JSON.stringify(`${folder()}/`)};`,
		},
		generateBundle() {
			for (const [name, source] of read())
				this.emitFile({ type: 'asset', fileName: `assets/${folder()}/${name}`, source });
		},
	};
}
