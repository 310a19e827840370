/** “Why we say so” of every finding that a story shows: it names the finding, what was published, the searches and the command. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { INDEX } from '../../wasm/generated/index';
import type { Evidence } from '../../web/src/docs/types';
import { expect, openMoment, test } from './support';

const read = <T>(name: string) =>
	JSON.parse(readFileSync(`build/generated/docs/${name}.json`, 'utf8')) as T;

const { locks } = INDEX as { locks: { scenarios: { name: string; title: string }[] }[] };
const titles = new Map(
	locks.flatMap(({ scenarios }) => scenarios.map(({ name, title }) => [name, title])),
);

/** What is missing in the panel of a finding, in words. */
async function missingIn(page: Page, id: string, named: readonly string[]): Promise<string[]> {
	const panel = page.getByTestId('evidence-panel');
	const wrong: string[] = [];
	const finding = panel.getByTestId('evidence-finding').filter({ hasText: `Finding ${id}:` });
	await expect(finding, id).toBeVisible();
	const published = panel.getByTestId('evidence-published').getByRole('link');
	/* the page of the text is on its way */
	await published
		.first()
		.waitFor({ timeout: 5000 })
		.catch(() => {});
	const to = await published.evaluateAll((all) => all.map((a) => a.getAttribute('href') ?? ''));
	if (to.length === 0 || to.some((href) => !href.startsWith('https://'))) wrong.push('no patch');
	const command = await panel.getByTestId('evidence-command').textContent();
	if (!/npm run lockstep -- verify [\w.-]+/.test(command ?? '')) wrong.push('no command');
	const searches = panel.getByTestId('evidence-searches');
	const rows = await searches
		.locator('tbody tr')
		.evaluateAll((all) =>
			all.map((row) => [...row.children].map((cell) => cell.textContent?.trim() ?? '')),
		);
	if (!rows.some(([check, verdict, states]) => check && verdict && /\d/.test(states ?? '')))
		wrong.push('no figures');
	/* what the finding itself names stands before all others */
	for (const [i, check] of named.entries())
		if (!named.includes(rows[i]?.[0] ?? '')) wrong.push(`${check} is not first`);
	return wrong.map((one) => `${id}: ${one}`);
}

test('the panel of each finding has its patch, its searches first, and the command', async ({
	page,
}) => {
	test.setTimeout(180_000);
	const evidence = read<Evidence>('evidence');
	const found = Object.entries(read<Record<string, string>>('found'));
	expect(found.length).toBeGreaterThan(25);
	const every = Object.values(evidence.searches).flat();
	const wrong: string[] = [];
	let own = 0;
	await openMoment(page, String(found[0]?.[1]));
	for (const [id, story] of found) {
		await page.evaluate((hash) => {
			location.hash = hash;
		}, `#/${story}`);
		await expect(page).toHaveTitle(`${titles.get(story)} · Lockstep`);
		await page.keyboard.press('y');
		const told = JSON.stringify(evidence.findings.find((one) => one.id === id)?.blocks);
		const named = every
			.map(({ check }) => check)
			.filter((check) => told.includes(`check ${check}"`));
		own += named.length;
		wrong.push(...(await missingIn(page, id, named)));
		await page.keyboard.press('Escape');
		await expect(page.getByTestId('evidence-panel')).toHaveCount(0);
	}
	expect(wrong).toEqual([]);
	expect(own).toBeGreaterThan(2);
});

test('a story in which nothing breaks names what was found of its text elsewhere', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?at=3');
	await page.keyboard.press('y');
	const others = page.getByTestId('evidence-others');
	await expect(others.getByRole('link')).toHaveText(['Finding M0']);
	await others.getByRole('link').click();
	await expect(page).toHaveURL(/#\/docs\/findings\/M0/);
	/* of its own finding a story says it above */
	await openMoment(page, 'mcs-no-order?at=3');
	await page.keyboard.press('y');
	await expect(page.getByTestId('evidence-finding')).toContainText('Finding M0');
	await expect(others).toHaveCount(0);
});
