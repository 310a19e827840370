/** The open moment as a file of its own, made in the page: what a room without a network needs. */
import { FAMILIES } from '../../../wasm/generated/families';
import { moduleUrl } from '../../../wasm/src/module-url';
import { fragmentOf } from '../app/fragment';
import { lockOf } from '../narration/phrases';
import type { State } from '../store/state';
import { composeFile, STORY_STYLE } from './compose-file';

/** Where the site has the script of such files: beside its page, wherever that stands. */
const scriptUrl = () => new URL('file/story.js', document.baseURI).href;

const base64 = (bytes: Uint8Array): string => {
	let text = '';
	/* an argument for each byte: not for all at once */
	for (let i = 0; i < bytes.length; i += 8192)
		text += String.fromCharCode(...bytes.subarray(i, i + 8192));
	return btoa(text);
};

async function loaded(url: string): Promise<Uint8Array> {
	const answer = await fetch(url);
	if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
	return new Uint8Array(await answer.arrayBuffer());
}

/** Undefined for a recorded run, which such a file does not hold. `link`: the address of the moment in this site. */
export async function singleFile({ core, doc }: State, link: string): Promise<Blob | undefined> {
	const name = core && doc && !doc.recording && lockOf(core.facts, doc.config.lock)?.name;
	const facts = name ? FAMILIES[name] : undefined;
	if (!name || !facts) return undefined;
	const [script, module, { REST }] = await Promise.all([
		loaded(scriptUrl()),
		loaded(moduleUrl(name)),
		facts(),
	]);
	const [home = '', hash = ''] = link.split(/(?=#)/);
	const text = await composeFile({
		script: new TextDecoder().decode(script),
		style: STORY_STYLE,
		held: { fragment: fragmentOf(hash), locks: { [name]: REST }, lesson: null, home },
		modules: { [name]: base64(module) },
		sha256: async (part) =>
			base64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(part)))),
	});
	return new Blob([text], { type: 'text/html' });
}
