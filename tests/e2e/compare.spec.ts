/** Two side by side: any two, stepped together or alone, and what an acquisition costs in each. */
import { FLAGSHIP, openPair, row } from './compare-pages';
import { expect, SCHEMES, test } from './support';

for (const colorScheme of SCHEMES)
	test(`the queue wins, and the table says by what: ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		await openPair(page);
		await expect(page.getByTestId('work')).toContainText('Both: 4 threads, 1 round each.');
		const [stampede, queue] = await row(page, 'cache line transfers');
		expect(stampede).toMatch(/^35 /);
		expect(queue).toMatch(/^29 .*fewer/s);
		const [many, one] = await row(page, 'threads disturbed by releases');
		expect(many).toMatch(/^6 /);
		expect(one).toMatch(/^3 .*fewer/s);
		await page.keyboard.press('End');
		await expect(page.getByTestId('position')).toContainText(
			'acquisition 4 of 4, where the comparison ends',
		);
		await expect(page.getByTestId('forward')).toBeDisabled();
		await expect(page.getByTestId('conclusion')).toContainText('the right side costs less: 3');
		/* one meaning a number: what a side has cost at the end is what the table says */
		await expect(page.getByTestId('so-far').first()).toContainText('35 cache line transfers');
		await page.screenshot({ path: test.info().outputPath(`compare-${colorScheme}.png`) });
	});

test('many threads are measured in a Worker, and whoever does not want to wait stops it', async ({
	page,
}) => {
	const worker = page.waitForEvent('worker', (one) => /grown-worker/.test(one.url()));
	await openPair(page);
	await worker;
	const grows = page.getByTestId('grows');
	await expect(grows).toContainText('with 8 threads in turn an acquisition takes 24.1 transfers');
	/* one that does not come ends it as well as one that is stopped: the way to eight threads is there */
	await page.route(/grown-worker/, () => {});
	await page.reload();
	await expect(grows).toContainText('Measuring 8 threads');
	await grows.getByTestId('stop-growing').click();
	await expect(grows).toHaveText('Compare 8 threads');
	await page.unroute(/grown-worker/);
	await page.route(/grown-worker/, (route) => route.abort());
	await page.reload();
	await expect(grows).toHaveText('Compare 8 threads');
});

test('what both cost with 2, 4 and 8 threads is a button away, or a key, and can be stopped', async ({
	page,
}) => {
	await openPair(page);
	await page.getByTestId('grown').click();
	const panel = page.getByTestId('grown-panel');
	const table = panel.getByTestId('grown-table');
	const figures = (name: string) =>
		table.locator('tbody', { hasText: name }).locator('td').allInnerTexts();
	await expect(table.locator('thead th')).toHaveText(['threads', '2', '4', '8']);
	/* the left side, and the right below it */
	expect(await figures('cache line transfers')).toEqual([
		...['6.5', '15', '24.1'],
		...['3.8', '7.1', '8.8'],
	]);
	expect((await figures('bypasses of one waiter'))[2]).toBe('7');
	await page.keyboard.press('Escape');
	await expect(panel).toHaveCount(0);
	await page.route(/grown-worker/, () => {});
	await page.reload();
	await openPair(page);
	await page.keyboard.press('n');
	await expect(panel.getByTestId('grown-progress')).toContainText('Measuring 2 threads, left side');
	await panel.getByTestId('stop-grown').click();
	await expect(panel).toContainText('Stopped.');
	await page.unroute(/grown-worker/);
	await panel.getByTestId('grown-again').click();
	await expect(table).toBeVisible();
});

test('where only the atomic operations tell two stories apart, Page Down stops at them', async ({
	page,
}) => {
	await openPair(page, 'compare/mutex-three-atomics/mutex-one-atomic');
	const position = page.getByTestId('position');
	await page.keyboard.press('PageDown');
	await expect(position).toContainText('step 1 of 36 and 1 of 37');
	await expect(page.getByTestId('milestone')).toContainText('Next atomic access');
	for (const at of [4, 9, 11, 12]) {
		await page.keyboard.press('PageDown');
		await expect(position).toContainText(`step ${at} of 36 and ${at} of 37`);
	}
	await expect(page.getByTestId('side-sentence')).toHaveText([/swaps in -1/, /last look at count/]);
	await page.keyboard.press('PageUp');
	await expect(position).toContainText('step 11 of 36');
	await page.keyboard.press('End');
	await expect(position).toContainText('acquisition 2 of 2');
	await page.keyboard.press('PageUp');
	await expect(position).toContainText('step 26 of 36 and 26 of 37');
});

test('from the page of all locks the stampede opens with the crowd that shows it', async ({
	page,
}) => {
	await page.goto('./#/mutex-stampede');
	await page.getByTestId('compare').click();
	await expect(page.getByTestId('work')).toContainText('Both: 8 threads, 2 rounds each.');
	await expect(page.getByTestId('conclusion')).toContainText(
		'the right side has 20 threads disturbed by releases where the left side has 64, and 141 cache line transfers against 386. The price: 9 bypasses of one waiter against 7.',
	);
	/* what plays are no stories of four threads */
	await expect(page.getByTestId('costs').locator('thead th')).toHaveText([
		'Mutex of Linux 3.9',
		'Mutex with the queue of spinners',
	]);
	await page.getByTestId('compare-by').selectOption('story');
	await expect(page.getByTestId('work')).toContainText('Both: 4 threads, 1 round each.');
});

test('of one that sleeps and one that spins, the first figures say which sleeps', async ({
	page,
}) => {
	await openPair(page, 'compare/pm-today/pm-spin');
	await expect(page.getByTestId('conclusion')).toContainText(
		'0 sleeps against 1 and 0 wake-ups against 1',
	);
	const [left, right] = await row(page, 'wake-ups');
	expect(left).toMatch(/^1 /);
	expect(right).toMatch(/^0 .*fewer/s);
	await expect(page.getByTestId('uncounted')).toBeVisible();
	await page.keyboard.press('End');
	await expect(page.getByTestId('side-told').first()).toHaveText(
		'The release woke 1 sleeper, T2: thousands of steps in the kernel, which are not counted here. T2 has the lock.',
	);
});

/** How far the words of an element stand out of what is behind them. */
const contrastOf = (element: Element): number => {
	const light = (color: string): number => {
		const [r = 0, g = 0, b = 0] = (color.match(/[\d.]+/g) ?? []).map((n) => {
			const c = Number(n) / 255;
			return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
		});
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	let behind: Element | null = element;
	const of = (e: Element) => getComputedStyle(e).backgroundColor;
	while (behind && /^(transparent|rgba\(.*, 0\))$/.test(of(behind))) behind = behind.parentElement;
	const [one, two] = [light(getComputedStyle(element).color), light(behind ? of(behind) : '255')];
	return (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
};

for (const colorScheme of SCHEMES)
	test(`a button that cannot be pressed is read all the same: ${colorScheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme });
		await openPair(page);
		await expect(page.getByTestId('milestone-back')).toBeDisabled();
		await expect
			.poll(() => page.getByTestId('milestone-back').evaluate(contrastOf))
			.toBeGreaterThan(4.5);
		await page.keyboard.press('End');
		await expect(page.getByTestId('milestone')).toBeDisabled();
		await expect
			.poll(() => page.getByTestId('milestone').evaluate(contrastOf))
			.toBeGreaterThan(4.5);
		/* and looks like one under the pointer, too */
		await page.getByTestId('milestone').hover({ force: true });
		await expect
			.poll(() => page.getByTestId('milestone').evaluate(contrastOf))
			.toBeGreaterThan(4.5);
	});

