/** Where the modules of the locks are. Relative to this script, not to the page: the site may stand under any path. */
const URLS = import.meta.glob<string>(
	['../../../wasm/dist/*.wasm', '!../../../wasm/dist/*-trace.wasm'],
	{ query: '?url', import: 'default', eager: true },
);

export function moduleUrl(lock: string): string {
	const url = URLS[`../../../wasm/dist/${lock}.wasm`];
	if (!url) throw new Error(`there is no module ${lock}`);
	return new URL(url, import.meta.url).href;
}
