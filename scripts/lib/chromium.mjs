import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'chrome'];
const PLACES = [
	'/usr/bin/chromium',
	'/Applications/Chromium.app/Contents/MacOS/Chromium',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of the Chromium that the tests drive, or undefined. LOCKSTEP_CHROMIUM overrides the search. */
export function findChromium(env = process.env) {
	if (env.LOCKSTEP_CHROMIUM) return env.LOCKSTEP_CHROMIUM;
	const onPath = (env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => NAMES.map((name) => join(folder, name)));
	return [...onPath, ...PLACES].find((path) => existsSync(path));
}

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
