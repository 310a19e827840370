/** One HTML file with one story: from a disk, with the network off. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from './support';

const folder = mkdtempSync(join(tmpdir(), 'lockstep-file-'));
test.afterAll(() => rmSync(folder, { recursive: true }));

function written(address: string): string {
	const file = join(folder, 'page.html');
	execFileSync(process.execPath, ['scripts/lockstep.mjs', 'page', address, '--out', file], {
		stdio: 'pipe',
	});
	return file;
}

test('opens from a disk without a network, is stepped, and asks nobody for anything', async ({
	page,
	context,
	home,
	complaints,
}) => {
	const file = written('mcs-queue');
	home.push(pathToFileURL(file).href);
	await context.setOffline(true);
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	await page.goto(pathToFileURL(file).href);
	await expect(page.getByTestId('position')).toHaveText('step 0 of 26');
	await expect(page).toHaveTitle('Three spinners stand in line · Lockstep');
	await page.keyboard.press('ArrowRight');
	await expect(page.getByTestId('position')).toHaveText('step 1 of 26');
	await page.getByTestId('actor-1').click();
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('beat')).toBeVisible();
	for (let i = 0; i < 40; i++) {
		if (await page.getByTestId('next-beat').evaluate((b) => b.ariaDisabled === 'true')) break;
		await page.keyboard.press('PageDown');
	}
	await expect(page.getByTestId('position')).toHaveText('step 26 of 26');
	const faces = await page.evaluate(async () => {
		await document.fonts.ready;
		return [...document.fonts].filter((f) => f.status === 'loaded').map((f) => f.family);
	});
	expect(faces).toContain('"Lockstep Sans"');
	expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([pathToFileURL(file).href]);
	/* and it is shut to anything else */
	expect(complaints).toEqual([]);
	const ran = await page.evaluate(() => {
		const script = document.createElement('script');
		script.textContent = 'document.documentElement.dataset.inline = "ran"';
		document.body.append(script);
		const call = () => fetch('https://example.invalid/').then(String, () => 'refused');
		return call().then((fetched) => [document.documentElement.dataset.inline, fetched]);
	});
	expect(ran).toEqual([undefined, 'refused']);
	await expect
		.poll(() => complaints.join())
		.toMatch(/policy: script-src-elem.*policy: connect-src/s);
	complaints.length = 0;
});

test('takes a moment by its whole address, and leads back to its site', async ({ page, home }) => {
	const file = written('https://lockstep.example/#/rwsem-starved-writer?at=9');
	home.push(pathToFileURL(file).href);
	await page.goto(pathToFileURL(file).href);
	await expect(page.getByTestId('position')).toHaveText('step 9 of 68');
	const link = page.getByTestId('open-in-lockstep');
	await expect(link).toHaveAttribute(
		'href',
		/^https:\/\/lockstep\.example\/#\/rwsem-starved-writer\?/,
	);
	expect(readFileSync(file, 'utf8').length).toBeLessThan(1_000_000);
});

test('a name that is none is refused in a sentence', () => {
	expect(() => written('no-such-story')).toThrow(/There is no scenario "no-such-story"/);
});
