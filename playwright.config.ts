import { defineConfig } from '@playwright/test';
import { chromiumArguments, findTestBrowser } from './scripts/lib/chromium.mjs';

const port = Number(process.env.LOCKSTEP_E2E_PORT ?? 4317);
/** Not the root: the site must work from any base path. */
const own = `http://127.0.0.1:${port}/any/base/`;
/** A site that is served already, with its trailing slash; without it the tests serve dist/. */
const served = process.env.LOCKSTEP_E2E_URL;

export default defineConfig({
	testDir: 'tests/e2e',
	outputDir: 'test-results',
	fullyParallel: true,
	workers: 2,
	/* none, unless the caller would rather have a verdict on the page than on the machine's load: `.ci/run` */
	retries: process.env.LOCKSTEP_SECOND_TRY === '1' ? 1 : 0,
	forbidOnly: true,
	timeout: 60_000,
	expect: { timeout: 10_000 },
	reporter: [['list'], ['json', { outputFile: 'build/reports/playwright.json' }]],
	use: {
		baseURL: served ?? own,
		viewport: { width: 1280, height: 720 },
		launchOptions: { executablePath: findTestBrowser(), args: chromiumArguments() },
		// A trace photographs the page at every key press, which makes stepping several times slower.
		trace: process.env.LOCKSTEP_E2E_TRACE ? 'retain-on-failure' : 'off',
		screenshot: 'only-on-failure',
	},
	webServer: served
		? undefined
		: {
				command: `node scripts/serve.mjs --port ${port} --base /any/base/`,
				url: own,
				reuseExistingServer: false,
			},
});
