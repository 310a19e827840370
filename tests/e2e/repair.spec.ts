/** A text with a fault: the reader sees the counterexample, edits the C, and the judge says whether it is repaired. */
import type { Page } from '@playwright/test';
import { ANSWERS } from '../../wasm/generated/repair-answers';
import { axeOn } from './axe';
import { expect, SCHEMES, test } from './support';

const answers = ANSWERS as Record<
	string,
	{ plain: string; attempts: { what: string; refused: string; source: string }[] }
>;
const NAMES = Object.keys(answers);
const said = (page: Page) => page.getByTestId('repair-said');

async function open(page: Page, name: string): Promise<void> {
	await page.goto(`#/repair/${name}`);
	await expect(said(page)).toContainText('This is the text with the fault.');
}

/** Writes a whole text into the editor. */
async function write(page: Page, text: string): Promise<void> {
	const field = page.getByTestId('edit-field');
	if (!(await field.isVisible())) await page.getByTestId('repair-edit').click();
	await expect(field).toHaveValue(/PROC\(/);
	await field.fill(text);
}

test('from the list to the counterexample, to a text that is refused, and to one that is solved', async ({
	page,
}) => {
	await page.goto('#/levels');
	await page.getByTestId('repairs').getByRole('link', { name: 'Cut off' }).click();
	await expect(page).toHaveURL(/own=cut-off\.[0-9a-f]{8}\./);
	await expect(page.getByTestId('repair')).toContainText('Repair the unlock');

	/* what goes wrong, one press away */
	await page.getByTestId('repair-example').click();
	await expect(page).toHaveURL(/s=/);
	await page.keyboard.press('End');
	await expect(page.getByTestId('repair')).toBeVisible();
	await expect(page.getByTestId('state-text')).toContainText(/stuck/);

	/* the editor stands at the procedure, in plain C, and knows the text with the fault alone */
	await page.getByTestId('repair-edit').click();
	const field = page.getByTestId('edit-field');
	await expect(field).toHaveValue(/PROC\(mspin_unlock/);
	await expect(field).not.toHaveValue(/FAULT\(|SWITCH\(|AWAIT\(/);
	const line = await field.evaluate((area: HTMLTextAreaElement) =>
		area.value.slice(area.selectionStart).split('\n', 1),
	);
	expect(line).toEqual([expect.stringMatching(/^PROC\(mspin_unlock,/)]);
	await expect(page.getByTestId('edit-state')).toContainText('This is the text with the fault.');

	/* a cheat: what the threads do stays */
	const { plain, attempts } = answers['cut-off'] ?? { plain: '', attempts: [] };
	const named = (what: RegExp) => attempts.find((one) => what.test(one.what))?.source ?? '';
	await write(page, named(/no work/));
	await expect(page.getByTestId('edit-problems')).toContainText('mcs_worker stays as it is');
	await expect(page.getByTestId('edit-judge')).toBeDisabled();

	/* another: it is refused with a sentence and a schedule */
	await write(page, named(/tried until it is free/));
	await page.getByTestId('edit-judge').click();
	await expect(said(page)).toContainText('may be passed without bound');
	await page.getByTestId('repair-example').click();
	await expect(page).toHaveURL(/r=255/);
	await expect(said(page)).toContainText('may be passed without bound');

	/* the repair, by the keyboard */
	await write(page, plain);
	await expect(page.getByTestId('edit-state')).toContainText('It can run.');
	await page.keyboard.press('Control+Enter');
	await expect(said(page)).toContainText('Repaired.');
	await expect(page.getByTestId('repair-example')).toBeHidden();
	await expect(said(page)).toContainText('An empty link is no empty queue.');
	await expect(page.getByTestId('next-repair')).toBeVisible();

	/* it is remembered, and so is the text */
	await page.reload();
	await expect(said(page)).toContainText('You have repaired it before.');
	await page.goto('#/levels');
	await expect(page.getByTestId('repaired-cut-off')).toBeVisible();
	await page.goto('#/repair/cut-off');
	await expect(said(page)).toContainText(/\d+ lines differ from the text with the fault/);
	await page.getByTestId('repair-again').click();
	await expect(said(page)).toContainText('This is the text with the fault.');
	/* where one was is where one comes back to */
	await page.goBack();
	await expect(said(page)).toContainText(/\d+ lines differ/);
});

test('what is written and not judged survives a reload', async ({ page }) => {
	await open(page, 'lost-ticket');
	const { plain } = answers['lost-ticket'] ?? { plain: '' };
	await write(page, plain);
	await expect(page.getByTestId('edit-state')).toContainText('It can run.');
	await page.reload();
	await page.getByTestId('repair-edit').click();
	await expect(page.getByTestId('edit-field')).toHaveValue(plain);
});

for (const name of NAMES)
	test(`${name} is solved in the page by the text without its fault`, async ({ page }) => {
		await open(page, name);
		await page.getByTestId('repair-judge').click();
		await expect(said(page)).toContainText('Not repaired.');
		await expect(page.getByTestId('repair-example')).toHaveText('Show the schedule');
		await write(page, answers[name]?.plain ?? '');
		await page.getByTestId('edit-judge').click();
		await expect(said(page)).toContainText('Repaired.', { timeout: 30_000 });
	});

test('it can be called off', async ({ page }) => {
	await open(page, 'lost-ticket');
	const endless = answers['lost-ticket']?.attempts.find(({ what }) => /more and more/.test(what));
	await write(page, endless?.source ?? '');
	await page.getByTestId('edit-run').click();
	await expect(said(page)).toContainText(/lines? differs?/);
	/* in the page itself: the search takes less than a second */
	await page.evaluate(() => {
		const button = (id: string) => document.querySelector<HTMLElement>(`[data-testid="${id}"]`);
		button('repair-judge')?.click();
		return new Promise<void>((done) => {
			const look = () => {
				const cancel = button('repair-cancel');
				if (!cancel) {
					requestAnimationFrame(look);
					return;
				}
				cancel.click();
				done();
			};
			look();
		});
	});
	await expect(page.getByTestId('repair-judge')).toBeVisible();
	await expect(said(page)).toContainText(/lines? differs?/);
	await page.getByTestId('repair-judge').click();
	await expect(said(page)).toContainText('did not end', { timeout: 30_000 });
});

test('two hints, and the way to the lesson', async ({ page }) => {
	await open(page, 'nobody-told-it');
	await expect(page.getByTestId('repair').getByRole('link', { name: /Lesson 3/ })).toBeVisible();
	await page.getByTestId('repair-hint').click();
	await expect(said(page)).toContainText('In which order');
	await page.getByTestId('repair-hint').click();
	await expect(said(page)).toContainText('mutex_unlock_slowpath');
	await expect(page.getByTestId('repair-hint')).toBeHidden();
});

test('an address that leads nowhere says so', async ({ page }) => {
	await page.goto('#/repair/no-such-text');
	await expect(page.getByTestId('notice')).toContainText('no repair called “no-such-text”');
	await expect(page.getByTestId('repairs')).toBeVisible();
	/* a text that cannot be run: the repair opens as it was, and says why */
	for (const [address, why] of [
		['#/mcs?n=2&own=cut-off.00000000.AAAA', 'another version'],
		['#/mcs?n=2&own=cut-off.0', 'cut short or changed'],
		['#/ticket?n=2&own=cut-off.00000000.AAAA', 'the lock has no repair cut-off'],
	] as const) {
		await page.goto(address);
		await expect(said(page)).toContainText('cannot be run');
		await expect(said(page)).toContainText(why);
		await expect(page.getByTestId('repair')).toContainText('Cut off.');
		await page.getByTestId('repair-edit').click();
		await expect(page.getByTestId('edit-state')).toContainText('This is the text with the fault.');
		await page.keyboard.press('Escape');
	}
	await page.goto('#/mcs?n=2&own=no-such.00000000.AAAA');
	await expect(page.getByTestId('notice')).toContainText('no repair called “no-such”');
});

test('a room has the task, and no way out of it', async ({ page }) => {
	await page.goto('#/repair/cut-off?p=1');
	await expect(page.getByTestId('repair')).toBeVisible();
	await expect(page.getByTestId('repair').getByRole('link')).toHaveCount(0);
	await page.getByTestId('repair-example').click();
	await page.keyboard.press('End');
	await expect(page.getByTestId('repair')).toBeVisible();
});

test('on a phone all of it is in reach', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await open(page, 'nobody-told-it');
	for (const id of ['repair-example', 'repair-edit', 'repair-judge', 'repair-hint'])
		await expect(page.getByTestId(id)).toBeInViewport();
	const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	expect(wide).toBe(false);
	await page.getByTestId('repair-edit').click();
	await expect(page.getByTestId('edit-judge')).toBeInViewport();
});

for (const colorScheme of SCHEMES)
	test(`axe finds nothing in a text to repair, its editor and its verdict: ${colorScheme}`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme });
		await open(page, 'cut-off');
		const inBar = async () => {
			const axe = axeOn(page).include('[data-testid="repair"]');
			expect((await axe.analyze()).violations).toEqual([]);
		};
		await inBar();
		await page.getByTestId('repair-judge').click();
		await expect(said(page)).toContainText('Not repaired.');
		await inBar();
		await page.getByTestId('repair-edit').click();
		await expect(page.getByTestId('edit-state')).toContainText('text with the fault');
		const panel = axeOn(page).include('[data-testid="edit-panel"]');
		expect((await panel.analyze()).violations).toEqual([]);
	});
