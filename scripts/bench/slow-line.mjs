/** How long until the page works for a reader with nothing cached: on a slow line and a slow machine, and on this one. */
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../lib/chromium.mjs';
import { serve } from '../serve.mjs';

const LINE = { latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const SLOWER = 4;
const TRIALS = 3;
const PORT = 4390;
/** Two stories of the lock with the largest module, the second with the most steps and threads, and free play of one with two queues. */
const ADDRESSES = ['rwsem-single-pass', 'rwsem-two-pass', 'mutex-mcs?n=4'];
/** The first lesson, the one with cache lines in its first figure, and one of a lock with a large module. */
const LESSONS = ['learn/what-a-lock-is', 'learn/stampede-and-queue', 'learn/readers-and-writers'];

/**
 * Runs in the page before its own scripts. As soon as there is a card it is opened, and as soon as a moment is shown,
 * of a lesson that of its first figure, a step is asked for; it is accepted in the first frame that shows another position.
 */
function readAtOnce() {
	const times = {};
	window.lockstepTimes = times;
	const position = () => document.querySelector('[data-testid="position"]')?.textContent ?? '';
	const channel = new MessageChannel();
	let shown;
	/* a task queued from inside an animation frame runs after that frame's rendering */
	const afterPaint = () => requestAnimationFrame(() => channel.port2.postMessage(0));
	const open = () => {
		const card = document.querySelector('[data-testid^="start-card-"] a');
		if (!card || times.opened !== undefined) return;
		times.opened = performance.now();
		card.click();
	};
	const step = () => {
		shown = position();
		if (shown === '') return;
		times.shown = performance.now();
		const figure = document.querySelector('[data-testid="figure"] [data-testid="forward"]');
		if (figure) figure.click();
		else dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', cancelable: true }));
	};
	channel.port1.onmessage = () => {
		if (shown && position() !== shown) {
			times.accepted = performance.now();
			return;
		}
		open();
		if (!shown) step();
		afterPaint();
	};
	afterPaint();
}

/** Times since the start of the navigation, in ms. */
async function timesOf(fragment, slow) {
	const { server, address } = await serve({ port: PORT, tries: 100 });
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: chromiumArguments(),
	});
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		const session = await page.context().newCDPSession(page);
		await session.send('Network.enable');
		/* not every server has brotli */
		await session.send('Network.setExtraHTTPHeaders', { headers: { 'Accept-Encoding': 'gzip' } });
		if (slow) {
			await session.send('Network.emulateNetworkConditions', { offline: false, ...LINE });
			await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
		}
		await page.addInitScript(readAtOnce);
		await page.goto(fragment ? `${address}#/${fragment}` : address, { waitUntil: 'commit' });
		await page.waitForFunction(() => window.lockstepTimes.accepted, null, { polling: 200 });
		return await page.evaluate(() => window.lockstepTimes);
	} finally {
		await browser.close();
		await new Promise((resolve) => server.close(resolve));
	}
}

async function trials(fragment, slow = true) {
	const found = [];
	for (let i = 0; i < TRIALS; i++) found.push(await timesOf(fragment, slow));
	return found;
}

/** The median, and all of them in words: on a busy machine they lie far apart. */
function figure(name, of, times) {
	const sorted = times.map(Math.round).sort((a, b) => a - b);
	return { name, detail: `${of}: ${sorted.join(', ')}`, value: sorted[sorted.length >> 1] };
}

/** Each lesson opened at its address, as fast as this machine can. */
export async function lessonFigures() {
	const figures = [];
	for (const address of LESSONS) {
		const times = (await trials(address, false)).map(({ accepted }) => accepted);
		figures.push(figure('a lesson, first step, ms', address, times));
	}
	return figures;
}

export async function slowLineFigures() {
	const figures = [];
	for (const address of ADDRESSES) {
		const times = (await trials(address)).map(({ accepted }) => accepted);
		figures.push(figure('slow line, first step, ms', address, times));
	}
	for (const address of LESSONS) {
		const times = (await trials(address)).map(({ accepted }) => accepted);
		figures.push(figure('slow line, a lesson, first step, ms', address, times));
	}
	const opened = await trials('');
	const of = (pick) => opened.map(pick);
	return [
		...figures,
		figure(
			'slow line, from a card to the first step, ms',
			'at once',
			of((t) => t.accepted - t.opened),
		),
		figure(
			'slow line, gallery, card and first step, ms',
			'at once',
			of((t) => t.accepted),
		),
	];
}
