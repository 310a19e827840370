/** No file imports its own user, not by a type and not when it runs: Biome looks, this holds it to that. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { at } from './lib/files.mjs';

const BIOME = at('node_modules/@biomejs/biome/bin/biome');
const LINT = ['lint', '--only=suspicious/noImportCycles', '--colors=off', '--max-diagnostics=none'];

/** Exit status and output of the project's own rule over folders of `root`. */
function cyclesIn(root, folders) {
	const { status, stdout, stderr } = spawnSync(process.execPath, [BIOME, ...LINT, ...folders], {
		cwd: root,
		encoding: 'utf8',
	});
	return { status, text: stdout + stderr };
}

let made;
afterEach(() => made && rmSync(made, { recursive: true, force: true }));

/** The rule's verdict on a tree of these files, with the configuration of the project. */
function verdictOn(files) {
	made = mkdtempSync(join(tmpdir(), 'cycles-'));
	cpSync(at('biome.json'), join(made, 'biome.json'));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(made, path)), { recursive: true });
		writeFileSync(join(made, path), text);
	}
	return cyclesIn(made, ['.']);
}

test('the page and the package have none', () => {
	const { status, text } = cyclesIn(at(''), ['web/src', 'wasm/src']);
	expect(text).toContain('Checked ');
	expect(text).not.toContain('part of a cycle');
	expect(status).toBe(0);
}, 60_000);

test.each([
	['static', "import { b } from './b';\nexport const a = b;\n"],
	['dynamic', "export const a = () => import('./b');\n"],
	['of types', "import type { b } from './b';\nexport type A = typeof b;\n"],
])('a circle that is closed by an import is found: %s', (_, text) => {
	for (const folder of ['web/src', 'wasm/src']) {
		const found = verdictOn({
			[`${folder}/a.ts`]: text,
			[`${folder}/c.ts`]: "import './a';\nexport const c = 1;\n",
			[`${folder}/b.ts`]: "import { c } from './c';\nexport const b = c;\n",
		});
		expect(found.text).toMatch(/b\.ts[\s\S]*imports \S*c\.ts[\s\S]*imports \S*a\.ts/);
		expect(found.status).not.toBe(0);
	}
});

test('a line without a circle passes', () => {
	const { status } = verdictOn({
		'web/src/a.ts': "export const a = () => import('./b');\n",
		'web/src/b.ts': 'export const b = 1;\n',
	});
	expect(status).toBe(0);
});
