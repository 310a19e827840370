/** What a reader feels: from the input to the painted frame, and how long until the page works. */
import { chromium } from '@playwright/test';
import { chromiumArguments, findChromium } from '../lib/chromium.mjs';
import { moduleSizes, packedSize, requestsOf } from '../lib/sizes.mjs';
import { serve } from '../serve.mjs';
import { randomSchedule } from './core.mjs';

/** The free-play scenario that is stepped and scrubbed: a long text, two queues and an owner. */
const SUBJECT = 'mutex-mcs';
const STEPS = 150;
const CALM_STEPS = 12;
const CALM_BLOCKS = 8;
const CALM_MS = 350; /* between two steps, each of which moves to its end */
const MOVES = 300;
const LONG = 10_000;
const EVENTS = 100_000;
const COLD_STARTS = 5;
const IDLE_MS = 1500; /* what a page does when it is idle, it does in this time */
const PORT = 4390;
const POSITION = '[data-testid="position"]';

/**
 * Runs in the page before its own scripts. An input is answered when a frame has been painted in
 * which the position differs from the one before the input: a task queued from inside an animation
 * frame runs after that frame's rendering.
 */
function watchFrames(position) {
	const watch = { times: [], firstChange: undefined };
	let pending;
	let frames = 0;
	const shown = () => document.querySelector(position)?.textContent ?? '';
	const channel = new MessageChannel();
	channel.port1.onmessage = () => {
		if (pending && shown() !== pending.shown) {
			const now = performance.now();
			watch.times.push(now - pending.since);
			watch.firstChange ??= now;
			pending = undefined;
		} else if (pending && ++frames < 60) {
			afterPaint();
		} else {
			pending = undefined;
		}
	};
	const afterPaint = () => requestAnimationFrame(() => channel.port2.postMessage(0));
	const input = (event) => {
		if (pending || shown() === '') return;
		frames = 0;
		pending = { since: event.timeStamp, shown: shown() };
		afterPaint();
	};
	for (const type of ['keydown', 'click', 'pointerrawupdate', 'pointermove'])
		addEventListener(type, input, true);
	window.lockstepWatch = watch;
}

/** Each module of the site, under the name that it has in the source. */
export const moduleFigures = (folder) =>
	moduleSizes(folder).map(({ name, packed }) => ({
		name: 'module, kB gzip',
		detail: name,
		value: packed / 1000,
	}));

/** What a cold reader loads without doing anything, until the page at this address is idle. */
async function transferred(name, fragment = '') {
	return withPage(fragment, async ({ page, requested }) => {
		await page.waitForLoadState('networkidle');
		await page.waitForTimeout(IDLE_MS);
		const sizes = [...requested].map((path) => packedSize(path));
		const value = sizes.reduce((a, b) => a + b, 0) / 1000;
		const what = fragment ? `${fragment}, ` : '';
		return { name, detail: `${what}${sizes.length} files`, value };
	});
}

export async function transferFigures() {
	return [
		await transferred('first view, kB gzip'),
		await transferred('opened by its address, kB gzip', SUBJECT),
		await transferred('opened by its address, kB gzip', 'rwsem-single-pass'),
		...moduleFigures(),
	];
}

export async function pageFigures(core, trace) {
	const long = core.configOf(SUBJECT, { threads: 4, rounds: 255 });
	const schedule = randomSchedule(core, long, LONG);
	const address = core.formatUrl(long, schedule, 0);
	const few = core.formatUrl(core.configOf(SUBJECT, { threads: 4, rounds: 50 }), [], 0);
	const many = core.formatUrl(core.configOf(SUBJECT, { threads: 16, rounds: 50 }), [], 0);
	return [
		{
			name: 'URL, characters a step',
			detail: `${SUBJECT}, 4 threads, ${schedule.length} steps`,
			value: address.length / schedule.length,
		},
		...(await baseline('as fast as stepping', STEPS, 33)),
		...(await stepping(few, 4)),
		...(await stepping(many, 16)),
		...(await baseline('a step at a time', CALM_STEPS * 2, CALM_MS)),
		...(await calmStepping(few)),
		...(await scrubbing(address, schedule.length)),
		...(await recorded(trace(EVENTS))),
		await firstStep(few),
	];
}

async function withPage(fragment, body) {
	const { server, address } = await serve({ port: PORT, tries: 100 });
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: chromiumArguments(),
	});
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		const requested = requestsOf(page, address);
		await page.addInitScript(watchFrames, POSITION);
		await page.goto(fragment ? `${address}#/${fragment}` : address);
		return await body({ page, requested });
	} finally {
		await browser.close();
		await new Promise((resolve) => server.close(resolve));
	}
}

const timesOf = (page) => page.evaluate(() => window.lockstepWatch.times);

