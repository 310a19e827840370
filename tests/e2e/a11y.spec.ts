/** For everyone: axe on every view in both themes, steps announced, state in words, focus seen. */
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import {
	expect,
	moment,
	openGallery,
	openMoment,
	SCHEMES,
	SOME_FAMILIES,
	storyFitted,
	tellStory,
	test,
} from './support';

async function openPanel(page: Page, button: string, panel: string): Promise<void> {
	await openMoment(page, 'mcs-queue');
	await page.getByTestId(button).click();
	await expect(page.getByTestId(panel)).toBeVisible();
}

/** A story half told, gone back and chosen otherwise: everything that can be drawn is there. */
async function openInTheMiddle(page: Page, story: string): Promise<void> {
	await openMoment(page, story);
	await tellStory(page);
	const { at } = await moment(page);
	for (let i = 0; i < Math.ceil(at / 2); i++) await page.keyboard.press('ArrowLeft');
	await page.getByTestId('state-text').locator('summary').click();
}

interface View {
	name: string;
	open(page: Page): Promise<void>;
	/** what is new here; the rest of the page is looked at in other views */
	part?: string;
}

const byTestId = (id: string) => `[data-testid="${id}"]`;

const VIEWS: View[] = [
	{ name: 'gallery', open: openGallery },
	...SOME_FAMILIES.map(({ family, story }) => ({
		name: `stepper, ${family}`,
		open: (page: Page) => openInTheMiddle(page, story),
	})),
	{
		name: 'stepper with sixteen threads and a ghost',
		async open(page) {
			await openMoment(page, 'rwsem?n=16');
			await page.keyboard.press('r');
			await expect(page.getByTestId('toast')).toContainText('Random run');
			await page.keyboard.press('Home');
			for (const key of ['5', '7', 'ArrowLeft', '6']) await page.keyboard.press(key);
			await expect(page.getByTitle('Take up this branch again').first()).toBeVisible();
		},
	},
	{
		name: 'fault and its check',
		async open(page) {
			await openMoment(page, 'mcs-torn-swap');
			await page.keyboard.press('x');
			await expect(page.getByTestId('check-result')).toBeVisible();
			await tellStory(page);
			await expect(page.getByTestId('fault')).toBeVisible();
		},
	},
	{
		name: 'cache lines',
		async open(page) {
			await openMoment(page, 'mutex-stampede?cache=1');
			for (let i = 0; i < 24; i++) await page.keyboard.press('ArrowRight');
			await expect(page.getByTestId('cache-release')).toContainText('3 threads');
		},
	},
	{
		name: 'compare',
		async open(page) {
			await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20');
			await expect(page.getByTestId('position')).toContainText('step 20');
		},
	},
	...['p=1', 'p=code'].map((stage) => ({
		name: `before a room, ${stage}`,
		async open(page: Page) {
			await page.goto(`./#/tp-handoff?at=29&${stage}`);
			await storyFitted(page);
		},
	})),
	{
		name: 'a level before a room',
		async open(page) {
			await page.goto('./#/level/lose-the-wake-up?p=1');
			await expect(page.locator('html')).toHaveAttribute('data-presenter', '');
			await expect(page.getByTestId('goal')).toBeVisible();
			await page.keyboard.press('1');
			await moment(page, 1);
		},
	},
	{
		name: 'a recording before a room',
		async open(page) {
			await page.goto('./#/trace/rwsem-steal?at=40&p=1');
			await expect(page.getByTestId('stage-title')).toHaveText('A writer steals the semaphore');
			await moment(page, 40);
		},
	},
	{
		name: 'the choices of a what-if',
		part: '[data-region="narration"]',
		async open(page) {
			await openMoment(page, 'mcs-queue');
			await tellStory(page);
			await page.getByTestId('what-if').click();
			await expect(page.getByTestId('what-if-here')).toBeVisible();
		},
	},
	{
		name: 'the end of a what-if',
		part: '[data-region="narration"]',
		async open(page) {
			await openMoment(page, 'pm-today?at=4');
			await page.keyboard.press('1');
			await page.keyboard.press('r');
			await expect(page.getByTestId('own-end')).toBeVisible();
		},
	},
	{
		name: 'compare before a room',
		async open(page) {
			await page.goto('./#/compare/mutex-stampede/mutex-mcs-queue?at=20&p=1');
			await expect(page.locator('html')).toHaveAttribute('data-presenter', '');
			await expect(page.getByTestId('position')).toContainText('step 20');
		},
	},
	{
		name: 'help',
		part: byTestId('help'),
		open: (page) => openPanel(page, 'help-button', 'help'),
	},
	{
		name: 'setup',
		part: byTestId('setup-panel'),
		open: (page) => openPanel(page, 'setup', 'setup-panel'),
	},
	{
		name: 'search for starvation',
		part: byTestId('check-panel'),
		async open(page) {
			await openMoment(page, 'mutex-6.12?n=2');
			await page.keyboard.press('x');
			await page.getByTestId('starvation-start').click();
			await expect(page.getByTestId('starvation-result')).toBeVisible();
		},
	},
	{
		name: 'check panel',
		part: byTestId('check-panel'),
		open: (page) => openPanel(page, 'check', 'check-panel'),
	},
	{
		name: 'notice',
		part: byTestId('notice'),
		async open(page) {
			await page.goto('./#/no-such-scenario');
			await expect(page.getByTestId('notice')).toBeVisible();
		},
	},
];

