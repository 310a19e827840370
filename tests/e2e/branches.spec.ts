/** Going back and choosing otherwise keeps the old future, which can be taken again. */
import { expect, moment, openMoment, test } from './support';

test('the future that was left stays as a ghost and comes back', async ({ page }) => {
	await openMoment(page, 'mcs');
	for (const key of ['1', '1', '2', '2', '2']) await page.keyboard.press(key);
	const old = await moment(page, 5);
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowLeft');
	await moment(page, 2);
	const ghosts = page.getByTitle('Take up this branch again');
	await expect(ghosts).toHaveCount(0);

	await page.keyboard.press('3');
	const other = await moment(page, 3);
	await expect(page.getByTestId('position')).toHaveText('step 3 of 3');
	await expect(ghosts).toHaveCount(1);
	await expect(ghosts).toContainText('3 steps from step 2');

	await ghosts.focus();
	await page.keyboard.press('Enter');
	await expect(page.getByTestId('position')).toHaveText('step 2 of 5');
	await page.keyboard.press('End');
	expect(await moment(page, 5)).toEqual(old);

	await expect(ghosts).toHaveCount(1);
	await expect(ghosts).toContainText('1 step from step 2');
	await ghosts.click();
	await page.keyboard.press('ArrowRight');
	expect(await moment(page, 3)).toEqual(other);
});

test('the same step again is no branch', async ({ page }) => {
	await openMoment(page, 'mcs');
	for (const key of ['1', '2', '2']) await page.keyboard.press(key);
	await moment(page, 3);
	await page.keyboard.press('ArrowLeft');
	await page.keyboard.press('ArrowLeft');
	await moment(page, 1);
	await page.keyboard.press('2');
	await expect(page.getByTestId('position')).toHaveText('step 2 of 3');
	await expect(page.getByTitle('Take up this branch again')).toHaveCount(0);
});

test('a random run is the same with the same seed and keeps what was there', async ({ page }) => {
	await openMoment(page, 'rwsem');
	await page.keyboard.press('1');
	await moment(page, 1);
	await page.getByTestId('seed').fill('7');
	await page.getByTestId('random').click();
	await expect(page.getByTestId('toast')).toContainText('seed 7');
	const first = await moment(page);
	expect(first.at).toBeGreaterThan(20);
	await page.getByTestId('position').click();
	await page.keyboard.press('Home');
	await page.keyboard.press('2');
	await expect(page.getByTestId('position')).toHaveText('step 1 of 1');
	await page.getByTitle('Take up this branch again').first().click();
	await page.keyboard.press('End');
	expect(await moment(page, first.at)).toEqual(first);
	await page.goto('./#/');
	await openMoment(page, 'rwsem');
	await page.keyboard.press('1');
	await moment(page, 1);
	await page.getByTestId('seed').fill('7');
	await page.getByTestId('random').click();
	expect(await moment(page, first.at)).toEqual(first);
});

test('before the place where own steps leave the story it has not been left', async ({ page }) => {
	await openMoment(page, 'mcs-gap?at=10');
	await page.keyboard.press('2');
	const left = page.getByTestId('left-story');
	await expect(left).toContainText('Left the story at step 10');
	await page.keyboard.press('ArrowLeft');
	await expect(left).toContainText('What comes leaves the story at step 10');
	await page.keyboard.press('ArrowLeft');
	await expect(left).toContainText('What comes leaves the story at step 10');
});
