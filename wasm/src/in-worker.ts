/**
 * One call in a Worker of its own. The Worker ends with the answer, the abort or its own death,
 * whichever is first; what it says after that is heard by nobody.
 */
import { proxy, type Remote, wrap } from 'comlink';

/** The part of a Worker that is used; tests give their own. */
export type WorkerLike = Pick<
	Worker,
	'postMessage' | 'addEventListener' | 'removeEventListener' | 'terminate'
>;

type Heard = <Said>(callback: (said: Said) => void) => (said: Said) => void;

interface WorkerCall<Api, Answer> {
	makeWorker(): WorkerLike;
	signal: AbortSignal | undefined;
	/** `heard` makes a callback for the Worker, which is silent as soon as all is over */
	call(remote: Remote<Api>, heard: Heard): Promise<Answer>;
	/** the answer to an abort, which ends the Worker: it may be too busy to be asked */
	whenAborted(): Answer;
	/** what failed, where the Worker dies: "the search could not run" */
	failure: string;
}

/** Until their answers are there: Comlink takes leave of a Worker as soon as nobody holds its remote. */
const held = new Set<unknown>();

export function inWorker<Api, Answer>(wanted: WorkerCall<Api, Answer>): Promise<Answer> {
	const { signal, whenAborted, failure } = wanted;
	if (signal?.aborted) return Promise.resolve(whenAborted());
	const worker = wanted.makeWorker();
	const remote = wrap<Api>(worker);
	held.add(remote);
	const over = new AbortController();
	return new Promise<Answer>((resolve, reject) => {
		const until = { once: true, signal: over.signal };
		signal?.addEventListener('abort', () => resolve(whenAborted()), until);
		const dies = (event: Event) => {
			event.preventDefault();
			const why = (event as ErrorEvent).message || 'its Worker did not load';
			reject(new Error(`${failure}: ${why}`));
		};
		worker.addEventListener('error', dies, until);
		const heard: Heard = (callback) =>
			proxy((said) => {
				if (!over.signal.aborted) callback(said);
			});
		wanted.call(remote, heard).then(resolve, reject);
	}).finally(() => {
		over.abort();
		worker.terminate();
		held.delete(remote);
	});
}

/** A Worker resolves addresses against its own script, not the page. */
export const fromPage = (url: string): string => new URL(url, globalThis.location?.href).href;
