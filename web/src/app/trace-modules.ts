/** Where the modules are that open recorded runs; as in wasm/src/module-url.ts. */
const URLS = import.meta.glob<string>('../../../wasm/dist/*-trace.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

export function traceModuleUrl(lock: string): string {
	const url = URLS[`../../../wasm/dist/${lock}-trace.wasm`];
	if (!url) throw new Error(`there is no module ${lock}-trace`);
	return new URL(url, import.meta.url).href;
}
