/** Where the modules of the locks are. Relative to this script, not to the page: that may stand under any path. */
const URLS = import.meta.glob<string>(
	['../dist/*.wasm', '!../dist/*-trace.wasm', '!../dist/*-edit.wasm', '!../dist/*-starvation.wasm'],
	{
		query: '?url',
		import: 'default',
		eager: true,
	},
);

export function moduleUrl(lock: string): string {
	const url = URLS[`../dist/${lock}.wasm`];
	if (!url) throw new Error(`there is no module ${lock}`);
	return new URL(url, import.meta.url).href;
}
