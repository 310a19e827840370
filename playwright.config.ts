import { defineConfig } from '@playwright/test';
import { chromiumArguments, findChromium } from './scripts/lib/chromium.mjs';

const port = Number(process.env.LOCKSTEP_E2E_PORT ?? 4317);
/** Not the root: the site must work from any base path. */
const base = `http://127.0.0.1:${port}/any/base/`;

export default defineConfig({
	testDir: 'tests/e2e',
	outputDir: 'test-results',
	fullyParallel: true,
	workers: 2,
	retries: 0,
	forbidOnly: true,
	timeout: 30_000,
	reporter: [['list'], ['json', { outputFile: 'build/reports/playwright.json' }]],
	use: {
		baseURL: base,
		viewport: { width: 1280, height: 720 },
		launchOptions: { executablePath: findChromium(), args: chromiumArguments() },
		trace: 'retain-on-failure',
	},
	webServer: {
		command: `node scripts/serve.mjs --port ${port} --base /any/base/`,
		url: base,
		reuseExistingServer: false,
	},
});
