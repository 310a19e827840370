/** The code pane: what is folded out, what is marked, who called, and where the lines come from. */
import { axeOn } from './axe';
import { expect, openMoment, test } from './support';

for (const source of ['dialect', 'kernel'] as const)
	test(`lines of a fault that is off are folded, named, and shown on demand: ${source}`, async ({
		page,
	}) => {
		await openMoment(page, `mcs?src=${source}`);
		for (const key of ['1', '1', '1']) await page.keyboard.press(key);
		const code = page.getByRole('region', { name: 'Text of mcs.c' });
		const fold = code.locator('[data-fold="60"] button');
		await expect(fold).toHaveText(/[23] lines of a fault that is off$/);
		await expect(code.locator('[data-line="61"]')).toHaveCount(0);
		await fold.focus();
		await page.keyboard.press('Enter');
		await expect(fold).toHaveAttribute('aria-expanded', 'true');
		await expect(code.locator('[data-line="61"]')).toContainText('tail');
		await expect(code.locator('[data-line="61"]')).toContainText('does not run');
		/* the moment is where it was, and its line is still numbered as it stands */
		await expect(page.getByTestId('position')).toContainText('step 3');
		await expect(code.locator('[data-line="59"]')).toContainText('just done');
		await fold.click();
		await expect(code.locator('[data-line="61"]')).toHaveCount(0);
	});

