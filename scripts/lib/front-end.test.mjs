import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { loadFrontEnd } from './front-end.mjs';

/* not the bundle of the project: other tests load that at the same time */
const folder = mkdtempSync(join(tmpdir(), 'front-end-'));
afterAll(() => rmSync(folder, { recursive: true }));

test('the front end runs in node and is bundled again only when it has changed', {
	timeout: 60_000,
}, async () => {
	const bundle = join(folder, 'build', 'front-end.mjs');
	const { parseProject } = await loadFrontEnd(bundle);
	const { texts } = parseProject([
		{ path: 'a/a.c', text: 'PROC(f, struct a, u32 x;)\n\tRETURN(0);\nEND(f)\n' },
	]);
	expect(texts[0].procs[0]).toMatchObject({ name: 'f', object: 'a', first: 1, last: 3 });

	const { mtimeMs } = statSync(bundle);
	await loadFrontEnd(bundle);
	expect(statSync(bundle).mtimeMs).toBe(mtimeMs);

	writeFileSync(bundle, '/* Bundled from an older text */\n');
	await loadFrontEnd(bundle);
	expect(readFileSync(bundle, 'utf8')).toContain('parseProject');
});
