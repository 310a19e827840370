import { importBundled } from './bundle.mjs';
import { at, filesUnder, hashOf } from './files.mjs';

const ENTRY = 'core-c/dialect/index.ts';
const BUNDLE = at('build/front-end.mjs');
const OWN = ['scripts/lib/front-end.mjs', 'scripts/lib/bundle.mjs'];

/** What the bundle is made of: tests and what only they need left out. */
const inputs = () =>
	filesUnder(
		'core-c/dialect',
		(path) => path.endsWith('.ts') && !/\.test\.ts$|\/(?:testing|random|mutated)\.ts$/.test(path),
	);

/** The front end of the dialect (core-c/dialect/index.ts), as a module that this node can run. */
export const loadFrontEnd = (path = BUNDLE) =>
	importBundled(ENTRY, path, hashOf([...inputs(), ...OWN]));
