/** The Worker that measures many threads: its own core, with the modules of both locks, and one answer. */
import { expose } from 'comlink';
import { Core } from '../../../wasm/src/core';
import { type Growing, type Grown, grownOf } from './grown';

/** `modules`: where those of the locks are, by the names of the locks. */
async function measureMany(
	modules: Readonly<Record<string, string>>,
	left: string,
	right: string,
	onStep: (so: Growing) => void,
): Promise<Grown | null> {
	const core = new Core((lock) => modules[lock] ?? '');
	await Promise.all([left, right].map((side) => core.load(core.lockOf(side))));
	return grownOf(core, left, right, onStep);
}

const api = { measureMany };
export type GrownWorker = typeof api;

expose(api);
