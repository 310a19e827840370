/**
 * The page with locks more, built in a scratch copy. The modules of the other locks, the lessons and the fonts are those that
 * this tree has built. A module knows its lock by the number in the list, so the new ones must stand behind all others.
 */
import { npmProgram } from './run.mjs';
import { scratchCopy } from './scratch.mjs';

const PARTS = [
	'web',
	'wasm',
	'docs',
	'tests/fixtures',
	'README.md',
	'tsconfig.json',
	'vite.config.ts',
	'build/generated',
];

const BUILD = `
	const lib = (name) => import(process.cwd() + '/scripts/' + name + '.mjs');
	await (await lib('generate')).generate();
	await (await lib('build-wasm')).buildModules(JSON.parse(process.argv[1]), { traces: false });
	await (await lib('lib/films')).buildFilms();
	await (await lib('lib/docs')).buildDocs();
`;

/**
 * `locks` are to be there when `prepare(copy)` has ended. Gives the copy; its dist/ is the site.
 * @param {string[]} locks
 * @param {(copy: ReturnType<typeof scratchCopy>) => void} prepare
 */
export function scratchSite(locks, prepare) {
	const copy = scratchCopy(PARTS);
	const must = (...line) => {
		const { code, text } = copy.call(process.execPath, line);
		if (code !== 0) throw new Error(text);
	};
	try {
		prepare(copy);
		must('--input-type=module', '-e', BUILD, JSON.stringify(locks));
		const [, vite] = npmProgram('vite/bin/vite.js');
		must(vite, 'build', '--logLevel', 'warn');
	} catch (error) {
		copy.remove();
		throw error;
	}
	return copy;
}
