/** The examples of docs/embedding and the deck of docs/teaching, as a reader has them: on a server of their own, with the address of the site put in. */
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
import { serve } from '../../scripts/serve.mjs';
import { test as base, expect } from './support';

/** What the examples call the site. */
const SITE = 'https://lockstep.example/';

export const test = base.extend<{
	/** the address of the folder with the examples: another origin than the site's */
	examples: string;
}>({
	examples: async ({ baseURL, home }, use) => {
		const folder = mkdtempSync(join(tmpdir(), 'lockstep-examples-'));
		for (const from of ['docs/embedding', 'docs/teaching'])
			for (const name of readdirSync(from).filter((n) => n.endsWith('.html'))) {
				const text = readFileSync(join(from, name), 'utf8');
				writeFileSync(join(folder, name), text.replaceAll(SITE, String(baseURL)));
			}
		/* as npm would install it there */
		symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
		const { server, address } = await serve({ folder, port: 0 });
		home.push(address);
		await use(address);
		server.close();
		rmSync(folder, { recursive: true });
	},
});

export { expect };
