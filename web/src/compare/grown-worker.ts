/** The Worker that measures many threads: its own core, with the modules of both locks, and one answer. */
import { expose } from 'comlink';
import { Core } from '../../../wasm/src/core';
import { type Growing, type Grown, type GrownAt, grownAll, grownOf } from './grown';

/** `modules`: where those of the locks are, by the names of the locks. */
async function coreOf(modules: Readonly<Record<string, string>>, sides: string[]): Promise<Core> {
	const core = new Core((lock) => modules[lock] ?? '');
	await Promise.all(sides.map((side) => core.load(core.lockOf(side))));
	return core;
}

async function measureMany(
	modules: Readonly<Record<string, string>>,
	left: string,
	right: string,
	onStep: (so: Growing) => void,
): Promise<Grown | null> {
	return grownOf(await coreOf(modules, [left, right]), left, right, onStep);
}

async function measureAll(
	modules: Readonly<Record<string, string>>,
	left: string,
	right: string,
	onStep: (so: Growing) => void,
	rounds: number,
): Promise<GrownAt[]> {
	return grownAll(await coreOf(modules, [left, right]), left, right, onStep, rounds);
}

const api = { measureMany, measureAll };
export type GrownWorker = typeof api;

expose(api);
