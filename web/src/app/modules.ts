/** Where the modules of the locks are. Relative to this script, not to the page: the site may stand under any path. */
const URLS = import.meta.glob<string>('../../../wasm/dist/*.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

function urlOf(module: string): string {
	const url = URLS[`../../../wasm/dist/${module}.wasm`];
	if (!url) throw new Error(`there is no module ${module}`);
	return new URL(url, import.meta.url).href;
}

export const moduleUrl = (lock: string): string => urlOf(lock);
/** of the one that opens recorded runs */
export const traceModuleUrl = (lock: string): string => urlOf(`${lock}-trace`);