for (const source of ['dialect', 'kernel'] as const)
	test(`only what this variant does is shown; the rest is said and opens: ${source}`, async ({
		page,
	}) => {
		await openMoment(page, `mutex-stampede?src=${source}&at=27`);
		const code = page.getByRole('region', { name: 'Text of mutex.c' });
		const fold = (line: number) => code.locator(`[data-fold="${line}"] button`);
		await expect(fold(145)).toHaveText('▸ 2 lines of other variants');
		await expect(fold(145)).toHaveAttribute('title', 'Only in mutex-mcs, mutex-minus-one');
		await expect(fold(122)).toContainText('mutex_can_spin_on_owner, in other variants only');
		await expect(code.locator('[data-line="146"]')).toHaveCount(0);
		if (source === 'kernel') await expect(code).not.toContainText('IS_ENABLED');
		await fold(145).click();
		await expect(code.locator('[data-line="145"]')).toContainText(/HAS\(|HAS_SPINNER_QUEUE/);
		await expect(code.locator('[data-line="146"]')).toContainText('mspin_lock');
		await expect(code.locator('[data-line="146"]')).toContainText('does not run');
		/* the variant that has it shows it plainly, and folds nothing there */
		await openMoment(page, `mutex-mcs-queue?src=${source}&at=27`);
		await page
			.getByRole('region', { name: 'Source' })
			.getByTestId('calls')
			.getByRole('button', { name: 'mutex_lock_common' })
			.click();
		await expect(code.locator('[data-line="146"]')).toContainText('mspin_lock');
		await expect(code.locator('[data-line="146"]')).not.toContainText('does not run');
		await expect(code.locator('[data-fold="145"], [data-fold="122"]')).toHaveCount(0);
	});

test('the planted line is marked, and the line that decides once nothing is asked any more', async ({
	page,
}) => {
	await openMoment(page, 'mcs-torn-swap?at=3');
	const code = page.getByRole('region', { name: 'Text of mcs.c' });
	await expect(code.locator('[data-line="61"] [data-acts]')).toHaveText('planted fault');
	await expect(code.locator('[data-fold="59"]')).toContainText('the planted fault leaves out');
	await expect(code.locator('[data-line="59"]')).toHaveCount(0);
	await page.keyboard.press('End');
	await expect(code.locator('[data-line="62"] [data-decides]')).toHaveText(/decides it: step 8$/);
	/* a question leads up to the decision of this one: the mark would answer it */
	await openMoment(page, 'mcs-queue?at=12');
	await expect(code.locator('[data-line="77"]')).toBeVisible();
	await expect(page.locator('[data-decides]')).toHaveCount(0);
	await page.keyboard.press('End');
	await expect(page.locator('[data-decides]')).toHaveCount(1);
	await page.getByTestId('help-button').click();
	await expect(page.getByTestId('code-signs')).toContainText('decides it');
});

test('a caller is looked at, and one click leads to where the procedure in view was posted', async ({
	page,
}) => {
	await openMoment(page, 'mutex-mcs-queue?at=21');
	const pane = page.getByRole('region', { name: 'Source' });
	await pane.getByTestId('calls').getByRole('button', { name: 'mutex_lock', exact: true }).click();
	await expect(pane.locator('[data-line="263"]')).toContainText('calls __mutex_lock_common');
	await expect(pane.locator('[data-line="263"]')).toBeInViewport();
	await page.keyboard.press('ArrowRight');
	await expect(pane.getByText('calls __mutex_lock_common')).toHaveCount(0);
	await page.getByTestId('as-posted').click();
	const panel = page.getByTestId('posted-panel');
	const link = panel.getByTestId('posted-of').first().getByRole('link').first();
	await expect(link).toHaveText(/PATCH v4 [0-4]\/4$|^patch [1-4]$/);
	await expect(link).toHaveAttribute('href', /^https:\/\/git\.kernel\.org\/tip\/[0-9a-f]{40}$/);
	await expect(panel).toContainText('kernel/mutex.c');
	await expect(panel).toContainText('What is different here');
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
});

for (const colorScheme of ['light', 'dark'] as const)
	test(`axe finds nothing in the code and where it was posted: ${colorScheme}`, async ({
		page,
	}) => {
		await page.emulateMedia({ colorScheme });
		await openMoment(page, 'mcs-torn-swap?at=8');
		await page.getByTestId('as-posted').click();
		await expect(page.getByTestId('posted-of').first()).toBeVisible();
		const axe = axeOn(page).include('[data-testid="posted-panel"]');
		const { violations } = await axe.include('section[aria-label="Source"]').analyze();
		expect(violations.map(({ id }) => id)).toEqual([]);
	});

for (const story of ['mutex-stampede?at=27'])
	test(`at 1280 × 720 eight rows of the text are in sight below four whole threads, a row for lines that are folded: ${story}`, async ({
		page,
	}) => {
		await openMoment(page, story);
		const seen = () =>
			page.evaluate(() => {
				const lines = [...document.querySelectorAll('[data-line], [data-fold]')];
				const pane = lines[0]?.closest('section')?.getBoundingClientRect();
				const inside = ({ top, bottom, height }: DOMRect) =>
					pane && height > 0 && top >= pane.top - 1 && bottom <= pane.bottom + 1;
				return lines.filter((line) => inside(line.getBoundingClientRect())).length;
			});
		await expect.poll(seen).toBeGreaterThanOrEqual(8);
	});

for (const [story, tid] of [
	['mcs-queue', 1],
	['mutex-stampede', 1],
] as const)
	test(`at a question the line about to run is in sight, whoever has run before: ${story}`, async ({
		page,
	}) => {
		await page.setViewportSize({ width: 1280, height: 720 });
		await openMoment(page, `${story}?at=1`);
		for (let i = 0; i < 12 && !(await page.getByTestId('answer').isVisible()); i++)
			await page.keyboard.press('PageDown');
		await expect(page.getByTestId('answer')).toBeVisible();
		const pane = page.getByRole('region', { name: 'Source' });
		await expect(pane.getByRole('region', { name: `Locals of T${tid} in` })).toBeVisible();
		const line = pane.locator('[data-line]', { has: page.locator(`[data-caret="${tid}"]`) });
		const inSight = () =>
			line.evaluate((row) => {
				const [a, b] = [row, row.closest('section') as Element].map((e) =>
					e.getBoundingClientRect(),
				);
				return !!a && !!b && a.top >= b.top - 1 && a.bottom <= b.bottom + 1;
			});
		await expect.poll(inSight).toBe(true);
	});
