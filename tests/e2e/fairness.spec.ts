/** Who may be passed without bound: said where a story claims it, with the schedule that shows it. */
import { expect, test } from '@playwright/test';
import { openMoment } from './support';

test('a story that says so has the proof in y and in x, and the schedule can be played', async ({
	page,
}) => {
	await openMoment(page, 'rwsem-starved-writer?at=68');
	await page.keyboard.press('y');
	const fairness = page.getByTestId('fairness');
	const proof =
		/T2 may be passed without bound, even asleep for the lock: behind \d+ steps, a schedule of \d+ steps leads back to the same state/;
	await expect(fairness).toContainText(proof);
	await expect(fairness).toContainText(
		'lockstep check rwsem --threads WW --budget p1 --starvation',
	);
	await page.keyboard.press('Escape');
	await page.keyboard.press('x');
	const result = page.getByTestId('check-result');
	await expect(result.getByTestId('fairness')).toContainText(proof);
	/* before the searches that were made, which may be many */
	const [said, made] = await Promise.all([
		result.getByTestId('fairness').boundingBox(),
		page.getByTestId('check-widths').boundingBox(),
	]);
	expect(said?.y ?? 0).toBeLessThan(made?.y ?? 0);
	const [, lead, round] =
		/behind (\d+) steps, a schedule of (\d+)/.exec(await result.innerText()) ?? [];
	await result.getByRole('link', { name: 'Open that schedule' }).click();
	await expect(page.getByTestId('position')).toContainText(`of ${Number(lead) + Number(round)}`);
});

test('where nobody can be, that is said, and rounds without a limit are searched as they are', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?r=255');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-searched')).toContainText('3 threads, any number of rounds');
	await expect(page.getByTestId('check-widths')).toContainText('all 1,885 states');
	await expect(page.getByTestId('fairness')).toContainText(
		'Nobody who waits can be passed without bound',
	);
});

test('the searches in y break between two options', async ({ page }) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	for (const name of ['tp-handoff', 'rwsem-starved-writer']) {
		await openMoment(page, name);
		await page.keyboard.press('y');
		const panel = page.getByTestId('evidence-panel');
		await expect(panel.getByRole('table').first()).toBeVisible();
		const broken = await panel.locator('th, code > span').evaluateAll((all) =>
			all
				.filter((one) => {
					const range = document.createRange();
					range.selectNodeContents(one);
					return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
				})
				.map((one) => one.textContent),
		);
		expect(broken).toEqual([]);
		const wide = await panel.evaluate((one) => one.scrollWidth - one.clientWidth);
		expect(wide).toBeLessThanOrEqual(0);
	}
});