test('from acquisition to acquisition, with what each release did', async ({ page }) => {
	await openPair(page);
	const told = page.getByTestId('side-told');
	await expect(told.first()).toBeEmpty();
	const next = page.getByTestId('milestone');
	await next.click();
	await next.click();
	await expect(page.getByTestId('position')).toContainText('acquisition 2 of 4');
	await expect(told).toHaveText([
		'The release made T2, T3 and T4 read again, and T2 has the lock.',
		'The release made T2 alone read again, and T2 has the lock.',
	]);
});

for (const presenter of [false, true])
	test(`at 1280 × 720 both locks stand on the screen${presenter ? ', before a room too' : ''}`, async ({
		page,
	}) => {
		await openPair(page, `${FLAGSHIP}?l=24&r=40${presenter ? '&p=1' : ''}`);
		await expect(page.getByTestId('position')).toContainText('step 24');
		await expect(page.getByTestId('costs')).toBeInViewport({ ratio: 1 });
		for (const side of ['side-left', 'side-right']) {
			const parts = page.getByTestId(side);
			await expect(parts.getByTestId('side-sentence')).toBeInViewport({ ratio: 1 });
			await expect(parts.locator('[data-word]').first()).toBeInViewport({ ratio: 1 });
			/* the digits say nothing that the fields do not */
			await expect(parts.locator('[data-binary]').first()).toBeHidden();
			/* a drawing may be cut by a fraction of a pixel */
			const queue = parts.locator('section[aria-label^="Queues and words"] svg[role="img"]');
			if (side === 'side-right') await expect(queue.first()).toBeInViewport({ ratio: 0.99 });
		}
		await expect(page.getByTestId('forward')).toBeInViewport({ ratio: 1 });
	});

