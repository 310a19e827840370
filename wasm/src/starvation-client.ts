/** The page's side of a search for starvation: one Worker a search, ended as soon as there is an answer. */
import type { Config } from './config';
import type { Edit } from './edited';
import { fromPage, inWorker, type WorkerLike } from './in-worker';
import type { Starvation, StarvationOptions } from './starvation';
import type { StarvationWorker } from './starvation-worker';

/** Where the modules are; see module-url.ts. */
const URLS = import.meta.glob<string>('../dist/*-starvation.wasm', {
	query: '?url',
	import: 'default',
	eager: true,
});

function starvationModuleUrl(lock: string): string {
	const url = URLS[`../dist/${lock}-starvation.wasm`];
	if (!url) throw new Error(`there is no module ${lock}-starvation`);
	return new URL(url, import.meta.url).href;
}

const newWorker = (): Worker =>
	new Worker(new URL('./starvation-worker.ts', import.meta.url), {
		type: 'module',
		name: 'starvation',
	});

/** An abort is an answer: null. `edit`: the text to be searched, where it is not that of the module. */
export function findStarvation(
	lock: string,
	config: Config,
	{ maxStates, onProgress = () => {}, signal }: StarvationOptions,
	edit?: Edit,
	/** tests give their own */
	makeWorker: () => WorkerLike = newWorker,
): Promise<Starvation | null> {
	return inWorker<StarvationWorker, Starvation | null>({
		makeWorker,
		signal,
		failure: 'the search could not run',
		whenAborted: () => null,
		call: (remote, heard) =>
			remote.search(
				fromPage(starvationModuleUrl(lock)),
				config,
				maxStates,
				heard(onProgress),
				edit,
			),
	});
}