/** Marks the lines of C that are off the screen: they look like the others, and axe needs seconds for them. */
function markFarLines(page: Page): Promise<number> {
	return page.evaluate(() => {
		const pane = document.querySelector('[aria-label="Source"]')?.getBoundingClientRect();
		const lines = [...document.querySelectorAll('[aria-label^="Text of"] > div > *')];
		for (const line of lines) {
			const box = line.getBoundingClientRect();
			line.toggleAttribute('data-far', !pane || box.bottom < pane.top || box.top > pane.bottom);
		}
		return lines.filter((line) => !line.hasAttribute('data-far')).length;
	});
}

for (const { name, open, part } of VIEWS) {
	test(`axe finds nothing, light and dark: ${name}`, async ({ page }) => {
		await open(page);
		if ((await page.locator('[aria-label="Source"]').count()) > 0)
			await expect.poll(() => markFarLines(page)).toBeGreaterThan(0);
		for (const colorScheme of SCHEMES) {
			await page.emulateMedia({ colorScheme });
			await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
			const axe = axeOn(page).exclude('[data-far]');
			const { violations, passes } = await (part ? axe.include(part) : axe).analyze();
			const found = violations.map(
				(v) => `${colorScheme}: ${v.id}: ${v.nodes.map((n) => n.html.slice(0, 160)).join(' | ')}`,
			);
			expect(found).toEqual([]);
			expect(passes.map((p) => p.id)).toContain('color-contrast');
		}
	});
}

test('each step is announced', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	const live = page.getByTestId('live');
	await expect(live).toHaveAttribute('aria-live', 'polite');
	await expect(live).toContainText('At the start');
	for (let at = 1; at <= 6; at++) {
		await page.keyboard.press('ArrowRight');
		const { narration } = await moment(page, at);
		const sentence = narration.replace(/^\d+\s*/, '');
		await expect(live).toHaveText(`Step ${at}. ${sentence}`);
	}
	await page.keyboard.press('ArrowLeft');
	await expect(live).toContainText('Step 5. ');
});

test('the whole state stands there as text', async ({ page }) => {
	await openMoment(page, 'rwsem-starved-writer');
	const text = page.getByTestId('state-text');
	await text.locator('summary').click();
	const before = await text.innerText();
	for (const word of ['Shared memory', 'count', 'wait_list', 'Threads', 'T1', 'T2', 'Invariants'])
		expect(before).toContain(word);
	await tellStory(page);
	expect(await text.innerText()).not.toBe(before);
});

test('landmarks, one heading, and a slider that says where it stands', async ({ page }) => {
	await openMoment(page, 'mcs-queue');
	await page.keyboard.press('ArrowRight');
	const { narration } = await moment(page, 1);
	await expect(page.getByRole('banner')).toHaveCount(1);
	await expect(page.getByRole('main')).toHaveCount(1);
	await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
	for (const name of [
		'Who moves next',
		'Shared memory',
		'What happened',
		'Timeline',
		'Time',
		'Source',
	])
		await expect(page.getByRole('region', { name, exact: true })).toBeVisible();
	const slider = page.getByRole('slider', { name: 'Step' });
	await expect(slider).toHaveAttribute(
		'aria-valuetext',
		`step 1 of 26: ${narration.replace(/^\d+\s*/, '')}`,
	);
	await openGallery(page);
	await expect(page.getByRole('banner')).toHaveCount(1);
	await expect(page.getByRole('main')).toHaveCount(1);
	await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
});

/** What has the focus, and whether anything about it shows that. */
function focused(page: Page) {
	return page.evaluate(() => {
		const element = document.activeElement;
		if (!element || element === document.body) return null;
		const style = getComputedStyle(element);
		const box = element.getBoundingClientRect();
		const outlined = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
		return {
			what: `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent?.slice(0, 30)}`,
			seen: outlined || style.boxShadow !== 'none',
			onScreen: box.width > 0 && box.bottom > 0 && box.top < innerHeight,
		};
	});
}

for (const fragment of ['', 'rwsem-starved-writer', 'compare/mutex-stampede/mutex-mcs-queue']) {
	test(`the focus is seen wherever Tab leads: ${fragment || 'gallery'}`, async ({ page }) => {
		await page.goto(`./#/${fragment}`);
		await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
		await expect(page.locator('article, [data-testid="position"]').first()).toBeVisible();
		const met = new Set<string>();
		for (let i = 0; i < 30; i++) {
			await page.keyboard.press('Tab');
			const focus = await focused(page);
			if (!focus) continue;
			expect(focus).toMatchObject({ seen: true, onScreen: true });
			met.add(focus.what);
		}
		expect(met.size).toBeGreaterThan(12);
	});
}
