/** What each engine is led through: opened, stepped by key and by click, and silent all the while. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Driver, PATIENCE, Page, testId } from './driver';
import { openSite, type Site } from './site';

const POLL = { timeout: PATIENCE, interval: 50 };
const position = testId('position');

/** `missing`: why there is none here; '' where it can be had. */
export function tour(name: string, missing: string, start: () => Promise<Driver>): void {
	if (missing) console.log(`${name} is skipped: ${missing}`);
	describe.skipIf(missing)(name, () => {
		let site: Site;
		let driver: Driver;
		let page: Page;

		beforeAll(async () => {
			[site, driver] = await Promise.all([openSite(), start()]);
			page = new Page(driver);
		});
		afterAll(async () => {
			await driver?.close();
			site?.close();
		});
		afterEach(async () => expect(await page.complaints()).toEqual([]));

		const shows = (selector: string, text: string) =>
			expect.poll(() => page.text(selector), POLL).toBe(text);
		const openMoment = async (fragment: string, at: string) => {
			await page.open(`${site.home}#/${fragment}`);
			await shows(position, at);
		};

		const answer = async () => {
			const ask = testId('ask-torn-swap');
			await shows(`${ask} ${position}`, 'step 6 of 10');
			await page.click(`${ask} ${testId('not-sure')}`);
			await shows(`${ask} ${position}`, 'step 10 of 10');
			expect(await page.text(ask)).toContain(
				'The answer: It names T2, and both believe it. Each decides by what it read',
			);
		};

		it('the gallery leads to a story', async () => {
			await page.open(site.home);
			const card = `${testId('start-card-mcs-queue')} a`;
			await shows(card, 'Three spinners stand in line');
			await page.click(card);
			await shows(position, 'step 0 of 26');
			expect(await page.title()).toBe('Three spinners stand in line · Lockstep');
		});

		it('a story is stepped by key and by click, forward and back', async () => {
			await openMoment('mutex-stampede', 'step 0 of 28');
			await page.press('ArrowRight');
			await shows(position, 'step 1 of 28');
			await shows(
				testId('narration'),
				'1 T1 decrements count to 0 and has the mutex: count 1 → 0.',
			);
			await page.click(testId('forward'));
			await shows(position, 'step 2 of 28');
			await shows(testId('narration'), '1 T1 writes its name as the owner: owner nobody → T1.');
			await shows(
				testId('word'),
				'count00x00000000000000000000000000000000000000001 free, 0 locked, below 0 locked and the unlock must look for sleepersinside1',
			);
			await page.press('2');
			await shows(position, 'step 3 of 28');
			await page.click(testId('actor-3'));
			await shows(position, 'step 4 of 4');
			await shows(
				testId('narration'),
				'3 T3 decrements count, but the mutex is taken: count -1 → -2.',
			);
			await page.press('ArrowLeft');
			await shows(position, 'step 3 of 4');
		});

		it('the search in its Worker gives its verdict', async () => {
			await openMoment('mcs-queue', 'step 0 of 26');
			await page.click(testId('check'));
			await page.click(testId('check-start'));
			await expect
				.poll(() => page.text(testId('check-result')), POLL)
				.toMatch(/^no rule broken.*nothing from outside: all 892 states, none is wrong/);
			await page.press('Escape');
		});

		it('a lesson’s figure is stepped and its question answered', async () => {
			await page.open(`${site.home}#/learn/what-a-lock-is`);
			await expect.poll(() => page.attribute(testId('figure'), 'data-ready'), POLL).toBe('true');
			await page.press('1');
			await shows(position, 'step 1 of 1');
			await shows(
				testId('narration'),
				'1 T1 decrements count to 0 and has the mutex: count 1 → 0.',
			);
			await page.press('ArrowLeft');
			await shows(position, 'step 0 of 1');
			await page.click(testId('actor-1'));
			await shows(position, 'step 1 of 1');
			await answer();
		});

		it('a frame on another origin is driven by messages, and says where it stands', async () => {
			await page.open(`${site.examples}frame.html`);
			await expect.poll(() => page.text('#says'), POLL).toMatch(/^Step 0 of 26: Three threads/);
			await page.click('#eight');
			await shows(
				'#says',
				'Step 8 of 26: T2 links itself behind its predecessor: T1.next NULL → T2.',
			);
			await page.enter('#lock');
			await shows(position, 'step 8 of 26');
			await page.click(testId('actor-3'));
			await shows(position, 'step 9 of 26');
			await page.press('ArrowRight');
			await shows(position, 'step 10 of 26');
			expect(await page.complaints()).toEqual([]);
			await page.leave();
			await shows('#says', 'Step 10 of 26: T3 clears its link: T3.next stays NULL.');
		});

		it('the element is stepped in its shadow root, and the page around it hears', async () => {
			await page.open(`${site.examples}element.html`);
			await shows(position, 'step 0 of 26');
			await page.click(testId('forward'));
			await page.press('ArrowRight');
			await shows(
				'#says',
				'Three spinners stand in line: step 2 of 26. T1 clears its link: T1.next stays NULL.',
			);
		});

		it('a single file opens from the disk and is stepped', async () => {
			await page.open(site.file('mcs-queue'));
			await shows(position, 'step 0 of 26');
			await page.press('ArrowRight');
			await page.click(testId('forward'));
			await page.click(testId('actor-1'));
			await shows(position, 'step 3 of 26');
			await shows(testId('narration'), '1 T1 swaps itself in as the tail: tail NULL → T1.');
		});

		it('a lesson in a single file: a figure is stepped, a question answered', async () => {
			await page.open(site.file('learn/what-a-lock-is'));
			await shows(position, 'step 0 of 1');
			await page.press('1');
			await shows(position, 'step 1 of 1');
			await page.press('ArrowLeft');
			await shows(position, 'step 0 of 1');
			await page.click(testId('forward'));
			await shows(position, 'step 1 of 1');
			await answer();
		});
	});
}
