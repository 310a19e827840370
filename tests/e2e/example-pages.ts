/** The examples of docs/embedding and the deck of docs/teaching, as a reader has them: in a folder, with the address of the site put in. */
import {
	cpSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** What the examples call the site. */
const SITE = 'https://lockstep.example/';

/** `changed`: what else is done to a page. Gives the path of a new folder, which the caller removes. */
export function examplePages(site: string, changed = (html: string) => html): string {
	const folder = mkdtempSync(join(tmpdir(), 'lockstep-examples-'));
	for (const from of ['docs/embedding', 'docs/teaching'])
		for (const name of readdirSync(from).filter((n) => n.endsWith('.html'))) {
			const text = readFileSync(join(from, name), 'utf8');
			writeFileSync(join(folder, name), changed(text.replaceAll(SITE, site)));
		}
	cpSync('docs/embedding/exported', join(folder, 'exported'), { recursive: true });
	/* as npm would install it there */
	symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
	return folder;
}
