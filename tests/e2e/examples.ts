/** The pages of example-pages.ts on a server of their own. */
import { rmSync } from 'node:fs';
import { serve } from '../../scripts/serve.mjs';
import { examplePages } from './example-pages';
import { test as base, expect } from './support';

export const test = base.extend<{
	/** the address of the folder with the examples: another origin than the site's */
	examples: string;
}>({
	examples: async ({ baseURL, home }, use) => {
		const folder = examplePages(String(baseURL));
		const { server, address } = await serve({ folder, port: 0 });
		home.push(address);
		await use(address);
		server.close();
		rmSync(folder, { recursive: true });
	},
});

export { expect };