test('the check says which of the two sides it checks', async ({ page }) => {
	await openPair(page, `${FLAGSHIP}?p=1`);
	await page.keyboard.press('x');
	const panel = page.getByTestId('check-panel');
	await expect(panel.getByRole('heading').first()).toHaveText(
		'Check every schedule of the left side: Mutex of Linux 3.9',
	);
	await page.keyboard.press('Escape');
	await page.getByTestId('side-right').getByTestId('side-sentence').click();
	await page.keyboard.press('x');
	await expect(panel.getByRole('heading').first()).toContainText(
		'of the right side: Mutex with the queue of spinners',
	);
});

test('at 1280 × 720 the lanes of all threads stand on the screen, and keep their place', async ({
	page,
}) => {
	await openPair(page);
	const lanes = page.locator('[data-region="side"] [aria-label^="Lanes"]');
	await expect(lanes).toHaveCount(2);
	const names = page.locator('[data-region="side"] [data-lane]');
	await expect(names).toHaveCount(8);
	const tops = new Set<number>();
	/* to where three threads stand in the queue, and it is empty again */
	for (let i = 0; i < 4; i++) {
		await page.keyboard.press('PageDown');
		await expect(page.getByTestId('position')).toContainText(`acquisition ${i + 1} of 4`);
		for (const name of await names.all()) await expect(name).toBeInViewport({ ratio: 0.99 });
		for (const box of [await lanes.first().boundingBox(), await lanes.last().boundingBox()])
			tops.add(Math.round(box?.y ?? -1));
	}
	expect([...tops]).toHaveLength(1);
});

for (const pair of [
	'mutex-wake/mutex-fault-blind-sleep',
	'mutex-3.9/mutex-mcs?by=turns&n=8&rounds=2',
])
	test(`each lane is as high as its name, also where an overview lies below: ${pair}`, async ({
		page,
	}) => {
		await openPair(page, `compare/${pair}`);
		await page.keyboard.press('PageDown');
		await page.keyboard.press('PageDown');
		for (const side of ['side-left', 'side-right']) {
			const lanes = page.getByTestId(side).locator('[data-lane]');
			const apart = () =>
				lanes.evaluateAll((all) => {
					const tops = all.map((lane) => lane.getBoundingClientRect().top);
					return Math.min(...tops.slice(1).map((top, i) => top - (tops[i] ?? 0)));
				});
			await expect.poll(apart).toBeGreaterThanOrEqual(18);
		}
	});

