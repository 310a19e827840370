import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
/** The same engine without a window: a page test takes a third less of the processor in it. */
const SHELL = 'chromium-headless-shell';
const PLACES = [
	'/usr/bin/chromium',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of Chromium, or undefined. LOCKSTEP_CHROMIUM overrides the search. */
export function findChromium(env = process.env) {
	if (env.LOCKSTEP_CHROMIUM) return env.LOCKSTEP_CHROMIUM;
	return [...onPath(NAMES, env), ...PLACES].find((path) => existsSync(path));
}

/** Its shell, or undefined. */
export const findShell = (env = process.env) =>
	onPath([SHELL], env).find((path) => existsSync(path));

/** Path of what the page tests run in: the shell where there is one, else Chromium. */
export const findTestBrowser = (env = process.env) =>
	env.LOCKSTEP_CHROMIUM || findShell(env) || findChromium(env);

const onPath = (names, env) =>
	(env.PATH ?? '').split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));

/** Chromium's sandbox refuses to run as root; the rest keeps a test browser from talking to anyone. */
export function chromiumArguments() {
	return [
		...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
		'--no-first-run',
	];
}
