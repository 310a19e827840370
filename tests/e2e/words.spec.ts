/** Words where letters stood, a message beside what it speaks of, and a line that is whole. */
import { expect, openGallery, openMoment, test } from './support';

test('roles, what comes from outside and verdicts are said in words', async ({ page }) => {
	await openMoment(page, 'rwsem-single-pass?at=20');
	const rows = page.locator('[data-region="actors"]');
	for (const role of ['downgrader', 'reader', 'writer']) await expect(rows).toContainText(role);
	await expect(page.locator('[aria-label^="Lanes"] [data-lane="3"]')).toContainText('writer');
	const preempt = page.getByRole('button', { name: /^preempt T1/ });
	await expect(preempt).toHaveText(/^preempt/);
	await page.getByTestId('state-text').locator('summary').click();
	await expect(page.getByTestId('state-text')).toContainText('In this state: No rule is broken.');
	await page.keyboard.press('y');
	await expect(page.getByTestId('evidence-panel')).toContainText(
		'The rule “mutual exclusion” is broken.',
	);
});

test('the gallery says what its badges say, and counts writers and readers', async ({ page }) => {
	await openGallery(page);
	await page.getByTestId('search').fill('handoff');
	const facts = page.locator('[data-testid="gallery-card-rwsem-reader-handoff"]');
	await expect(facts).toContainText('2 writers, 1 reader');
	await page.getByTestId('badges').locator('summary').click();
	await expect(page.getByTestId('badges')).toContainText('A thread can sleep with nobody left');
});

test('a message stands in the open sheet, over none of it', async ({ page }) => {
	await openMoment(page, 'mcs-queue?at=5');
	await page.keyboard.press('d');
	await page.getByTestId('export-copy').click();
	const sheet = page.getByTestId('export-panel');
	const toast = page.getByTestId('toast');
	await expect(toast).toHaveCount(1);
	await expect(sheet.getByTestId('toast')).toBeVisible();
	const over = await toast.evaluate((element) => {
		const own = element.getBoundingClientRect();
		const others = [...(element.closest('dialog')?.querySelectorAll('h2, button, p, input') ?? [])];
		return others
			.map((other) => other.getBoundingClientRect())
			.filter((box) => box.width > 0)
			.filter((box) => box.left < own.right - 1 && box.right > own.left + 1)
			.filter((box) => box.top < own.bottom - 1 && box.bottom > own.top + 1).length;
	});
	expect(over).toBe(0);
});

test('the line that unfolds the state as text is whole beside every picture', async ({ page }) => {
	for (const place of [
		'tp-handoff?at=20',
		'tpr-last-reader?at=20',
		'rwsem-single-pass?at=31',
		'pi-handoff?at=30',
	]) {
		await openMoment(page, place);
		const line = await page.getByTestId('state-text').locator('summary').boundingBox();
		const pane = await page.locator('[data-region="memory"]').boundingBox();
		if (!line || !pane) throw new Error('not there');
		expect(line.y, place).toBeGreaterThanOrEqual(pane.y);
		expect(line.y + line.height, place).toBeLessThanOrEqual(pane.y + pane.height + 0.5);
	}
});
