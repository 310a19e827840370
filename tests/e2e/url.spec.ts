/** The address is the moment: it can be shared, damaged, and walked back through. */
import { addressAt, expect, FAMILIES, moment, openMoment, tellStory, test } from './support';

for (const { story } of FAMILIES) {
	test(`${story}: the address opens the same moment in a new page`, async ({ page, context }) => {
		await openMoment(page, story);
		await tellStory(page);
		const end = await moment(page);
		const links = [{ link: await addressAt(page, end.at, end.at), shown: end }];
		for (let i = 0; i < 5; i++) await page.keyboard.press('ArrowLeft');
		const middle = await moment(page, end.at - 5);
		links.push({ link: await addressAt(page, middle.at, end.at), shown: middle });
		for (const { link, shown } of links) {
			const other = await context.newPage();
			await other.goto(link);
			await expect(other.getByTestId('position')).toHaveText(`step ${shown.at} of ${end.at}`);
			expect(await moment(other)).toEqual(shown);
			await expect(other.getByTestId('notice')).toBeHidden();
			expect(other.url()).toBe(link);
			await other.close();
		}
	});
}

test('Copy link puts the address of this very moment on the clipboard', async ({
	page,
	context,
}) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await openMoment(page, 'rwsem-downgrade?n=4&theme=dark');
	for (const key of ['1', '2', '1', '3', '4', 'k']) await page.keyboard.press(key);
	const here = await moment(page, 5);
	await page.getByTestId('copy-link').click();
	await expect(page.getByTestId('toast')).toContainText('copied');
	const link = await page.evaluate(() => navigator.clipboard.readText());
	const other = await context.newPage();
	await other.goto(link);
	expect(await moment(other, 5)).toEqual(here);
	await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
	/* a story begins with the kernel's C, and `k` leads away from it */
	const dialect = other.getByRole('button', { name: 'Step dialect' });
	await expect(dialect).toHaveAttribute('aria-pressed', 'true');
});

test('a speaker copies a link for the readers, who get no slide', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	await openMoment(page, 'level/lose-the-wake-up?p=1');
	await page.keyboard.press('1');
	await page.keyboard.press('l');
	await expect(page.getByTestId('toast')).toHaveText(/copied, without presenter view/);
	const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
	expect(link.hash).toMatch(/^#\/level\/lose-the-wake-up\?(?!.*\bp=1).*s=/);
});

test('a reload stands at the same moment', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await tellStory(page);
	const end = await moment(page);
	await addressAt(page, end.at, end.at);
	await page.reload();
	expect(await moment(page, end.at)).toEqual(end);
});

test('stepping replaces the address and does not flood the history', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	const before = await page.evaluate(() => history.length);
	for (let at = 1; at <= 20; at++) {
		await page.keyboard.press('ArrowRight');
		await moment(page, at);
	}
	await addressAt(page, 20, 20);
	expect(await page.evaluate(() => history.length)).toBe(before);
});

test('Back undoes a branch, then leaves the scenario', async ({ page }) => {
	await page.goto('./#/');
	await page.getByTestId('start-card-mcs-queue').getByRole('link').click();
	await expect(page.getByTestId('position')).toBeVisible();
	for (const key of ['1', '1', '2', '2']) await page.keyboard.press(key);
	const first = await moment(page, 4);
	await addressAt(page, 4, 4);
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowLeft');
	await moment(page, 2);
	await page.keyboard.press('3');
	await expect(page.getByTestId('position')).toHaveText('step 3 of 3');
	await page.goBack();
	await expect(page.getByTestId('position')).toContainText('of 4');
	await page.keyboard.press('End');
	expect(await moment(page, 4)).toEqual(first);
	await page.goBack();
	await expect(page.getByTestId('position')).toHaveText('step 2 of 26');
	await page.goBack();
	await expect(page.getByTestId('search')).toBeVisible();
	await page.goForward();
	await expect(page.getByTestId('position')).toHaveText('step 2 of 26');
});

/** Sixteen-odd kilobytes that no writer of addresses would write, the same each time. */
function noise(length: number): string {
	const signs = 'abcXYZ019-_=&?#%/.<>"\'{}[]|~éß漢\u200f ';
	let text = '';
	for (let i = 0, x = 12345; i < length; i++) {
		x = (Math.imul(x, 1103515245) + 12345) >>> 0;
		text += signs[(x >>> 16) % signs.length];
	}
	return text;
}

