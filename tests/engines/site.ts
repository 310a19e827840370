/** The built site, the examples on another origin, and single files: each page with the ear in it. */
import { execFileSync } from 'node:child_process';
import {
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { serve } from '../../scripts/serve.mjs';
import { examplePages } from '../e2e/example-pages';
import { withEar } from './ear';

export interface Site {
	/** not the root: the site must work from any base path */
	home: string;
	examples: string;
	/** the address of a file that `npm run lockstep -- page` wrote */
	file(name: string): string;
	close(): void;
}

function siteFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-site-'));
	for (const name of readdirSync('dist'))
		if (name !== 'index.html') symlinkSync(resolve('dist', name), join(folder, name));
	writeFileSync(join(folder, 'index.html'), withEar(readFileSync('dist/index.html', 'utf8')));
	return folder;
}

export async function openSite(): Promise<Site> {
	const site = siteFolder();
	const own = await serve({ folder: site, port: 0, base: '/any/base/' });
	const pages = examplePages(own.address, withEar);
	const other = await serve({ folder: pages, port: 0 });
	return {
		home: own.address,
		examples: other.address,
		file(name) {
			const path = join(pages, `${name.replaceAll('/', '-')}.html`);
			const args = ['scripts/lockstep.mjs', 'page', name, '--out', path];
			execFileSync(process.execPath, args, { stdio: 'pipe' });
			writeFileSync(path, withEar(readFileSync(path, 'utf8')));
			return pathToFileURL(path).href;
		},
		close() {
			for (const { server } of [own, other]) {
				server.closeAllConnections();
				server.close();
			}
			for (const folder of [site, pages]) rmSync(folder, { recursive: true });
		},
	};
}
