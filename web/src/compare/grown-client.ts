/** The page's side of it: one Worker for each pair, which ends with the answer or is ended before. */
import type { Core } from '../../../wasm/src';
import { fromPage, inWorker, type WorkerLike } from '../../../wasm/src/in-worker';
import { moduleUrl } from '../../../wasm/src/module-url';
import type { Growing, Grown } from './grown';
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
export async function grow(
	core: Core,
	left: string,
	right: string,
	{ signal, onStep, makeWorker = newWorker }: GrowOptions,
): Promise<Grown | null | 'stopped'> {
	const modules = Object.fromEntries(
		[left, right].map((side) => {
			const { name } = core.lock(core.lockOf(side));
			return [name, fromPage(moduleUrl(name))];
		}),
	);
	return inWorker<GrownWorker, Grown | null | 'stopped'>({
		makeWorker,
		signal,
		failure: 'many threads could not be measured',
		whenAborted: () => 'stopped',
		call: (remote, heard) => remote.measureMany(modules, left, right, heard(onStep)),
	});
}
