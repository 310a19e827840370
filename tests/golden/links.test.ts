/** Every address in the documents opens the moment it was written for: nothing dropped, nothing cut. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtCore } from '../../wasm/src/testing';

const core = await builtCore();
const root = new URL('../../', import.meta.url);

function documents(): string[] {
	const below = (folder: string) =>
		readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
			.filter((name) => name.endsWith('.md'))
			.map((name) => folder + name);
	return ['README.md', ...below('docs/'), ...below('core-c/'), ...below('wasm/'), ...below('web/')];
}

const addresses = documents().flatMap((file) =>
	[...readFileSync(new URL(file, root), 'utf8').matchAll(/#\/([a-z0-9.-]+\?[^\s`)\]|<>"]+)/g)].map(
		(match) => [file, match[1] as string] as const,
	),
);

test('the documents hold addresses at all', () => {
	expect(addresses.length).toBeGreaterThan(10);
});

test.each(addresses)('%s: #/%s', (_, address) => {
	const moment = core.parseUrl(address);
	expect(moment.notes).toEqual([]);
	/* without steps it is the story's start */
	if (/[?&]s=/.test(address)) expect(moment.schedule.length).toBeGreaterThan(0);
});

const links = documents().flatMap((file) =>
	[...readFileSync(new URL(file, root), 'utf8').matchAll(/\]\(([^)#:\s]+)\)/g)].map(
		(match) => [file, match[1] as string] as const,
	),
);

test.each(links)('%s links to %s', (file, target) => {
	expect(existsSync(new URL(target, new URL(file, root)))).toBe(true);
});
