/** A reader edits the C of a lock, runs it, and has it checked. */
import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { axeOn } from './axe';
import { expect, openMoment, SCHEMES, test } from './support';

const WAIT =
	'\t\tAWAIT(my->next, lk->node[me].next, VAL != 0, relaxed); /* sees its successor linked | waits for its successor to link itself */';
const LEAVE = '\t\tGIVES(); /* mine: it leaves at once */\n\t\tRETURN(0);';

async function edit(page: Page, change: (text: string) => string): Promise<void> {
	const field = page.getByTestId('edit-field');
	if (!(await field.isVisible())) await page.getByTestId('edit-text').click();
	await expect(field).toHaveValue(/PROC\(/);
	await field.fill(change(await field.inputValue()));
}
const swapped = (from: string, to: string) => (text: string) => {
	expect(text).toContain(from);
	return text.replace(from, to);
};
const run = (page: Page) => page.getByTestId('edit-run').click();

test('a line is changed, and the search finds what that breaks', async ({ page, context }) => {
	await page.goto('#/mcs?n=2&r=1');
	await edit(page, swapped(WAIT, LEAVE));
	await expect(page.getByTestId('edit-state')).toHaveText(/2 lines differ .* It can run\./);
	await expect(page.getByTestId('edit-as-c')).toContainText(/line \d+ return;/);
	await run(page);
	await expect(page.getByTestId('own-bar')).toContainText('2 lines differ from the page’s text');
	/* marked as in a patch */
	await expect(page.locator('[data-changed]')).toHaveCount(2);
	await expect(page.locator('[data-changed]').last()).toContainText('return');
	await expect(page).toHaveURL(/own=mcs\.[0-9a-f]{8}\./);
	await page.keyboard.press('x');
	await expect(page.getByTestId('check')).toContainText('stuck');
	await page.keyboard.press('c');
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.keyboard.press('End');
	/* its line is drawn as the reader wrote it, in either form */
	await page.getByRole('button', { name: 'Step dialect' }).click();
	await expect(page.getByLabel('Text of mcs.c')).toContainText('RETURN(0);');
	await page.getByRole('button', { name: /C \(paraphrase\)/ }).click();
	await expect(page.getByLabel('Text of mcs.c')).toContainText('xchg(&lock->tail, node)');

	/* what leaves the page says whose text it was, and leads back to it */
	await expect(page).toHaveTitle(/\(your mcs\.c\)/);
	await page.keyboard.press('d');
	const saved = page.waitForEvent('download');
	await page.getByTestId('export-text').click();
	const text = readFileSync(await (await saved).path(), 'utf8');
	expect(text).toContain('an edited mcs.c');
	expect(text.replace(/\s/g, '')).toContain('own=mcs.');
	expect(text).not.toContain('as core-c/locks');
	await page.keyboard.press('Escape');

	/* the address is the moment, also in another window */
	await expect(page).toHaveURL(/s=/);
	const other = await context.newPage();
	await other.goto(page.url());
	await expect(other.getByTestId('own-bar')).toBeVisible();
	await other.keyboard.press('x');
	await expect(other.getByTestId('check')).toContainText('stuck');
	await other.keyboard.press('Escape');
	await other.getByTestId('published').click();
	await expect(other.getByTestId('own-bar')).toBeHidden();
	await other.keyboard.press('x');
	await expect(other.getByTestId('check')).toContainText('no rule broken');
	await other.goBack();
	await expect(other.getByTestId('own-bar')).toBeVisible();
	/* elsewhere the page’s text runs */
	await other.goto('#/');
	await other.goto('#/mcs?n=2&r=1');
	await expect(other.getByTestId('edit-text')).toBeVisible();
	await expect(other.getByTestId('own-bar')).toBeHidden();
});

test('a text runs beside the published one, on the same schedule', async ({ page }) => {
	await page.goto('#/mcs?n=2&r=1');
	await edit(page, swapped(WAIT, LEAVE));
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	/* the first leaves before the second has linked itself */
	for (const key of ['1', '2', '1', '1', '1']) await page.keyboard.press(key);
	await expect(page).toHaveURL(/s=/);
	await page.getByTestId('own-beside').click();
	await expect(page.getByTestId('side-own')).toHaveText('your mcs.c');
	await expect(page.getByTestId('side-own')).toHaveCount(1);
	await expect(page.getByTestId('toast')).toBeHidden();
	const [left, right] = [page.getByTestId('side-left'), page.getByTestId('side-right')];
	for (const side of [left, right])
		await expect(side.getByTestId(/side-position/)).toContainText('step 5 of');
	await expect(page.getByTestId('costs')).toContainText('your mcs.c');
	await expect(page.getByTestId('conclusion')).toHaveText(
		/^The same up to step 11\. In yours, at step \d+: .*Costs are not compared where a lock fails\.$/,
	);
	await expect(page.getByTestId('parting')).toContainText(
		/^In the page’s text: T1 sees its successor linked/,
	);
	/* Page Down leads neither back, though the right has no acquisition more */
	const at = (side: typeof left) =>
		side
			.getByTestId(/side-position/)
			.innerText()
			.then((text) => Number(/\d+/.exec(text)?.[0]));
	let before = [5, 5];
	for (let i = 0; i < 4; i++) {
		await page.keyboard.press('PageDown');
		const now = [await at(left), await at(right)];
		expect(
			now.every((step, side) => step >= (before[side] ?? 0)),
			`${before} → ${now}`,
		).toBe(true);
		before = now;
	}
	await page.getByTestId('to-parting').click();
	await expect(page.getByTestId('side-position-left')).toContainText('step 12 of');
	await expect(page.getByTestId('parting')).toContainText('In yours nobody can go on.');
	/* what has failed is told no further */
	await expect(page.getByTestId('side-position-right')).toHaveText('step 11 of 11');
	await page.keyboard.press('End');
	/* both played on: the page’s text comes to its end, where one of the edited text waits for ever */
	for (const name of ['left', 'right'])
		while (await page.getByTestId(`forward-${name}`).isEnabled())
			await page.getByTestId(`forward-${name}`).click();
	for (const tid of [1, 2])
		await expect(left.getByTestId(`actor-${tid}`)).toContainText('has finished');
	await expect(right.getByTestId('actor-2')).not.toContainText('has finished');

	/* the address is both sides, and leads to either alone */
	await expect(page).toHaveURL(/compare.*own=mcs/);
	await page.reload();
	await expect(page.getByTestId('side-own')).toHaveText('your mcs.c');
	await expect(right.getByTestId('actor-2')).not.toContainText('has finished');
	/* another lock has no room for that text */
	await page.getByTestId('pick-right').selectOption('ticket');
	await expect(page.getByTestId('side-own')).toHaveCount(0);
	await expect(page).not.toHaveURL(/own=/);
	await page.goBack();
	await expect(page.getByTestId('side-own')).toBeVisible();
	await page.getByTestId('open-right').click();
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.goBack();
	await page.getByTestId('open-left').click();
	await expect(page).toHaveURL(/#\/mcs\?/);
	await expect(page.getByTestId('own-bar')).toBeHidden();
});

test('beside a text that was damaged stands why, and the published one on both sides', async ({
	page,
}) => {
	await page.goto('#/compare/mcs/mcs?own=mcs.00000000.abc');
	await expect(page.getByTestId('costs')).toBeVisible();
	await expect(page.getByTestId('side-own')).toHaveCount(0);
	await expect(page.locator('body')).toContainText('The edited text of the address cannot be run');
	await expect(page).not.toHaveURL(/own=/);
});

test('what was found of the page’s text is not said of another', async ({ page }) => {
	const fairness = page.getByTestId('fairness');
	await page.goto('#/ticket');
	await expect(page.getByTestId('edit-text')).toBeVisible();
	await page.keyboard.press('x');
	await expect(fairness).toContainText('Nobody who waits can be passed without bound');
	await page.keyboard.press('Escape');
	await edit(page, (text) => `${text}/* mine */\n`);
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.keyboard.press('x');
	await expect(fairness).toContainText('was not asked of this very set-up');
	await expect(page.getByTestId('check-own')).toContainText('This speaks of your text');
	await page.getByTestId('starvation-start').click();
	const asked = page.getByTestId('starvation-result');
	await expect(asked).toContainText('Nobody who waits can be passed without bound');
	/* the command line has another text */
	await expect(asked).not.toContainText('lockstep check');
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Set up' }).click();
	await expect(page.getByTestId('setup-panel')).toContainText('Your text has lines');
	await expect(page.getByText('What it breaks')).toHaveCount(0);
	await page.keyboard.press('Escape');
	await page.keyboard.press('y');
	await expect(page.getByTestId('evidence-panel')).toContainText(
		'Nothing was published or found of it',
	);
});

test('a change that no schedule runs gets no good mark, and the check says which line that is', async ({
	page,
}) => {
	const badge = page.getByTestId('check');
	const checked = async () => {
		await page.keyboard.press('x');
		await expect(page.getByTestId('check-result')).toBeVisible();
		return page.getByTestId('check-ran');
	};
	/* a thread alone never waits for its ticket */
	await page.goto('#/ticket?n=1&r=1');
	const changed = 'my->ticket == (u8)(VAL >> 16)';
	await edit(page, swapped('(u8)(VAL >> 16) == my->ticket', changed));
	const text = await page.getByTestId('edit-field').inputValue();
	const line = text.split('\n').findIndex((row) => row.includes(changed)) + 1;
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await expect(await checked()).toHaveText(
		`Line ${line} was never run: no schedule of this set-up comes there. So this says nothing of your change.`,
	);
	const verdict = page.getByTestId('check-result').locator('p').first();
	await expect(verdict).toHaveText('no rule broken, but no changed line was run');
	await expect(verdict).toHaveAttribute('data-tone', 'open');
	await expect(badge).toContainText('no changed line was run');
	await expect(badge).not.toContainText('✓');
	await expect(badge).toHaveAttribute('data-tone', 'open');
	await page.keyboard.press('Escape');

	/* with another thread it is run, and the mark is deserved */
	await page.goto(page.url().replace('n=1', 'n=2'));
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await expect(await checked()).toHaveText(`All that you changed was run: line ${line}.`);
	await expect(verdict).toHaveText('no rule broken');
	await expect(badge).toHaveText(/^✓ no rule broken, \d+ states$/);
	/* before a room as well */
	await page.keyboard.press('Escape');
	await page.goto(page.url().replace(/n=2/, 'n=1&p=code'));
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-panel')).toContainText(
		`Line ${line} was never run: no schedule of this set-up comes there.`,
	);
});

test('whom an edited text starves is shown in that text', async ({ page }) => {
	await page.goto('#/mutex-6.12?n=2');
	await edit(page, swapped('FAULT(mutex_owner, no_handoff)', 'true'));
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.keyboard.press('y');
	await expect(page.getByTestId('evidence-panel')).toContainText('Nothing was published');
	const from = page.getByLabel('What the search may let happen from outside');
	await from.selectOption('from outside: preempt 1');
	await page.getByTestId('starvation-start').click();
	const asked = page.getByTestId('starvation-result');
	/* those of the fault that is built in, not of the published text */
	await expect(asked).toContainText('2,064 states');
	await asked.getByRole('link', { name: 'Open that schedule' }).click();
	await expect(page.getByTestId('position')).toContainText('of 14');
	await expect(page.getByTestId('round')).toContainText('this starves');
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await expect(page).toHaveURL(/own=mutex_owner/);
});

test('an order that was made too weak is found without asking for it', async ({ page }) => {
	await page.goto('#/qspinlock?n=2');
	await edit(
		page,
		swapped('STORE_BYTE(lk->val, 0, 0, release);', 'STORE_BYTE(lk->val, 0, 0, relaxed);'),
	);
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.keyboard.press('x');
	await expect(page.getByTestId('check-own')).toContainText('This speaks of your text');
	await expect(page.getByTestId('races-result')).toContainText('Data race');
	await expect(page.getByTestId('play-race')).toBeVisible();
});

test('another lock is not told as edited while a text of the first is', async ({ page }) => {
	await page.goto('#/mcs?n=2');
	await edit(page, (text) => `${text}/* mine */\n`);
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await page.getByTestId('scenario').selectOption('ticket');
	await expect(page.getByTestId('own-bar')).toBeHidden();
	await expect(page.getByTestId('toast')).toContainText('Your mcs.c is left behind');
	await page.keyboard.press('x');
	await expect(page.getByTestId('fairness')).toContainText(
		'Nobody who waits can be passed without bound',
	);
	await expect(page.getByTestId('check-own')).toBeHidden();
});

test('before a room the editor has the slide’s C of the line that runs next, and its button in sight', async ({
	page,
}) => {
	const field = page.getByTestId('edit-field');
	/* at a question of a step that was taken it is the line that is asked about */
	await openMoment(page, 'mutex-wake?at=12&p=code');
	await expect(page.getByTestId('answer')).toBeVisible();
	await page.keyboard.press('E');
	await expect(page.getByTestId('edit-here')).toHaveText(
		/^Line \d+ in C: seen = atomic_xchg\(&lock->count, -1\);$/,
	);
	await page.keyboard.press('Escape');
	await expect(field).toHaveCount(0);
	await page.keyboard.press('a');
	await expect(page.getByTestId('answer')).toHaveCount(0);
	await expect(page.locator('main [data-line]').first()).toBeVisible();
	await page.keyboard.press('E');
	await expect(field).toHaveValue(/PROC\(/);
	const lineOf = () =>
		field.evaluate(
			(e: HTMLTextAreaElement) => e.value.slice(0, e.selectionStart).split('\n').length,
		);
	const here = page.getByTestId('edit-here');
	await expect(here).toHaveText(
		`T2 is about to run line ${await lineOf()}, in C: __set_current_state(state);`,
	);
	await expect(page.getByTestId('edit-run')).toBeInViewport({ ratio: 1 });
	const size = await here.evaluate((e) => {
		const { currentCSSZoom: zoom = 1 } = e as Element & { currentCSSZoom?: number };
		return Number.parseFloat(getComputedStyle(e).fontSize) * zoom;
	});
	expect(size).toBeGreaterThanOrEqual(18);
	/* and of every other line that the caret comes to */
	const from = await lineOf();
	for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
	await expect.poll(lineOf).toBe(from - 3);
	await expect(here).not.toContainText('is about to');
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('edit-panel')).toHaveCount(0);
});

test('beside each line stands the C that it becomes, and stays there while another is written', async ({
	page,
}) => {
	await page.goto('#/mcs?n=2');
	await expect(page.getByTestId('edit-text')).toBeVisible();
	await page.getByTestId('edit-text').click();
	const [field, beside] = [page.getByTestId('edit-field'), page.getByTestId('edit-beside')];
	await expect(beside).toContainText('node->locked = 0;');
	const rows = async () => ({
		own: (await field.inputValue()).split('\n'),
		c: (await beside.evaluate((e) => e.textContent ?? '')).split('\n'),
	});
	const before = await rows();
	const at = before.own.findIndex((row) => row.includes('XCHG(my->prev, lk->tail, me, full)'));
	expect(before.c[at]?.trim()).toBe('prev = xchg(&lock->tail, node);');
	/* row by row at one height, wherever it is scrolled to */
	for (const top of [200, 640]) {
		await field.evaluate((e, y) => e.scrollTo({ top: y }), top);
		await expect.poll(() => beside.evaluate((e) => e.scrollTop)).toBe(top);
	}
	const heights = [field, beside].map((one) =>
		one.evaluate(
			(e) =>
				e.scrollHeight / (e.textContent || (e as HTMLTextAreaElement).value).split('\n').length,
		),
	);
	expect(await heights[0]).toBeCloseTo((await heights[1]) ?? 0, 0);
	/* a line more, which cannot run yet */
	const link = before.own.findIndex((row) => row.includes('clears its link'));
	await field.fill(before.own.toSpliced(link, 0, '\t\tmy->').join('\n'));
	await expect(page.getByTestId('edit-problems')).toBeVisible();
	const typed = await rows();
	expect([typed.c[link], typed.c[at + 1]]).toEqual(['', before.c[at]]);
	/* once it can, its C comes */
	await field.fill(before.own.toSpliced(link, 0, '\t\tmy->prev = 0;').join('\n'));
	await expect.poll(async () => (await rows()).c[link]?.trim()).toMatch(/^prev\w* = \w+;$/);
	/* who reads the dialect is shown no C, and a phone has no room for it */
	await page.setViewportSize({ width: 390, height: 844 });
	await expect(beside).toBeHidden();
	await page.setViewportSize({ width: 1280, height: 720 });
	await expect(beside).toBeVisible();
	await page.keyboard.press('Escape');
	await page.getByRole('button', { name: 'Step dialect' }).click();
	await page.getByTestId('edit-text').click();
	await expect(field).toBeVisible();
	await expect(beside).toHaveCount(0);
});

test('what is wrong is said by line, and what was written stays', async ({ page }) => {
	await page.goto('#/mcs');
	await edit(
		page,
		swapped('XCHG(my->prev, lk->tail, me, full);', 'XCHG(my->prev, lk->tial, me, full);'),
	);
	const problems = page.getByTestId('edit-problems');
	await expect(problems).toContainText('has no member tial; did you mean tail?');
	await expect(page.getByTestId('edit-run')).toBeDisabled();
	await expect(page.locator('[data-wrong]')).toHaveText('59');
	await problems.getByRole('button').first().click();
	const selected = await page
		.getByTestId('edit-field')
		.evaluate((field: HTMLTextAreaElement) =>
			field.value.slice(field.selectionStart, field.selectionEnd),
		);
	expect(selected).toContain('lk->tial');
	await page.reload();
	await page.getByTestId('edit-text').click();
	await expect(page.getByTestId('edit-field')).toHaveValue(/lk->tial/);
	await page.getByTestId('edit-reset').click();
	await expect(page.getByTestId('edit-state')).toContainText('This is the page’s text');
	await page.getByTestId('edit-undo').click();
	await expect(page.getByTestId('edit-field')).toHaveValue(/lk->tial/);
	/* a key of the page does nothing behind the editor */
	await page.getByTestId('edit-reset').focus();
	await page.keyboard.press('x');
	await expect(page.getByTestId('edit-panel')).toBeVisible();
});

test('the way back leads to the moment of the talk that was left', async ({ page }) => {
	await page.goto('#/mcs-gap?at=7&list=mcs-gap,mcs-queue');
	await edit(page, swapped(WAIT, LEAVE));
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await expect(page.getByTestId('position')).toContainText('7');
	await expect(page).toHaveURL(/list=mcs-gap/);
	await page.getByTestId('edit-own').click();
	const field = page.getByTestId('edit-field');
	await expect(field).toHaveValue(/mine: it leaves/);
	await field.fill((await field.inputValue()).replace('mine: it leaves', 'mine: it goes'));
	await run(page);
	await page.getByTestId('published').click();
	await expect(page.getByTestId('own-bar')).toBeHidden();
	await expect(page.getByTestId('position')).toContainText('7');
	await expect(page).toHaveURL(/list=mcs-gap/);
});

test('from an edited text that runs, the published one is run from inside the editor', async ({
	page,
}) => {
	await page.goto('#/mcs?n=2&r=1');
	for (const again of ['by the button', 'typed']) {
		await edit(page, swapped(WAIT, LEAVE));
		await run(page);
		await expect(page.getByTestId('own-bar')).toBeVisible();
		await page.getByTestId('edit-own').click();
		await expect(page.getByTestId('edit-field')).toHaveValue(/mine: it leaves/);
		await expect(page.getByTestId('edit-run')).toBeDisabled();
		if (again === 'typed') await edit(page, swapped(LEAVE, WAIT));
		else await page.getByTestId('edit-reset').click();
		await expect(page.getByTestId('edit-state')).toHaveText(
			'This is the page’s text. Yours still runs: run this one, or change a line.',
		);
		await run(page);
		await expect(page.getByTestId('own-bar')).toBeHidden();
		await expect(page).not.toHaveURL(/own=/);
		/* and it is no draft of anything */
		await page.getByTestId('edit-text').click();
		await expect(page.getByTestId('edit-state')).toHaveText(
			'This is the page’s text. Change a line.',
		);
		await expect(page.getByTestId('edit-run')).toBeDisabled();
		await page.keyboard.press('Escape');
	}
});

test('a story is played on the changed text from its start, as far as it can be taken', async ({
	page,
}) => {
	await page.goto('#/mcs-queue');
	const position = page.getByTestId('position');
	await expect(position).toContainText(/ [1-9]\d*/);
	await edit(page, swapped(WAIT, LEAVE));
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	await expect(position).toHaveText(/0.*[1-9]\d/);
	await page.keyboard.press('End');
	await expect(page).toHaveURL(/s=/);
});

test('a text that others use is edited there, by the keyboard alone', async ({ page }) => {
	await page.goto('#/mutex-mcs');
	await page.getByTestId('edit-text').focus();
	await page.keyboard.press('Enter');
	await page.getByTestId('edit-which').selectOption('mcs');
	const field = page.getByTestId('edit-field');
	await expect(field).toHaveValue(/PROC\(mspin_lock/);
	await field.focus();
	await page.keyboard.press('Control+Home');
	await page.keyboard.type('/* mine */\n');
	await expect(page.getByTestId('edit-state')).toContainText('It can run.');
	await page.keyboard.press('Control+Enter');
	await expect(page.getByTestId('own-bar')).toContainText('your mcs.c');
	await page.getByTestId('edit-own').focus();
	await page.keyboard.press('Enter');
	await expect(field).toHaveValue(/^\/\* mine \*\//);
	await page.keyboard.press('Escape');
	await expect(page.getByTestId('edit-panel')).toBeHidden();
});

test('an address that was damaged, or is of another text, shows the published one and says why', async ({
	page,
}) => {
	for (const [own, why] of [
		['mcs.979387ca.AAAA', 'cut short or changed|another version'],
		['nobody.00000000.AAAA', 'has no text nobody.c'],
		['%3Cscript%3E', 'cut short or changed'],
	] as const) {
		await page.goto('#/');
		await page.goto(`#/mcs?n=2&own=${own}`);
		await expect(page.getByText('The edited text of the address cannot be run')).toContainText(
			new RegExp(why),
		);
		await expect(page.getByTestId('edit-text')).toBeVisible();
		await page.keyboard.press('ArrowRight');
		await expect(page).not.toHaveURL(/own=/);
	}
});

for (const scheme of SCHEMES)
	test(`axe has nothing to say of the editor, ${scheme}`, async ({ page }) => {
		await page.emulateMedia({ colorScheme: scheme });
		await page.goto('#/mcs?n=2');
		await edit(page, swapped(WAIT, LEAVE.replace('RETURN', 'RETRUN')));
		await expect(page.getByTestId('edit-problems')).toBeVisible();
		expect((await axeOn(page).analyze()).violations).toEqual([]);
		await mendAndRun(page);
		expect((await axeOn(page).analyze()).violations).toEqual([]);
	});

async function mendAndRun(page: Page): Promise<void> {
	const field = page.getByTestId('edit-field');
	await field.fill((await field.inputValue()).replace('RETRUN', 'RETURN'));
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
}

test('it fits a phone', async ({ page }) => {
	await page.setViewportSize({ width: 390, height: 844 });
	await page.goto('#/mcs?n=2');
	await edit(page, swapped(WAIT, LEAVE.replace('RETURN', 'RETRUN')));
	await expect(page.getByTestId('edit-problems')).toBeInViewport({ ratio: 1 });
	await expect(page.getByTestId('edit-run')).toBeInViewport({ ratio: 1 });
	await edit(page, (text) => text.replace('RETRUN', 'RETURN'));
	await expect(page.getByTestId('edit-state')).toContainText('It can run.');
	await expect(page.getByTestId('edit-run')).toBeInViewport();
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
	expect(wide).toBe(false);
});

test('of a link that was taken out the room sees who is cut off, and comes back to where it was', async ({
	page,
}) => {
	await openMoment(page, 'mcs-queue?at=7&p=code');
	await page.keyboard.press('E');
	const field = page.getByTestId('edit-field');
	await expect(field).toHaveValue(/links itself behind its predecessor/);
	await field.fill(
		(await field.inputValue()).replace(/^.*links itself behind its predecessor.*$/m, ''),
	);
	await run(page);
	await expect(page.getByTestId('own-bar')).toBeVisible();
	/* its number is there, and says why nothing stands at it */
	await expect(page.locator('[data-emptied]')).toContainText('taken out');
	await page.keyboard.press('x');
	await expect(page.getByTestId('brief')).toContainText('stuck');
	await page.keyboard.press('c');
	await page.keyboard.press('End');
	const nodes = page.getByTestId('queue-picture').locator('[data-layer="nodes"] > g');
	await expect(nodes).toHaveCount(3);
	await expect(nodes.filter({ hasText: 'cut off' })).toHaveCount(2);
	await expect(page.locator('[data-layer="edges"] > g')).toHaveCount(0);
	await page.keyboard.press('o');
	await expect(page.getByTestId('position')).toContainText('step 7 of');
});

test('a text that begins to run shows its first changed line, until a step is taken', async ({
	page,
}) => {
	await page.setViewportSize({ width: 1280, height: 720 });
	await page.goto('#/mutex-3.9?n=2&r=1');
	/* the last procedure of the text stands far from where the first step is */
	await edit(page, (text) => text.replace(/(END\(mutex_worker\))/, '\tCPU_RELAX();\n$1'));
	await expect(page.getByTestId('edit-state')).toContainText('It can run.');
	await run(page);
	const changed = page.locator('[data-changed]').first();
	await expect(changed).toBeInViewport();
	await page.keyboard.press('1');
	await expect(changed).not.toBeInViewport();
});
