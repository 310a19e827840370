/**
 * Tests that a moment's load alone may fail: they wait, in a browser or in a copy of one, for what comes when there is
 * a core for it. These may be tried again (run-suites.mjs). What judges is not among them: a search, a recording, a
 * text beside the kernel's, a count. Its refusal is final.
 */
import { relative } from 'node:path';
import { ROOT } from './files.mjs';

export const LATE = [
	'tests/engines/firefox.test.ts',
	'tests/engines/webkit.test.ts',
	'wasm/src/explorer-client.test.ts',
	'wasm/src/starvation.test.ts',
	'wasm/src/trace-client.test.ts',
	'web/src/app/page.test.tsx',
	'web/src/compare/compare.test.tsx',
	'web/src/controls/brief.test.tsx',
	'web/src/controls/environment.test.tsx',
	'web/src/drawings/source/shown.test.tsx',
	'web/src/drawings/source/standing.test.tsx',
	'web/src/evidence/starvation-search.test.tsx',
	'web/src/glossary/glossary.test.tsx',
	'web/src/levels/levels.test.tsx',
	'web/src/narration/race.test.tsx',
	'web/src/talk/level-told.test.ts',
];

/** Of one that failed: { file }, as failed-tests.mjs tells it. */
export const mayBeLate = ({ file }) =>
	file !== undefined && LATE.includes(relative(ROOT, file).replaceAll('\\', '/'));