test('filled bolts are the disturbances by releases, which the figures count', async ({ page }) => {
	await openPair(page);
	const left = page.getByTestId('side-left');
	await expect(left.getByTestId('lanes-legend')).toContainText('disturbed by a release');
	await page.keyboard.press('PageDown');
	await page.keyboard.press('PageDown');
	await expect(page.getByTestId('position')).toContainText('acquisition 2 of 4');
	await expect(left.getByTestId('so-far')).toContainText('3 threads disturbed by 1 release');
	const of = (released: boolean) => left.locator(`[data-released="${released}"]`).count();
	await expect.poll(() => of(true)).toBeGreaterThan(0);
	expect(await of(false)).toBeGreaterThan(0);
});

test('each measure says what it counts, why, and which way is better', async ({ page }) => {
	await openPair(page, 'compare/rwsem-starved-writer/rwsem-handoff-rescue');
	await page.getByTestId('all-figures').click();
	const names = page.getByTestId('costs').locator('th summary');
	for (const name of await names.all()) {
		const means = name.locator('+ p');
		await expect(means).toBeHidden();
		await name.click();
		await expect(means).toHaveText(/ (is|are) .*(better|fairer)/);
	}
	expect(await names.count()).toBeGreaterThan(5);
});

test('what a comparison is made for leads, and all figures are a button away', async ({ page }) => {
	await openPair(page);
	const rows = page.getByTestId('costs').getByRole('row');
	await expect(rows).toHaveCount(3);
	await page.getByTestId('all-figures').click();
	await expect(page.getByTestId('costs')).toContainText('read-modify-writes');
	await expect(page.getByTestId('work')).toContainText('On neither side');
});

test('with the keyboard alone: steps, acquisitions, a thread of one side', async ({ page }) => {
	await openPair(page);
	const position = page.getByTestId('position');
	await expect(position).toContainText('step 0 of');
	await page.keyboard.press('ArrowRight');
	await expect(position).toContainText(/^step 1 of \d+ and 1 of/);
	await page.keyboard.press('PageDown');
	await expect(position).toContainText('acquisition 2 of 4');
	await page.keyboard.press('PageUp');
	await expect(position).toContainText('acquisition 1 of 4');
	await page.keyboard.press('ArrowLeft');
	await expect(position).toContainText('step 0 of');
	/* what the digit means is the side that has the focus */
	await page.getByTestId('forward-right').focus();
	await page.keyboard.press('1');
	await expect(page.getByTestId('side-position-right')).toContainText('step 1 of');
	await expect(page.getByTestId('side-position-left')).toContainText('step 0 of');
	await page.keyboard.press('x');
	await expect(page.getByTestId('side-right').getByTestId('check-panel')).toBeVisible();
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('check-panel')).toBeHidden();
});

test('any two can be chosen, with the same work, and the address keeps them', async ({ page }) => {
	await openPair(page);
	await page.getByTestId('pick-left').selectOption('mutex-3.9');
	await page.getByTestId('pick-right').selectOption('mcs');
	await page.getByTestId('compare-by').selectOption('turns');
	await page.getByTestId('compare-threads').selectOption('6');
	await page.getByTestId('compare-rounds').selectOption('2');
	await expect(page.getByTestId('work')).toContainText('to acquisition 12 of the lock');
	await expect(page.getByTestId('work')).toContainText('Both: 6 threads, 2 rounds each.');
	await page.keyboard.press('Escape');
	await page.getByTestId('milestone').click();
	const costs = await page.getByTestId('costs').innerText();
	const [left] = await row(page, 'threads disturbed by releases');
	expect(Number.parseFloat(left ?? '')).toBeGreaterThan(2);
	await expect.poll(() => page.url()).toMatch(/l=\d+&r=\d+&by=turns&n=6&rounds=2/);
	await page.reload();
	await expect(page.getByTestId('position')).toContainText('acquisition 1 of 12');
	expect(await page.getByTestId('costs').innerText()).toBe(costs);
	await page.goBack();
	await expect(page.getByTestId('work')).not.toContainText('6 threads, 2 rounds');
});

