import { readFileSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { at } from './files.mjs';
import { buildFonts, charactersIn, FACES, texts } from './fonts.mjs';

test('the characters are those of the texts, and all that a keyboard has', () => {
	const all = charactersIn(['docs/glossary.md']);
	for (const one of 'AZaz09 {}~“') expect(all).toContain(one);
	for (const one of '\n\u007f') expect(all).not.toContain(one);
	expect(new Set(all).size).toBe([...all].length);
});

test('the texts are those that the page shows', () => {
	const read = texts();
	for (const path of [
		'wasm/generated/lessons.ts',
		'wasm/generated/facts/mcs.ts',
		'web/src/gallery/Gallery.tsx',
		'web/lessons/01-what-a-lock-is.md',
		'core-c/locks/mcs/mcs.c',
		'docs/glossary.md',
	])
		expect(read).toContain(path);
	const shown = charactersIn(read);
	for (const one of '’“”…→×') expect(shown).toContain(one);
});

test('each face is half of what it was, or less', async () => {
	await buildFonts();
	for (const face of FACES) {
		const small = readFileSync(at('build/generated/fonts', basename(face)));
		expect(small.subarray(0, 4).toString(), face).toBe('wOF2');
		expect(small.length, face).toBeLessThan(statSync(at(face)).size * 0.6);
	}
});
