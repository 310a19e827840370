/** An edited text in other people's pages: the frame's own address may bring one, a message may not. */
import type { Page } from '@playwright/test';
import type { LockstepStepperElement } from '../../web/src/embed/public';
import { expect, test } from './examples';

/** The `own=` of an mcs.c that leaves before it is linked, as the page writes it. */
async function ownText(page: Page, site: string): Promise<string> {
	await page.goto(`${site}#/mcs?n=2&r=1`);
	await page.getByTestId('edit-text').click();
	const field = page.getByTestId('edit-field');
	await expect(field).toHaveValue(/PROC\(/);
	const text = await field.inputValue();
	const wait = 'AWAIT(my->next, lk->node[me].next, VAL != 0, relaxed);';
	expect(text).toContain(wait);
	await field.fill(text.replace(wait, 'GIVES();'));
	await page.getByTestId('edit-run').click();
	await expect(page).toHaveURL(/own=mcs\./);
	return /own=([^&]+)/.exec(page.url())?.[1] ?? '';
}

const post = (page: Page, message: object) =>
	page.evaluate(
		(sent) =>
			new Promise<{ type: string; message?: string; address?: string }>((resolve) => {
				window.addEventListener('message', ({ data }) => resolve(data), { once: true });
				document
					.querySelector<HTMLIFrameElement>('#lock')
					?.contentWindow?.postMessage({ lockstep: 1, ...sent }, '*');
			}),
		message,
	);

test('a message brings no text of its own; the address of the frame does, and the frame says so', async ({
	page,
	examples,
	baseURL,
}) => {
	const own = await ownText(page, String(baseURL));
	await page.goto(`${examples}frame.html`);
	const lock = page.frameLocator('#lock');
	await expect(lock.getByTestId('position')).toHaveText('step 0 of 26');
	await expect(lock.getByTestId('edited')).toHaveCount(0);
	const before = await post(page, { type: 'state' });
	const asked: string[] = [];
	page.on('request', (request) => asked.push(request.url()));
	for (const text of [own, 'mcs.00000000.AAAA', 'x'])
		expect(await post(page, { type: 'go', address: `mcs?n=2&own=${text}` })).toMatchObject({
			type: 'error',
			message: expect.stringContaining('An edited text (own=) is not run'),
		});
	expect(await post(page, { type: 'state' })).toEqual(before);
	expect(asked).toEqual([]);

	await page.evaluate(
		(src) => document.querySelector<HTMLIFrameElement>('#lock')?.setAttribute('src', src),
		`${baseURL}?embed=1#/mcs?n=2&r=1&own=${own}`,
	);
	await expect(lock.getByTestId('edited')).toHaveText(
		'An edited mcs.c runs here, not the published text.',
	);
	await lock.getByTestId('forward').click();
	await expect(lock.getByTestId('position')).toHaveText('step 1 of 1');
	/* where the frame says that it stands it can be led again */
	const { address } = await post(page, { type: 'state' });
	expect(address).toContain('own=');
	await lock.getByTestId('home').click();
	expect(await post(page, { type: 'go', address: String(address) })).toMatchObject({
		type: 'state',
		step: 1,
	});
	await expect(lock.getByTestId('edited')).toBeVisible();
});

test('the element runs the published text, and says that it does', async ({
	page,
	examples,
	baseURL,
}) => {
	const own = await ownText(page, String(baseURL));
	await page.goto(`${examples}element.html`);
	const queue = page.locator('#queue');
	await expect(queue.getByTestId('position')).toHaveText('step 0 of 26');
	await queue.evaluate(
		(element, src) => (element as LockstepStepperElement).setAttribute('src', src),
		`mcs?n=2&own=${own}`,
	);
	await expect(queue.getByText('The edited text of the address cannot be run')).toContainText(
		'only Lockstep itself runs one. What you see is the page’s text.',
	);
	await expect(queue.getByTestId('position')).toHaveText('step 0 of 0');
	await expect(queue.getByTestId('edited')).toHaveCount(0);
});