test('a side that was changed comes back from its address, and opens alone', async ({ page }) => {
	await openPair(page);
	const right = page.getByTestId('side-right');
	await right.getByTestId('actor-2').click();
	await right.getByTestId('env-allow-preempt-2').click();
	await right.getByTestId('actor-1').click();
	const said = await right.getByTestId('side-sentence').innerText();
	await expect.poll(() => page.url()).toMatch(/mutex-mcs-queue%3F.*[?&]r=3/);
	await page.reload();
	await expect(right.getByTestId('side-sentence')).toHaveText(said);
	await expect(page.getByTestId('side-position-right')).toContainText('step 3 of 3');
	await expect(page.getByTestId('work')).toContainText('to the first acquisition');
	await page.getByTestId('play-on-right').click();
	await expect(page.getByTestId('work')).toContainText('to acquisition 4 of the lock');
	await expect(page.getByTestId('side-position-right')).toContainText('step 3 of');
	await page.getByTestId('play-on-right').waitFor({ state: 'detached' });
	await page.getByTestId('open-right').click();
	await expect(page.getByTestId('position')).toContainText('step 3 of');
	await expect(page.getByTestId('cache')).toBeVisible();
	await expect(page.getByTestId('narration')).toContainText(said.replace(/^\d+\s*/, ''));
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-panel')).toBeVisible();
});

test('a text that the reader has changed by a switch is compared with what it was', async ({
	page,
}) => {
	await page.goto('./#/mutex-fault-blind-sleep');
	await page.getByTestId('chip-blind_sleep').click();
	await page.getByTestId('compare').click();
	const change = 'without the fault';
	await expect(page.getByTestId('side-right').getByTestId('side-changed')).toHaveText(change);
	await expect(page.getByTestId('side-left').getByTestId('side-changed')).toHaveCount(0);
	await expect(page.getByText('On the left, at step 16: a lost wake-up')).toBeVisible();
	await page.getByTestId('end').click();
	await expect(page.getByTestId('side-position-left')).toHaveText('step 16 of 16');
	await expect(page.getByTestId('side-position-right')).toHaveText('step 26 of 26');
	const tops = await page
		.locator('[data-region="side"] [data-testid="so-far"]')
		.evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)));
	expect(new Set(tops).size, `${tops}`).toBe(1);
	/* and so it is where the address is opened anew */
	await page.reload();
	await expect(page.getByTestId('side-right').getByTestId('side-changed')).toHaveText(change);
});

test('steps of the reader’s own are compared with the story that they left', async ({ page }) => {
	await page.goto('./#/mutex-wake');
	const compare = page.getByTestId('compare');
	await expect(compare).not.toHaveAttribute('href', /mutex-wake%3F/);
	await page.keyboard.press('ArrowRight');
	await expect(compare).not.toHaveAttribute('href', /mutex-wake%3F/);
	await page.keyboard.press('2');
	await page.keyboard.press('2');
	await expect(compare).toHaveAccessibleName('Your steps side by side with the story');
	const mine = await page.getByTestId('narration').innerText();
	await compare.click();
	await expect(page.getByTestId('side-position-left')).toHaveText('step 3 of 36');
	await expect(page.getByTestId('side-position-right')).toHaveText('step 3 of 3');
	const [said = ''] = await page
		.getByTestId('side-right')
		.getByTestId('side-sentence')
		.allInnerTexts();
	expect(mine).toContain(said.replace(/^\d+\s*/, ''));
	/* where nothing was left, it is another half again */
	await page.goBack();
	await page.keyboard.press('o');
	await expect(compare).not.toHaveAttribute('href', /mutex-wake%3F/);
});

