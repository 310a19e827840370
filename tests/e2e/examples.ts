/** The pages of example-pages.ts on a server of their own. */
import { rmSync } from 'node:fs';
import { serve } from '../../scripts/serve.mjs';
import { examplePages } from './example-pages';
import { test as base, expect } from './support';

const darkened = (html: string) =>
	html
		.replaceAll('theme="light"', 'theme="dark"')
		.replaceAll('theme=light', 'theme=dark')
		.replace('theme/white.css', 'theme/black.css');

export const test = base.extend<{
	/** the address of the folder with the examples: another origin than the site's */
	examples: string;
	/** as who copies them would change them for a dark room */
	dark: boolean;
}>({
	dark: [false, { option: true }],
	examples: async ({ baseURL, home, dark }, use) => {
		const folder = examplePages(String(baseURL), dark ? darkened : undefined);
		const { server, address } = await serve({ folder, port: 0 });
		home.push(address);
		await use(address);
		server.close();
		rmSync(folder, { recursive: true });
	},
});

export { expect };
