/** The page's side of it: one Worker for each pair, which ends with the answer or is ended before. */
import type { Remote } from 'comlink';
import type { Core } from '../../../wasm/src';
import { fromPage, inWorker, type WorkerLike } from '../../../wasm/src/in-worker';
import { moduleUrl } from '../../../wasm/src/module-url';
import type { Growing, Grown, GrownAt } from './grown';
import type { GrownWorker } from './grown-worker';

interface GrowOptions {
	signal: AbortSignal;
	onStep(so: Growing): void;
	/** tests give their own */
	makeWorker?(): WorkerLike;
}

const newWorker = (): Worker =>
	new Worker(new URL('./grown-worker.ts', import.meta.url), { type: 'module', name: 'grown' });

/** 'stopped': it was asked to end before it knew. */
const STOPPED = 'stopped';
type Stopped = typeof STOPPED;

async function asked<Answer>(
	core: Core,
	[left, right]: readonly [string, string],
	{ signal, onStep, makeWorker = newWorker }: GrowOptions,
	what: (
		remote: Remote<GrownWorker>,
	) => (
		modules: Record<string, string>,
		left: string,
		right: string,
		onStep: (so: Growing) => void,
	) => Promise<Answer>,
): Promise<Answer | Stopped> {
	const modules = Object.fromEntries(
		[left, right].map((side) => {
			const { name } = core.lock(core.lockOf(side));
			return [name, fromPage(moduleUrl(name))];
		}),
	);
	return inWorker<GrownWorker, Answer | Stopped>({
		makeWorker,
		signal,
		failure: 'many threads could not be measured',
		whenAborted: () => STOPPED,
		call: (remote, heard) => what(remote)(modules, left, right, heard(onStep)),
	});
}

/** Most threads, for a sentence. */
export const grow = (
	core: Core,
	left: string,
	right: string,
	options: GrowOptions,
): Promise<Grown | null | Stopped> =>
	asked(core, [left, right], options, (remote) => remote.measureMany);

/** Few threads and many, for a table; each takes the lock so often. */
export const growAll = (
	core: Core,
	left: string,
	right: string,
	{ rounds, ...options }: GrowOptions & { rounds: number },
): Promise<GrownAt[] | Stopped> =>
	asked(
		core,
		[left, right],
		options,
		(remote) =>
			(...given) =>
				remote.measureAll(...given, rounds),
	);
