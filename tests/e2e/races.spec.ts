/** What a finding about a data race opens, and the search for races beside the check. */
import { expect, moment, openMoment, test } from './support';

test('the schedule of a finding says that it races, where, and why; the check does not say that all is well', async ({
	page,
}) => {
	await openMoment(page, 'mcs?v=1&n=2&r=1&s=NUBO6');
	await moment(page, 13);
	await expect(page.getByTestId('race')).toContainText('This step races with step 5.');
	await expect(page.getByTestId('race-between')).toContainText('T1 (step 5, line');
	await expect(page.getByTestId('race-why')).toContainText(
		'Missing: a release at step 11, and an acquire at step 12.',
	);
	const ahead = page.getByTestId('from-here');
	await expect(ahead).toContainText('Data races were not looked for');
	await expect(ahead).not.toContainText('Nothing can go wrong');
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-result')).toContainText('no rule broken');
	await expect(page.getByTestId('races')).toContainText('it looks for no data race');
	await page.getByTestId('races-start').click();
	await expect(page.getByTestId('races-result')).toContainText('After 13 steps');
	await expect(page.getByTestId('check')).toContainText('a data race');
	/* and what does not order gets no good mark */
	await expect(page.getByTestId('check')).not.toContainText('✓');
	await expect(page.getByTestId('check')).toHaveAttribute('data-tone', 'fault');
	await expect(page.getByTestId('race-known')).toContainText('Finding M0 tells of a race');
	await expect(page.getByTestId('play-race')).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('check-result')).toContainText('but a data race was found');
	await page.getByTestId('play-race').click();
	await page.keyboard.press('End');
	await moment(page, 13);
	await expect(page.getByTestId('race-why')).toContainText('Missing');
});

test('a race that is known is named with its judgement, and not where something else is switched on', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await openMoment(page, 'osq');
	await page.keyboard.press('x');
	await page.getByTestId('races-start').click();
	const known = page.getByTestId('race-known');
	await expect(known).toContainText('the queue only says who may spin');
	await expect(known.getByRole('link')).toHaveAttribute('href', '#/docs/findings/osq');
	await expect(page.getByTestId('play-race')).toBeInViewport({ ratio: 1 });
	await openMoment(page, 'mcs?v=1&n=2&r=1&sw=late_init');
	await page.keyboard.press('x');
	await page.getByTestId('races-start').click();
	await expect(page.getByTestId('races-result')).toBeVisible();
	await expect(known).toHaveCount(0);
});
