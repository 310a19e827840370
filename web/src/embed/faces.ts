/** A shadow root cannot bring faces: they are the document's, under names that are nobody else's. */
import mono from '@generated/fonts/ibm-plex-mono-latin-400-normal.woff2?url';
import sans from '@generated/fonts/ibm-plex-sans-latin-400-normal.woff2?url';
import bold from '@generated/fonts/ibm-plex-sans-latin-600-normal.woff2?url';

const FACES = [
	['Lockstep Sans', '400', sans],
	['Lockstep Sans', '600', bold],
	['Lockstep Mono', '400', mono],
] as const;

let added = false;

/** Where they are refused, the system's faces stand in. */
export function addFaces(): void {
	if (added) return;
	added = true;
	for (const [family, weight, url] of FACES) {
		const source = `url("${new URL(url, import.meta.url).href}") format("woff2")`;
		document.fonts.add(new FontFace(family, source, { weight, display: 'swap' }));
	}
}
