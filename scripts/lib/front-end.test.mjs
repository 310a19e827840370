import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { at } from './files.mjs';
import { loadFrontEnd } from './front-end.mjs';

test('the front end runs in node and is bundled again only when it has changed', async () => {
	const { parseProject } = await loadFrontEnd();
	const { texts } = parseProject([
		{ path: 'a/a.c', text: 'PROC(f, struct a, u32 x;)\n\tRETURN(0);\nEND(f)\n' },
	]);
	expect(texts[0].procs[0]).toMatchObject({ name: 'f', object: 'a', first: 1, last: 3 });

	const bundle = at('build/front-end.mjs');
	const { mtimeMs } = statSync(bundle);
	await loadFrontEnd();
	expect(statSync(bundle).mtimeMs).toBe(mtimeMs);

	writeFileSync(bundle, '/* Bundled from an older text */\n');
	await loadFrontEnd();
	expect(readFileSync(bundle, 'utf8')).toContain('parseProject');
});
