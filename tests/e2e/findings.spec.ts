/** What the page says of a finding where it ends, and of the switch that shows it. */
import { expect, moment, openMoment, test } from './support';

test('a story that can never end says so at its end, and within which budget', async ({ page }) => {
	await openMoment(page, 'rwsem-reader-spins-on');
	await page.getByTestId('to-too-late').click();
	await expect(page.getByTestId('too-late')).toContainText('no further preemption');
	await page.keyboard.press('End');
	await expect(page.getByTestId('story-end')).toBeVisible();
	await expect(page.getByTestId('fault')).toContainText('no progress');
	await expect(page.getByTestId('fault')).toContainText('with no further preemption');
	await page.keyboard.press('ArrowLeft');
	await expect(page.getByTestId('fault')).toHaveCount(0);
});

test('a finding that breaks no rule says so at its end', async ({ page }) => {
	await openMoment(page, 'rwsem-below-zero');
	await page.keyboard.press('End');
	await expect(page.getByTestId('no-rule-broken')).toBeVisible();
	await expect(page.getByTestId('beat')).toContainText('No rule is broken');
	await openMoment(page, 'rwsem-single-pass');
	await page.keyboard.press('End');
	await expect(page.getByTestId('fault')).toBeVisible();
	await expect(page.getByTestId('no-rule-broken')).toHaveCount(0);
});

test('an added assertion and a tried order are no planted faults', async ({ page }) => {
	await openMoment(page, 'pi-exit-race');
	await expect(page.getByTestId('chip-esrch_is_a_bug')).toContainText('assertion: a robust user');
	await page.keyboard.press('End');
	await openMoment(page, 'ww-read-early');
	await expect(page.getByTestId('chip-read_early')).toContainText('order: FUTEX_WAIT reads');
	await expect(page.getByTestId('chip-read_early')).toHaveAttribute('title', /memory model allows/);
	await openMoment(page, 'mutex-fault-zero-with-waiters');
	const chip = page.getByTestId('chip-zero_with_waiters');
	await expect(chip).toContainText('fault: a waiter that got the mutex');
	await expect(chip).toHaveAttribute('title', /zero_with_waiters/);
});

test('“What if” leads to a moment at which there is another choice', async ({ page }) => {
	await openMoment(page, 'mutex-6.12-late-flag');
	await page.keyboard.press('End');
	await page.getByTestId('what-if').click();
	await expect(page.getByTestId('what-if-here')).toContainText('What if instead:');
});

test('the C is named after where it runs, calls what it defines, and has no long gaps', async ({
	page,
}) => {
	await openMoment(page, 'pthread-normal-2.36');
	await expect(page.getByRole('button', { name: 'User-space C' })).toHaveCount(1);
	await page.getByRole('button', { name: 'User-space C' }).click();
	const text = page.getByLabel('Text of glibc_mutex.c');
	await expect(text).toContainText('futex_wait(&lock->hash, &lock->lock, 2)');
	await expect(text).not.toContainText('With a fault planted');
	const blank = await text.locator('[data-line]').evaluateAll((rows) => {
		const empty = rows.map((row) => row.querySelector('code')?.textContent === '');
		return empty.filter((here, i) => here && empty[i - 1]).length;
	});
	expect(blank).toBe(0);
	await moment(page, 0);
});