export function percentile(values, share) {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function p50AndP95(what, values, subject = SUBJECT) {
	if (values.length === 0) throw new Error(`${what}: no input was ever answered`);
	return [50, 95].map((percent) => ({
		name: `${what}, p${percent} ms`,
		detail: `${subject}, ${values.length} frames`,
		value: percentile(values, percent / 100),
	}));
}

/** Steps threads in turn, by key where a thread has one. */
async function stepInTurn(page, steps, pause) {
	await page.locator(POSITION).waitFor();
	for (let i = 0; i < steps; i++) {
		const tids = await page.$$eval(
			'[data-testid^="actor-"]:not([aria-disabled="true"])',
			(actors) => actors.map((actor) => Number(actor.dataset.testid.slice('actor-'.length))),
		);
		if (tids.length === 0) break;
		const tid = tids[i % tids.length];
		if (tid <= 9) await page.keyboard.press(String(tid));
		else await page.getByTestId(`actor-${tid}`).click();
		await page.waitForTimeout(pause);
	}
	return timesOf(page);
}

/** A page that answers a key with another number, and does nothing else. */
const BARE = `data:text/html,${encodeURIComponent(`<!doctype html><title>baseline</title>
<output data-testid="position">0</output>
<script>
const { firstChild } = document.querySelector('output');
let keys = 0;
addEventListener('keydown', () => { firstChild.data = ++keys; });
</script>`)}`;

/**
 * The same input, watched in the same way, on a page that changes one text node: what machine and browser take for a
 * frame, below which no page comes. A figure of ours says something by how far it lies above.
 */
export async function baseline(how, steps, pause) {
	const browser = await chromium.launch({
		executablePath: findChromium(),
		args: chromiumArguments(),
	});
	try {
		const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
		await page.addInitScript(watchFrames, POSITION);
		await page.goto(BARE);
		await page.locator(POSITION).waitFor();
		for (let i = 0; i < steps; i++) {
			await page.keyboard.press('1');
			await page.waitForTimeout(pause);
		}
		return p50AndP95(`baseline, ${how}`, await timesOf(page), 'one text node');
	} finally {
		await browser.close();
	}
}

/** As fast as a held key repeats. */
function stepping(fragment, threads) {
	return withPage(fragment, async ({ page }) =>
		p50AndP95(`stepping, ${threads} threads`, await stepInTurn(page, STEPS, 33)),
	);
}

/** A step at a time, each of which is seen to move; in turn with steps that do not move, so that both meet the same load. */
export function calmStepping(fragment) {
	return withPage(fragment, async ({ page }) => {
		const times = { 'no-preference': [], reduce: [] };
		for (let block = 0; block < CALM_BLOCKS; block++) {
			const reducedMotion = block % 2 === 0 ? 'no-preference' : 'reduce';
			await page.emulateMedia({ reducedMotion });
			const before = (await timesOf(page)).length;
			const all = await stepInTurn(page, CALM_STEPS, CALM_MS);
			times[reducedMotion].push(...all.slice(before));
		}
		const [moving, still] = [times['no-preference'], times.reduce];
		return [
			...p50AndP95('a step at a time, it moves', moving),
			...p50AndP95('a step at a time, less motion', still),
			{
				name: 'moving to less motion, p50, times',
				value: percentile(moving, 0.5) / percentile(still, 0.5),
			},
		];
	});
}

/** Drags over the strip that holds the whole schedule, from end to end and back, three times. */
async function dragOverStrip(page) {
	const strip = page.getByTestId('overview');
	await strip.waitFor();
	const box = await strip.boundingBox();
	const y = box.y + box.height / 2;
	const x = (share) => box.x + box.width * (0.2 + 0.75 * share);
	await page.mouse.move(x(0), y);
	await page.mouse.down();
	for (let i = 0; i < MOVES; i++) {
		const phase = (6 * i) / MOVES;
		await page.mouse.move(x(Math.floor(phase) % 2 ? 1 - (phase % 1) : phase % 1), y);
		await page.waitForTimeout(8);
	}
	await page.mouse.up();
}

function scrubbing(fragment, steps) {
	return withPage(fragment, async ({ page }) => {
		await dragOverStrip(page);
		return p50AndP95(`scrubbing ${steps.toLocaleString('en')} steps`, await timesOf(page));
	});
}

/** A recorded run: from the choice of its file to the frame that shows it, and scrubbed from end to end. */
function recorded(text) {
	const name = EVENTS.toLocaleString('en');
	return withPage('', async ({ page }) => {
		const asked = page.waitForEvent('filechooser');
		await page.getByTestId('open-trace').click();
		const chooser = await asked;
		await page.evaluate((position) => {
			const begun = performance.now();
			window.lockstepOpened = new Promise((resolve) => {
				const look = () => {
					if (document.querySelector(position)) resolve(performance.now() - begun);
					else requestAnimationFrame(look);
				};
				look();
			});
		}, POSITION);
		await chooser.setFiles({ name: 'run', mimeType: 'text/plain', buffer: Buffer.from(text) });
		const opened = await page.evaluate(() => window.lockstepOpened);
		await dragOverStrip(page);
		return [
			{ name: `opening ${name} events, ms`, value: opened },
			...p50AndP95(`scrubbing ${name} events`, await timesOf(page), 'mcs'),
		];
	});
}

/** From the start of the navigation to the frame that shows the first step, with nothing cached. */
async function firstStep(fragment) {
	const times = [];
	for (let i = 0; i < COLD_STARTS; i++) {
		const time = await withPage(fragment, async ({ page }) => {
			for (let tries = 0; tries < 1000; tries++) {
				await page.keyboard.press('1');
				const found = await page.evaluate(() => window.lockstepWatch.firstChange);
				if (found !== undefined) return found;
			}
			throw new Error('the page accepted no step');
		});
		times.push(time);
	}
	return {
		name: 'first step accepted, ms',
		detail: 'median of cold starts',
		value: percentile(times, 0.5),
	};
}
