/** The open moment as a file of its own, made in the page: what a room without a network needs. */
import { FAMILIES } from '../../../wasm/generated/families';
import { moduleUrl } from '../../../wasm/src/module-url';
import { fragmentOf } from '../app/fragment';
import { type State, talkOf } from '../store/state';
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

/** The stories of the talk that is open; of one that stands alone, that. */
export function storiesIn({ core, doc, view }: State): string[] {
	const story = doc?.config.scenario ?? '';
	return [...new Set([story, ...talkOf(view.list, story)])].filter((name) => core?.scenario(name));
}

async function held(lock: string): Promise<[facts: unknown, module: string]> {
	const facts = FAMILIES[lock];
	if (!facts) throw new Error(`nothing is known of ${lock}`);
	const [{ REST }, module] = await Promise.all([facts(), loaded(moduleUrl(lock))]);
	return [REST, base64(module)];
}

/** Undefined for a recorded run, which such a file does not hold. `link`: the address of the moment in this site. */
export async function singleFile(state: State, link: string): Promise<Blob | undefined> {
	const { core, doc } = state;
	if (!core || !doc || doc.recording) return undefined;
	const ids = storiesIn(state).map((name) => core.scenario(name)?.lock ?? doc.config.lock);
	const locks = [...new Set(ids)].map((id) => core.lock(id).name);
	const [script, ...parts] = await Promise.all([loaded(scriptUrl()), ...locks.map(held)]);
	const [home = '', hash = ''] = link.split(/(?=#)/);
	const byLock = <T>(of: (part: [unknown, string]) => T) =>
		Object.fromEntries(parts.map((part, i) => [locks[i] ?? '', of(part)]));
	const text = await composeFile({
		script: new TextDecoder().decode(script),
		style: STORY_STYLE,
		held: { fragment: fragmentOf(hash), locks: byLock(([rest]) => rest), lesson: null, home },
		modules: byLock(([, module]) => module),
		sha256: async (part) =>
			base64(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(part)))),
	});
	return new Blob([text], { type: 'text/html' });
}
