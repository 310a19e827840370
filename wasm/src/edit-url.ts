/** Where the modules for edited texts are; see module-url.ts. */
const URLS = import.meta.glob<string>('../dist/*-edit.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

export function editModuleUrl(lock: string): string {
	const url = URLS[`../dist/${lock}-edit.wasm`];
	if (!url) throw new Error(`there is no module for edited texts of ${lock}`);
	return new URL(url, import.meta.url).href;
}
