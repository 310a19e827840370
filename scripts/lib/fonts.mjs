/**
 * The page's faces with the characters that its texts have and no other, which is half of their bytes:
 * build/generated/fonts. A character that only a reader's own text has comes from the system's face.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { at, filesUnder, hashOf, readIfThere, writeIfChanged } from './files.mjs';

const FOLDER = 'build/generated/fonts';
const STAMP = 'build/fonts.stamp';

export const FACES = [
	'node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-400-normal.woff2',
	'node_modules/@fontsource/ibm-plex-sans/files/ibm-plex-sans-latin-600-normal.woff2',
	'node_modules/@fontsource/ibm-plex-mono/files/ibm-plex-mono-latin-400-normal.woff2',
];

/** Pairs that are set closer, digits of one width, fi and fl as one. */
const FEATURES = ['kern', 'tnum', 'liga'];
const ASCII = String.fromCharCode(...Array.from({ length: 95 }, (_, i) => 32 + i));

const shows = (path) => /\.(?:tsx?|css|c|h|md)$/.test(path) && !/\.test\.tsx?$/.test(path);

/** All that the page shows is written in one of these. */
export const texts = () => [
	...['web/src', 'web/lessons', 'wasm/src', 'wasm/generated', 'core-c'].flatMap((folder) =>
		filesUnder(folder, shows),
	),
	'docs/glossary.md',
];

export function charactersIn(paths) {
	const found = new Set(ASCII);
	for (const path of paths) for (const one of readFileSync(at(path), 'utf8')) found.add(one);
	return [...found]
		.filter((one) => one >= ' ')
		.sort()
		.join('');
}

export async function buildFonts() {
	const characters = charactersIn(texts());
	const stamp = hashOf([...FACES, 'scripts/lib/fonts.mjs'], characters);
	if (readIfThere(at(STAMP)) === stamp && existsSync(at(FOLDER))) return;
	const { default: subset } = await import('subset-font');
	mkdirSync(at(FOLDER), { recursive: true });
	for (const face of FACES) {
		const small = await subset(readFileSync(at(face)), characters, {
			targetFormat: 'woff2',
			keepFeatures: FEATURES,
		});
		writeFileSync(at(FOLDER, basename(face)), small);
	}
	writeIfChanged(at(STAMP), stamp);
}
