/** Names that a lesson does without, in the story and the level that it leads to. */
import type { Page } from '@playwright/test';
import { expect, openMoment, test } from './support';

const fieldsOf = (page: Page) => page.getByTestId('word').locator('dl');
const wordsOf = (page: Page) => page.getByRole('region', { name: /^Queues and words/ });

test('a level of a lesson shows no name that the lesson does without, until it is asked', async ({
	page,
}) => {
	await openMoment(page, 'level/past-the-top-waiter');
	const fields = fieldsOf(page);
	await expect(fields).toContainText('WAITERS');
	await expect(fields).not.toContainText('OWNER_DIED');
	const away = page.getByTestId('without');
	await expect(away).toHaveText(/^Lesson 7 does without SHARED and OWNER_DIED: not shown here/);
	/* until a step is about one of them, nothing is said of it */
	await expect(page.getByTestId('not-needed')).toHaveCount(0);
	await page.keyboard.press('1');
	for (let i = 0; i < 2; i++) await page.keyboard.press('2');
	await expect(page.getByTestId('not-needed')).toContainText(/^Not needed here: .*fs_lock/);
	await expect(away).toContainText('fs_lock');
	await away.getByTestId('show-without').click();
	await expect(fields).toContainText('OWNER_DIED');
	await expect(wordsOf(page)).toContainText('fs_lock');
	await expect(away).toHaveCount(0);
});

test('a story shows them where no lesson led to it, and none of them where one did', async ({
	page,
}) => {
	await openMoment(page, 'tp-steal?plain=1&at=30');
	await expect(fieldsOf(page)).toContainText('OWNER_DIED');
	await expect(wordsOf(page)).toContainText('refcount');
	await expect(page.getByTestId('without')).toHaveCount(0);
	await openMoment(page, 'tp-steal?plain=1&lesson=stealing-and-hand-off&at=30');
	await expect(page.getByTestId('without')).toContainText('refcount');
	await expect(fieldsOf(page)).not.toContainText('OWNER_DIED');
	await expect(wordsOf(page)).not.toContainText('refcount');
	await expect(page.getByTestId('not-needed')).toHaveText(
		'Not needed here: fs_lock and wake_q. Lesson 7 does without.',
	);
	await page.getByTestId('show-all').click();
	await expect(page.getByTestId('without')).toHaveCount(0);
	await expect(fieldsOf(page)).toContainText('OWNER_DIED');
});