const HOSTILE: { name: string; fragment: string; says: RegExp; opens: boolean }[] = [
	{ name: 'an unknown scenario', fragment: 'no-such-lock?n=3', says: /no-such-lock/, opens: false },
	{
		name: 'a garbage schedule',
		fragment: 'mcs-queue?s=!!%%€garbage',
		says: /schedule/i,
		opens: true,
	},
	{
		name: 'too many threads',
		fragment: 'mcs-queue?n=99999',
		says: /threads "99999" is not from 1 to 16/,
		opens: true,
	},
	{
		name: 'minus one',
		fragment: 'rwsem?n=-1&r=-1&at=-7',
		says: /threads "-1".*rounds "-1".*moment "-7"/,
		opens: true,
	},
	{
		name: 'unknown switch and role',
		fragment: 'rwsem?sw=nope&roles=ZZ',
		says: /nope|role/i,
		opens: true,
	},
	{
		name: 'a cursor beyond the end',
		fragment: 'mcs-queue?at=4000000000',
		says: /4000000000/,
		opens: true,
	},
	{
		name: 'a script for a name',
		fragment: '<script>document.title="owned"</script>',
		says: /script/,
		opens: false,
	},
	{
		name: 'scripts in every value',
		fragment:
			'mcs-queue?n="><img src=x onerror=document.title="owned">&s=javascript:document.title="owned"&theme=<svg/onload=alert(1)>&marks=<b>',
		says: /./,
		opens: true,
	},
	{ name: 'percent signs alone', fragment: '%%%?%=%&%25', says: /./, opens: false },
	{
		name: 'scenarios to compare that are not there',
		fragment: 'compare/a/b',
		says: /compare/,
		opens: false,
	},
	{ name: '20 kB of noise', fragment: noise(20_000), says: /./, opens: false },
	{
		name: '20 kB of noise for a schedule',
		fragment: `mcs-queue?s=${noise(20_000)}`,
		says: /./,
		opens: true,
	},
	{
		name: 'a property of every object',
		fragment: '__proto__?n=2',
		says: /__proto__/,
		opens: false,
	},
];

for (const { name, fragment, says, opens } of HOSTILE) {
	test(`hostile address: ${name}`, async ({ page }) => {
		await page.goto(`./#/${fragment}`);
		await expect(page.getByTestId('notice')).toContainText(says);
		if (opens) {
			const { at } = await moment(page);
			await page.keyboard.press('ArrowRight');
			await moment(page, at + 1);
		} else {
			await expect(page.getByTestId('search')).toBeVisible();
		}
		await expect(page).not.toHaveTitle(/owned/);
		expect(await page.locator('#root script, #root img').count()).toBe(0);
		await page.getByTestId('notice').getByRole('button').click();
		await expect(page.getByTestId('notice')).toBeHidden();
	});
}

test.describe('an address that was', () => {
	test('cut short keeps its valid prefix and says what was dropped', async ({ page }) => {
		await openMoment(page, 'rwsem-starved-writer');
		await tellStory(page);
		const { at: length } = await moment(page);
		const whole = await addressAt(page, length, length);
		await page.keyboard.press('Home');
		const told = [await moment(page, 0)];
		for (let at = 1; at <= length; at++) {
			await page.keyboard.press('ArrowRight');
			told.push(await moment(page, at));
		}
		await page.goto('./#/');
		await page.goto(whole.slice(0, -5));
		await expect(page.getByTestId('notice')).toBeVisible();
		const kept = await moment(page);
		expect(kept.at).toBeGreaterThan(0);
		expect(kept.at).toBeLessThan(length);
		expect(kept).toEqual(told[kept.at]);
	});

	test('written by other lock texts is replayed as far as it goes and says so', async ({
		page,
	}) => {
		await openMoment(page, 'mcs-queue');
		await tellStory(page);
		const end = await moment(page);
		const link = await addressAt(page, end.at, end.at);
		expect(link).toMatch(/[?&]fp=[0-9a-f]+/);
		await page.goto('./#/');
		await page.goto(link.replace(/fp=[0-9a-f]+/, 'fp=000000'));
		await expect(page.getByTestId('notice')).toBeVisible();
		expect(await moment(page)).toEqual(end);
	});
});
