/** For tests: whether what is shown as C is C. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const STUB = fileURLToPath(new URL('.', import.meta.url));

const WARN = [
	'-Wall',
	'-Wextra',
	'-Werror',
	'-Wno-unused',
	'-Wunused-variable',
	'-Wno-sign-compare',
	'-Werror=implicit-function-declaration',
];

/** Header and text of each; throws what gcc says. */
export function compile(units: readonly (readonly [header: string, text: string])[]): void {
	const folder = mkdtempSync(join(tmpdir(), 'kernel-c-'));
	try {
		const files = units.map(([header, text], i) => {
			const file = join(folder, `unit${i}.c`);
			writeFileSync(file, `${header}${text.replace(/^#include.*$/gm, '')}`);
			return file;
		});
		execFileSync('gcc', ['-fsyntax-only', '-std=gnu11', ...WARN, `-I${STUB}`, ...files], {
			stdio: ['ignore', 'ignore', 'pipe'],
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
}
