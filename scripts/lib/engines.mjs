import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const onPath = (names, env) =>
	(env.PATH ?? '')
		.split(delimiter)
		.flatMap((folder) => names.map((name) => join(folder, name)))
		.find((path) => existsSync(path));

/** Path of the Firefox that the tests drive, or undefined. LOCKSTEP_FIREFOX overrides the search. */
export const findFirefox = (env = process.env) =>
	env.LOCKSTEP_FIREFOX || onPath(['firefox-esr', 'firefox'], env);

export const findXvfb = (env = process.env) => onPath(['Xvfb'], env);

const foldersIn = (folder) => {
	try {
		return readdirSync(folder).map((name) => join(folder, name));
	} catch {
		return [];
	}
};

/** WebKitGTK's driver with the browser that comes with it: { driver, browser, version of its interface }, or undefined. */
export function findWebKit(env = process.env) {
	const driver = onPath(['WebKitWebDriver'], env);
	const browser = ['/usr/lib', '/usr/libexec', '/usr/lib64', ...foldersIn('/usr/lib')]
		.flatMap(foldersIn)
		.filter((folder) => /webkit2?gtk-\d+\.\d+$/.test(folder))
		.map((folder) => join(folder, 'MiniBrowser'))
		.findLast((path) => existsSync(path));
	if (!driver || !browser) return undefined;
	return { driver, browser, version: /gtk-([\d.]+)/.exec(browser)[1] };
}