test('where one side fails, the other goes on to its own end, by Page Down and step by step', async ({
	page,
}) => {
	await openPair(page, 'compare/mutex-wake/mutex-fault-blind-sleep');
	const [left, right] = [page.getByTestId('side-left'), page.getByTestId('side-right')];
	const [leftAt, rightAt] = [
		page.getByTestId('side-position-left'),
		page.getByTestId('side-position-right'),
	];
	for (const at of [1, 15]) {
		await page.keyboard.press('PageDown');
		await expect(leftAt).toHaveText(`step ${at} of 36`);
	}
	await expect(rightAt).toHaveText('step 16 of 16');
	await expect(page.getByTestId('position')).not.toContainText('end');
	/* one failure is one flag, and is called what the page calls it elsewhere */
	await expect(right.getByTestId('lanes-flag')).toHaveCount(1);
	await expect(right.getByTestId('side-sentence')).toContainText('lost wake-up');
	await page.getByTestId('forward').click();
	await expect(leftAt).toHaveText('step 16 of 36');
	await expect(page.getByTestId('milestone')).toContainText('Go on');
	for (const at of [23, 27, 36]) {
		await page.keyboard.press('PageDown');
		await expect(leftAt).toHaveText(`step ${at} of 36`);
	}
	await expect(left.getByTestId('actor-2')).toContainText('has finished');
	await expect(page.getByTestId('position')).toContainText(/acquisition 1 of 1, the end$/);
	await expect(page.getByTestId('milestone')).toBeDisabled();
	await openPair(page, 'compare/mcs-no-wait/mcs-queue');
	await page.keyboard.press('End');
	await expect(left.getByTestId('side-sentence')).toContainText('⚑ stuck');
	await expect(page.getByText('DEADLOCK')).toHaveCount(0);
});

test('from the stepper of a scenario without a pair, one can compare too', async ({ page }) => {
	await page.goto('./#/mcs-gap');
	await page.getByTestId('compare').click();
	await expect(page.getByTestId('costs')).toBeVisible();
	await expect(page.getByTestId('pick-left')).toHaveValue('mcs-gap');
});

for (const viewport of [
	{ width: 390, height: 844 },
	{ width: 844, height: 390 },
])
	test.describe(`a phone of ${viewport.width} × ${viewport.height}`, () => {
		test.use({ viewport, hasTouch: true, isMobile: true });

		test('compares too, and nothing scrolls sideways', async ({ page }) => {
			await openPair(page);
			await page.getByTestId('forward').tap();
			await expect(page.getByTestId('side-position-left')).toContainText('step 1 of');
			await page.getByTestId('side-right').getByTestId('actor-2').tap();
			await expect(page.getByTestId('side-position-right')).toContainText('step 2 of');
			expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
		});

		test('a long name of C stays in its column', async ({ page }) => {
			await openPair(page, 'compare/pm-today/pm-spin');
			const heads = page.getByTestId('costs').locator('thead th');
			await expect(heads).toHaveCount(2);
			for (const head of await heads.all())
				expect(await head.evaluate((e) => e.scrollWidth - e.clientWidth)).toBeLessThanOrEqual(0);
		});

		test('what a side says and who may step in it are seen together, above the buttons', async ({
			page,
		}) => {
			await openPair(page, `${FLAGSHIP}?l=24&r=40`);
			const left = page.getByTestId('side-left');
			await left.getByTestId('side-position-left').evaluate((e) => e.scrollIntoView());
			const parts = [left.getByTestId('side-sentence'), left.getByTestId('actor-4')];
			/* on its side there is room for the lock's line too: nothing else stays on the screen */
			if (viewport.width > viewport.height) parts.push(left.getByTestId('line-0-1'));
			/* a row may be cut by a fraction of a pixel */
			for (const part of [...parts, page.getByTestId('forward')])
				await expect(part).toBeInViewport({ ratio: 0.99 });
			const bar = await page.getByTestId('transport-buttons').boundingBox();
			for (const part of parts) {
				const box = await part.boundingBox();
				expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
			}
		});
	});

test('with reduced motion no line moves on either side', async ({ page }) => {
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await openPair(page);
	for (let i = 0; i < 6; i++) {
		await page.keyboard.press('ArrowRight');
		await page.waitForTimeout(170);
		const moving = await page.evaluate(
			() =>
				document
					.getAnimations()
					.filter((a) => Number(a.effect?.getComputedTiming().endTime ?? 0) > 100).length,
		);
		expect(moving).toBe(0);
	}
});
